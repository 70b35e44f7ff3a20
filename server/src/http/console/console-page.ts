/**
 * The console at /console/: files of a build, and one document for every path that is not a file, since the browser renders the
 * pages. No user input is part of a served document.
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { problems } from "drawbridge-rules/wire/problem.ts";
import { matchesEtag } from "../../catalog/etag-match.ts";
import { codingFor } from "../accept-header.ts";
import { problemBody, problemType } from "../problem.ts";
import type { RawRequest } from "../raw-request.ts";
import { type ConsoleFile, ConsoleFiles } from "./console-files.ts";
import { consoleHeaders } from "./console-headers.ts";
import { notBuiltPage, reloadAfterSeconds } from "./not-built-page.ts";

const root = "/console/";
/** Placeholder for the nonce in the built page: `ui/vite.config.ts`. */
export const noncePlaceholder = "__drawbridge_nonce__";
const nonceBytes = 16;

/** Unknown paths that look like files are 404: a browser would run the page as a script, or cache it as a picture. */
const fileLike = /\.(?:js|css|map|html|svg|png|ico|json|txt|woff2|webmanifest|br|gz)$/i;

export class ConsolePage {
  readonly #files: ConsoleFiles;
  readonly #randomBytes: (size: number) => Uint8Array;

  constructor(directory: string, randomBytes: (size: number) => Uint8Array) {
    this.#files = new ConsoleFiles(directory);
    this.#randomBytes = randomBytes;
  }

  /** A body is not looked at. */
  handle(rawRequest: RawRequest, req: IncomingMessage, res: ServerResponse): void {
    const { path, method } = rawRequest;
    if (method !== "GET" && method !== "HEAD") refuse(res, method, "method_not_allowed", "Use GET or HEAD.");
    else if (!path.startsWith(root)) redirect(res);
    else this.#answer(path.slice(root.length), rawRequest, req, res);
  }

  #answer(name: string, rawRequest: RawRequest, req: IncomingMessage, res: ServerResponse): void {
    const file = name === "index.html" ? null : this.#files.find(name);
    if (file) answerFile(file, rawRequest, req.headers["accept-encoding"], res);
    else if (name.startsWith("assets/") || fileLike.test(name)) {
      refuse(res, rawRequest.method, "not_found", "There is nothing at this address.");
    } else this.#answerPage(rawRequest.method, res);
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

function refuse(res: ServerResponse, method: string, code: "not_found" | "method_not_allowed", detail: string): void {
  const body = problemBody(code, detail);
  res.writeHead(problems[code].status, {
    ...consoleHeaders(null),
    "Content-Type": problemType,
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    ...(code === "method_not_allowed" ? { Allow: "GET, HEAD" } : {}),
  });
  res.end(method === "HEAD" ? undefined : body);
}

function answerFile(
  file: ConsoleFile,
  { method, ifNoneMatch }: RawRequest,
  accepted: string | undefined,
  res: ServerResponse,
): void {
  const coding = codingFor(accepted, file.contents);
  const content = file.contents[coding] ?? file.contents.identity;
  const etag = `"${file.hash}-${coding}"`;
  const shared = {
    ...consoleHeaders(null),
    ETag: etag,
    Vary: "Accept-Encoding",
    "Cache-Control": file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
  };
  if (ifNoneMatch !== null && matchesEtag(ifNoneMatch, etag)) {
    res.writeHead(304, shared).end();
    return;
  }
  res.writeHead(200, {
    ...shared,
    "Content-Type": file.type,
    "Content-Length": content.length,
    ...(coding === "identity" ? {} : { "Content-Encoding": coding }),
  });
  res.end(method === "HEAD" ? undefined : content);
}

/** From `/` and from `/console`. */
function redirect(res: ServerResponse): void {
  res.writeHead(303, { ...consoleHeaders(null), Location: root, "Content-Length": 0, "Cache-Control": "no-store" }).end();
}
