/**
 * Reference of the API, rendered from /openapi.json with swagger-ui and three files of our own, and the runbook. Loads nothing from
 * other hosts. Public and identical for every reader, like the document.
 */

import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type ProblemCode, problems } from "drawbridge-rules/wire/problem.ts";
import { matchesEtag } from "../../catalog/etag-match.ts";
import { programFile } from "../../program-files.ts";
import { type Coding, codingFor } from "../accept-header.ts";
import { problemBody, problemType } from "../problem.ts";
import type { RawRequest } from "../raw-request.ts";
import { runbookPage } from "./runbook-page.ts";

const own = (file: string) => pathToFileURL(programFile(`server/src/http/docs/page/${file}`)).href;
const packaged = (file: string) => import.meta.resolve(`swagger-ui-dist/${file}`);

/** The file of a path, its Content-Type, and a function that renders a text to a page. */
const files: Readonly<Record<string, readonly [url: () => string, type: string, page?: (text: string) => string]>> = {
  "/docs": [() => own("index.html"), "text/html; charset=utf-8"],
  "/docs/operations": [() => pathToFileURL(programFile("docs/operations.md")).href, "text/html; charset=utf-8", runbookPage],
  "/docs/docs.js": [() => own("docs.js"), "text/javascript; charset=utf-8"],
  "/docs/docs.css": [() => own("docs.css"), "text/css; charset=utf-8"],
  "/docs/swagger-ui-bundle.js": [() => packaged("swagger-ui-bundle.js"), "text/javascript; charset=utf-8"],
  "/docs/swagger-ui.css": [() => packaged("swagger-ui.css"), "text/css; charset=utf-8"],
  "/docs/icon.png": [() => packaged("favicon-32x32.png"), "image/png"],
};

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Its arrows are images in the style sheet.
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

const pageHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": policy,
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};

interface Representation {
  readonly content: Buffer;
  readonly etag: string;
}

export class DocsPage {
  /** Made at the first use, and once: the bundle takes a second to compress. */
  readonly #made = new Map<string, Promise<Representation>>();

  /** A body is not looked at. */
  async handle({ path, method, ifNoneMatch }: RawRequest, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const file = Object.hasOwn(files, path) ? files[path] : undefined;
    if (!file) return answerProblem(res, method, "not_found", "There is nothing at this address.");
    if (method !== "GET" && method !== "HEAD")
      return answerProblem(res, method, "method_not_allowed", "Use GET or HEAD.", { Allow: "GET, HEAD" });
    const [urlOf, type, page] = file;
    const coding = type === "image/png" ? "identity" : codingFor(req.headers["accept-encoding"], compress);
    const { content, etag } = await this.#representation(urlOf(), coding, page);
    const shared = { ...pageHeaders, ETag: etag, "Cache-Control": "no-cache", Vary: "Accept-Encoding" };
    if (ifNoneMatch !== null && matchesEtag(ifNoneMatch, etag)) {
      res.writeHead(304, shared).end();
      return;
    }
    const coded = coding === "identity" ? {} : { "Content-Encoding": coding };
    res.writeHead(200, { ...shared, ...coded, "Content-Type": type, "Content-Length": content.length });
    res.end(method === "HEAD" ? undefined : content);
  }

  #representation(url: string, coding: Coding, page?: (text: string) => string): Promise<Representation> {
    const name = `${coding} ${url}`;
    const made = this.#made.get(name) ?? represent(url, coding, page);
    this.#made.set(name, made);
    // One that failed is tried again.
    made.catch(() => this.#made.delete(name));
    return made;
  }
}

const compress: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  // Quality 11 would take four times as long, for a twentieth less.
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
  identity: async (bytes) => bytes,
};

async function represent(url: string, coding: Coding, page?: (text: string) => string): Promise<Representation> {
  const file = await readFile(fileURLToPath(url));
  const bytes = page ? Buffer.from(page(file.toString("utf8"))) : file;
  // Strong, so one for each coding (RFC 9110 §8.8.3.3).
  const etag = `"${hash("sha256", Buffer.concat([bytes, Buffer.from(coding)]), "base64url").slice(0, 27)}"`;
  return { content: await compress[coding](bytes), etag };
}

function answerProblem(
  res: ServerResponse,
  method: string,
  code: ProblemCode,
  detail: string,
  more: Readonly<Record<string, string>> = {},
): void {
  const body = problemBody(code, detail);
  const headers = {
    "Content-Type": problemType,
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    ...more,
  };
  res.writeHead(problems[code].status, { ...pageHeaders, ...headers });
  res.end(method === "HEAD" ? undefined : body);
}
