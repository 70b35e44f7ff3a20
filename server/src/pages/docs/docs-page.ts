/**
 * The pages of docs/, which `ui/build-docs.ts` has rendered. Loads nothing from other hosts. Public and identical for every reader,
 * like the OpenAPI document.
 */

import { hash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type ProblemCode, problems } from "drawbridge-rules/wire/problem.ts";
import { type Coding, codingFor, matchesEtag } from "../../base/http/headers.ts";
import { problemBody, problemType } from "../../base/http/problem.ts";
import type { RawRequest } from "../../base/http/raw-request.ts";
import { programFile } from "../../base/program-files.ts";
import { pageHeaders } from "../page-headers.ts";

/** Directory of the rendered pages. */
const rendered = programFile("ui/dist/docs");
const notBuilt =
  "The pages are not built yet. The server builds them when it starts; to build them yourself: npm ci && npm run build";
const html = "text/html; charset=utf-8";

/** The file of a path, and its Content-Type. */
const files: Readonly<Record<string, readonly [file: string, type: string]>> = {
  "/docs": [join(rendered, "README.html"), html],
  "/docs/pages.css": [programFile("server/src/pages/docs/page/pages.css"), "text/css; charset=utf-8"],
  "/docs/icon.svg": [programFile("ui/dist/icon.svg"), "image/svg+xml"],
};

function findFile(path: string): readonly [file: string, type: string] | null {
  const own = Object.hasOwn(files, path) && files[path];
  if (own) return own;
  const [, name] = /^\/docs\/([A-Za-z-]{1,60})$/.exec(path) ?? [];
  return name === undefined ? null : [join(rendered, `${name}.html`), html];
}

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

const ownHeaders = pageHeaders(policy);

interface Representation {
  readonly content: Buffer;
  readonly etag: string;
}

export class DocsPage {
  /** Made at the first use, and again after a build. */
  readonly #made = new Map<string, { readonly modified: number; readonly representation: Promise<Representation> }>();

  /** A body is not looked at. */
  async handle({ path, method, ifNoneMatch }: RawRequest, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const [file, type] = findFile(path) ?? [];
    const modified = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (file === undefined || type === undefined || modified === undefined) {
      if (file === undefined || existsSync(rendered))
        answerProblem(res, method, "not_found", "There is nothing at this address.");
      else answerProblem(res, method, "unavailable", notBuilt, { "Retry-After": "3" });
      return;
    }
    if (method !== "GET" && method !== "HEAD")
      return answerProblem(res, method, "method_not_allowed", "Use GET or HEAD.", { Allow: "GET, HEAD" });
    const coding = codingFor(req.headers["accept-encoding"], compress);
    const { content, etag } = await this.#representation(file, modified, coding);
    const shared = { ...ownHeaders, ETag: etag, "Cache-Control": "no-cache", Vary: "Accept-Encoding" };
    if (ifNoneMatch !== null && matchesEtag(ifNoneMatch, etag)) {
      res.writeHead(304, shared).end();
      return;
    }
    const coded = coding === "identity" ? {} : { "Content-Encoding": coding };
    res.writeHead(200, { ...shared, ...coded, "Content-Type": type, "Content-Length": content.length });
    res.end(method === "HEAD" ? undefined : content);
  }

  #representation(file: string, modified: number, coding: Coding): Promise<Representation> {
    const name = `${coding} ${file}`;
    const made = this.#made.get(name);
    if (made?.modified === modified) return made.representation;
    const representation = represent(file, coding);
    this.#made.set(name, { modified, representation });
    // One that failed is tried again.
    representation.catch(() => this.#made.delete(name));
    return representation;
  }
}

const compress: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  // Quality 11 would take four times as long, for a twentieth less.
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
  identity: async (bytes) => bytes,
};

async function represent(file: string, coding: Coding): Promise<Representation> {
  const bytes = await readFile(file);
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
  res.writeHead(problems[code].status, { ...ownHeaders, ...headers });
  res.end(method === "HEAD" ? undefined : body);
}
