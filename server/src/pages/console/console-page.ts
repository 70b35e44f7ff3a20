/**
 * The console at /console/: files of a build, and one document for every path that is not a file, since the browser renders the
 * pages. No user input is part of a served document.
 */

import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { problems } from "drawbridge-rules/wire/problem.ts";
import { type Coding, codingFor, matchesEtag } from "../../base/http/headers.ts";
import { problemBody, problemType } from "../../base/http/problem.ts";
import type { RawRequest } from "../../base/http/raw-request.ts";
import { pageHeaders, permissionsPolicy } from "../page-headers.ts";

/** Seconds after which a browser reloads the page. */
const reloadAfterSeconds = 3;

/** Page in place of the console while it is not built: explains how to build it. Plain HTML, since no asset exists yet. */
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

/** Headers of every answer below /console/: browsers may run only our files, and connect only to this server. */
function consoleHeaders(nonce: string | null): Readonly<Record<string, string>> {
  return { ...pageHeaders(policy(nonce)), ...permissionsPolicy };
}

/** The component library writes its theme into style elements, which is all that the nonce is for. */
function policy(nonce: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce === null ? "" : ` 'nonce-${nonce}'`}`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types default",
  ].join("; ");
}

interface ConsoleFile {
  readonly type: string;
  readonly contents: Readonly<Partial<Record<Coding, Buffer>>> & { readonly identity: Buffer };
  /** Hash of the uncompressed bytes, without quotes. */
  readonly hash: string;
  /** Its name changes with its content. */
  readonly isImmutable: boolean;
}

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".html": "text/html; charset=utf-8",
};

/**
 * The built console, held in memory: a request names a file that is in a list, so no path of a request ever reaches the disk.
 * It is read again when it was built again.
 */
class ConsoleFiles {
  readonly #directory: string;
  #built = Number.NaN;
  #files: ReadonlyMap<string, ConsoleFile> = new Map();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** @param name below /console/, as it was sent: `assets/main-1f2e3d4c.js` */
  find(name: string): ConsoleFile | null {
    this.#refresh();
    return this.#files.get(name) ?? null;
  }

  #refresh(): void {
    const built = statSync(join(this.#directory, "index.html"), { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN;
    if (Object.is(built, this.#built)) return;
    try {
      this.#files = Number.isNaN(built) ? new Map() : readFiles(this.#directory);
      this.#built = built;
    } catch {
      // A build is being replaced: the old files are served once more.
    }
  }
}

function readFiles(directory: string): Map<string, ConsoleFile> {
  const found = new Map<string, ConsoleFile>();
  // Symbolic links are not served, wherever they point.
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(directory.length + 1).replaceAll(sep, "/");
    // Pages that the server has at /docs/.
    if (name.startsWith("docs/")) continue;
    found.set(name, readOne(path, type, name.startsWith("assets/")));
  }
  return found;
}

function readOne(path: string, type: string, isImmutable: boolean): ConsoleFile {
  const identity = readFileSync(path);
  const contents = { identity, ...coded("br", `${path}.br`), ...coded("gzip", `${path}.gz`) };
  return { type, contents, hash: hash("sha256", identity, "base64url").slice(0, 22), isImmutable };
}

function coded(coding: Coding, path: string): Partial<Record<Coding, Buffer>> {
  return existsSync(path) ? { [coding]: readFileSync(path) } : {};
}

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
