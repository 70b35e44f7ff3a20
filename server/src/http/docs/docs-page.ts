/**
 * The reference of the API, rendered from /openapi.json: files of swagger-ui and three of our own, and nothing from elsewhere.
 * It is public, as the document is, and the same for everybody.
 */

import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type ProblemCode, problems } from "drawbridge-rules/wire/problem.ts";
import { matchesEtag } from "../../catalog/etag-match.ts";
import { problemBody, problemType } from "../problem.ts";
import type { Received } from "../received.ts";

const own = (file: string) => new URL(`page/${file}`, import.meta.url).href;
const packaged = (file: string) => import.meta.resolve(`swagger-ui-dist/${file}`);

/** Beside the file that a path names, its Content-Type. */
const files: Readonly<Record<string, readonly [url: () => string, type: string]>> = {
  "/docs": [() => own("index.html"), "text/html; charset=utf-8"],
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

type Coding = "br" | "gzip" | "identity";

interface Representation {
  readonly content: Buffer;
  readonly etag: string;
}

export class DocsPage {
  /** Made at the first use, and once: the bundle takes a second to compress. */
  readonly #made = new Map<string, Promise<Representation>>();

  /** A body is not looked at. */
  async handle({ path, method, ifNoneMatch }: Received, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const file = Object.hasOwn(files, path) ? files[path] : undefined;
    if (!file) return answerProblem(res, method, "not_found", "There is nothing at this address.");
    if (method !== "GET" && method !== "HEAD")
      return answerProblem(res, method, "method_not_allowed", "Ask with GET or HEAD.", { Allow: "GET, HEAD" });
    const [urlOf, type] = file;
    const coding = type === "image/png" ? "identity" : codingFor(req.headers["accept-encoding"]);
    const { content, etag } = await this.#representation(urlOf(), coding);
    const shared = { ...pageHeaders, ETag: etag, "Cache-Control": "no-cache", Vary: "Accept-Encoding" };
    if (ifNoneMatch !== null && matchesEtag(ifNoneMatch, etag)) {
      res.writeHead(304, shared).end();
      return;
    }
    const coded = coding === "identity" ? {} : { "Content-Encoding": coding };
    res.writeHead(200, { ...shared, ...coded, "Content-Type": type, "Content-Length": content.length });
    res.end(method === "HEAD" ? undefined : content);
  }

  #representation(url: string, coding: Coding): Promise<Representation> {
    const name = `${coding} ${url}`;
    const made = this.#made.get(name) ?? represent(url, coding);
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

async function represent(url: string, coding: Coding): Promise<Representation> {
  const bytes = await readFile(fileURLToPath(url));
  // Strong, so one for each coding (RFC 9110 §8.8.3.3).
  const etag = `"${hash("sha256", Buffer.concat([bytes, Buffer.from(coding)]), "base64url").slice(0, 27)}"`;
  return { content: await compress[coding](bytes), etag };
}

/** RFC 9110 §12.5.3, as far as there are three to choose from: the shortest that is not refused by name. */
function codingFor(accepted: string | undefined): Coding {
  const weights = new Map<string, number>();
  for (const range of (accepted ?? "").slice(0, 1000).toLowerCase().split(",")) {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim());
    const q = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1);
    if (name !== "") weights.set(name, q);
  }
  return (["br", "gzip"] as const).find((coding) => (weights.get(coding) ?? 0) > 0) ?? "identity";
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
