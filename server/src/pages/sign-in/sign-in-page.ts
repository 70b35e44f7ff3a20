/**
 * Sign-in page: the same bytes for every visitor. Its data comes from the admin API, so no user input is ever part of a
 * served document.
 */

import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { type ProblemCode, problems } from "drawbridge-rules/wire/problem.ts";
import { matchesEtag } from "../../base/http/headers.ts";
import { problemBody, problemType } from "../../base/http/problem.ts";
import type { RawRequest } from "../../base/http/raw-request.ts";
import { programFile } from "../../base/program-files.ts";
import { pageHeaders, permissionsPolicy } from "../page-headers.ts";

/** Beside the file that a path names, its Content-Type. */
const files: Readonly<Record<string, readonly [file: string, type: string]>> = {
  "/sign-in": ["index.html", "text/html; charset=utf-8"],
  "/sign-in/sign-in.js": ["sign-in.js", "text/javascript; charset=utf-8"],
  "/sign-in/ask.js": ["ask.js", "text/javascript; charset=utf-8"],
  "/sign-in/form.js": ["form.js", "text/javascript; charset=utf-8"],
  "/sign-in/texts.js": ["texts.js", "text/javascript; charset=utf-8"],
  "/sign-in/sign-in.css": ["sign-in.css", "text/css; charset=utf-8"],
  "/sign-in/icon.svg": ["icon.svg", "image/svg+xml"],
};

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Without an icon of its own, a browser would ask for /favicon.ico and complain of the policy.
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** Headers of the page, and of every redirect to it or back. */
const ownHeaders = { ...pageHeaders(policy), ...permissionsPolicy };

interface Page {
  readonly content: Buffer;
  readonly etag: string;
  readonly type: string;
}

export class SignInPage {
  readonly #pages: ReadonlyMap<string, Page>;

  /** Reads the files, once. */
  constructor() {
    this.#pages = new Map(Object.entries(files).map(([path, [file, type]]) => [path, readPage(file, type)]));
  }

  /** A body is not looked at. */
  handle({ path, method, ifNoneMatch }: RawRequest, res: ServerResponse): void {
    const page = this.#pages.get(path);
    if (!page) answerProblem(res, method, "not_found", "There is nothing at this address.");
    else if (method !== "GET" && method !== "HEAD") {
      answerProblem(res, method, "method_not_allowed", "Use GET or HEAD.", { Allow: "GET, HEAD" });
    } else answerPage(res, method, page, ifNoneMatch);
  }
}

function readPage(file: string, type: string): Page {
  const content = readFileSync(programFile(`server/src/pages/sign-in/page/${file}`));
  return { content, type, etag: `"${hash("sha256", content, "base64url").slice(0, 27)}"` };
}

function answerPage(res: ServerResponse, method: string, { content, etag, type }: Page, ifNoneMatch: string | null): void {
  const shared = { ...ownHeaders, ETag: etag, "Cache-Control": "no-cache" };
  if (ifNoneMatch !== null && matchesEtag(ifNoneMatch, etag)) {
    res.writeHead(304, shared).end();
    return;
  }
  res.writeHead(200, { ...shared, "Content-Type": type, "Content-Length": content.length });
  res.end(method === "HEAD" ? undefined : content);
}

function answerProblem(
  res: ServerResponse,
  method: string,
  code: ProblemCode,
  detail: string,
  own: Readonly<Record<string, string>> = {},
): void {
  const body = problemBody(code, detail);
  const headers = { "Content-Type": problemType, "Content-Length": Buffer.byteLength(body), "Cache-Control": "no-store", ...own };
  res.writeHead(problems[code].status, { ...ownHeaders, ...headers });
  res.end(method === "HEAD" ? undefined : body);
}
