/** The same bytes for every visitor, without user input. */

import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { sendProblem } from "../base/http/problem.ts";
import type { RawRequest } from "../base/http/raw-request.ts";
import { programFile } from "../base/program-files.ts";
import { etagOf, pageHeaders, sendFile } from "./built-files.ts";

const files: Readonly<Record<string, readonly [file: string, type: string]>> = {
  "/sign-in": ["index.html", "text/html; charset=utf-8"],
  "/sign-in/sign-in.js": ["sign-in.js", "text/javascript; charset=utf-8"],
  "/sign-in/ask.js": ["ask.js", "text/javascript; charset=utf-8"],
  "/sign-in/form.js": ["form.js", "text/javascript; charset=utf-8"],
  "/sign-in/texts.js": ["texts.js", "text/javascript; charset=utf-8"],
  "/sign-in/sign-in.css": ["sign-in.css", "text/css; charset=utf-8"],
  "/sign-in/icon.svg": ["icon.svg", "image/svg+xml"],
};

const ownHeaders = pageHeaders();

export class SignInPage {
  readonly #files = new Map(
    Object.entries(files).map(([path, [file, type]]) => {
      const content = readFileSync(programFile(`server/src/pages/sign-in/page/${file}`));
      return [path, { content, type, etag: etagOf(content) }];
    }),
  );

  handle(rawRequest: RawRequest, res: ServerResponse): void {
    const { path, method } = rawRequest;
    const file = this.#files.get(path);
    if (!file) sendProblem(res, method, "not_found", "There is nothing at this address.", ownHeaders);
    else if (method !== "GET" && method !== "HEAD")
      sendProblem(res, method, "method_not_allowed", "Use GET or HEAD.", { ...ownHeaders, Allow: "GET, HEAD" });
    else sendFile(res, rawRequest, file, { ...ownHeaders, "Cache-Control": "no-cache" });
  }
}
