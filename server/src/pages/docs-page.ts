/**
 * The pages of docs/, which `ui/build-docs.ts` has rendered. Loads nothing from other hosts. Public and identical for every reader,
 * like the OpenAPI document.
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { sendProblem } from "../base/http/problem.ts";
import type { RawRequest } from "../base/http/raw-request.ts";
import { type BuiltFiles, pageHeaders, sendBuiltFile } from "./built-files.ts";

const notBuilt =
  "The pages are not built yet. The server builds them when it starts; to build them yourself: npm ci && npm run build";

/** Files of the build by path; every other path is that of a page. */
const files: ReadonlyMap<string, string> = new Map([
  ["/docs", "docs/README.html"],
  ["/docs/pages.css", "docs/pages.css"],
  ["/docs/icon.svg", "icon.svg"],
]);

const ownHeaders = pageHeaders([
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
]);

export class DocsPage {
  readonly #files: BuiltFiles;

  constructor(files: BuiltFiles) {
    this.#files = files;
  }

  /** A body is not looked at. */
  handle(rawRequest: RawRequest, req: IncomingMessage, res: ServerResponse): void {
    const { path, method } = rawRequest;
    const [, page] = /^\/docs\/((?:reference\/)?[A-Za-z-]{1,60})$/.exec(path) ?? [];
    const name = files.get(path) ?? (page === undefined ? "" : `docs/${page}.html`);
    const file = this.#files.find(name);
    if (!file && name !== "" && !this.#files.find("docs/README.html"))
      sendProblem(res, method, "unavailable", notBuilt, { ...ownHeaders, "Retry-After": "3" });
    else if (!file) sendProblem(res, method, "not_found", "There is nothing at this address.", ownHeaders);
    else if (method !== "GET" && method !== "HEAD")
      sendProblem(res, method, "method_not_allowed", "Use GET or HEAD.", { ...ownHeaders, Allow: "GET, HEAD" });
    else sendBuiltFile(res, rawRequest, req.headers["accept-encoding"], file, { ...ownHeaders, "Cache-Control": "no-cache" });
  }
}
