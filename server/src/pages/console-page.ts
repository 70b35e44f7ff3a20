/** Serves files of a build, and one document for all other paths, without user input. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { problems } from "drawbridge-rules/wire/problem.ts";
import { sendProblem } from "../base/http/problem.ts";
import type { RawRequest } from "../base/http/raw-request.ts";
import { type BuiltFiles, type HeaderMap, pageHeaders, redirectTo, sendBuiltFile } from "./built-files.ts";

const reloadAfterSeconds = 3;

/** Plain HTML, since no asset exists yet. */
const notBuiltPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>The console is not built – Drawbridge</title>
  </head>
  <body>
    <h1>The console is not built yet</h1>
    <p>The server builds it when it starts, which takes a few seconds. This page reloads automatically.</p>
    <p>If this page stays, the output of the server has the reason. To build the console yourself, in Drawbridge's directory:</p>
    <pre>npm ci &amp;&amp; npm run build</pre>
    <p>Nothing else depends on it: apps are answered, and the command line can do everything that the console can.</p>
  </body>
</html>
`;

/** The nonce is for style elements of the library. */
function consoleHeaders(nonce: string | null): HeaderMap {
  return pageHeaders({
    "style-src": `'self'${nonce === null ? "" : ` 'nonce-${nonce}'`}`,
    "img-src": "'self' data:",
    "font-src": "'self'",
    "trusted-types": "default",
  });
}

const root = "/console/";
/** `ui/vite.config.ts` has it too. */
export const noncePlaceholder = "__drawbridge_nonce__";
const nonceBytes = 16;

/** Unknown paths that look like files are 404: a browser would run or cache the page as one. */
const fileLike = /\.(?:js|css|map|html|svg|png|ico|json|txt|woff2|webmanifest|br|gz)$/i;

const ownHeaders = consoleHeaders(null);

export class ConsolePage {
  readonly #files: BuiltFiles;
  readonly #randomBytes: (size: number) => Uint8Array;

  constructor(files: BuiltFiles, randomBytes: (size: number) => Uint8Array) {
    this.#files = files;
    this.#randomBytes = randomBytes;
  }

  handle(rawRequest: RawRequest, req: IncomingMessage, res: ServerResponse): void {
    const { path, method } = rawRequest;
    if (method !== "GET" && method !== "HEAD")
      sendProblem(res, method, "method_not_allowed", "Use GET or HEAD.", { ...ownHeaders, Allow: "GET, HEAD" });
    // From `/` and from `/console`.
    else if (!path.startsWith(root)) redirectTo(root, res, ownHeaders);
    else this.#answer(path.slice(root.length), rawRequest, req, res);
  }

  #answer(name: string, rawRequest: RawRequest, req: IncomingMessage, res: ServerResponse): void {
    // Pages that the server has at /docs/.
    const isElsewhere = name === "index.html" || name.startsWith("docs/");
    const file = isElsewhere ? null : this.#files.find(name);
    const isAsset = name.startsWith("assets/");
    if (file) {
      // The name of an asset changes with its content.
      const caching = { "Cache-Control": isAsset ? "public, max-age=31536000, immutable" : "no-cache" };
      sendBuiltFile(res, rawRequest, req.headers["accept-encoding"], file, { ...ownHeaders, ...caching });
    } else if (isAsset || fileLike.test(name))
      sendProblem(res, rawRequest.method, "not_found", "There is nothing at this address.", ownHeaders);
    else this.#answerPage(rawRequest.method, res);
  }

  #answerPage(method: string, res: ServerResponse): void {
    const index = this.#files.find("index.html");
    const nonce = Buffer.from(this.#randomBytes(nonceBytes)).toString("base64url");
    const html = index ? index.contents.identity.toString().replaceAll(noncePlaceholder, nonce) : notBuiltPage;
    res.writeHead(index ? 200 : problems.unavailable.status, {
      ...consoleHeaders(index ? nonce : null),
      "Content-Type": "text/html; charset=utf-8",
      "Content-Length": Buffer.byteLength(html),
      "Cache-Control": "no-store",
      ...(index ? {} : { "Retry-After": reloadAfterSeconds, Refresh: reloadAfterSeconds }),
    });
    res.end(method === "HEAD" ? undefined : html);
  }
}
