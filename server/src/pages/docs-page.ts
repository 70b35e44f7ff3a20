/** `site/site.ts` writes the pages, which are public and identical for every reader. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { sendProblem } from "../base/http/problem.ts";
import type { RawRequest } from "../base/http/raw-request.ts";
import { type BuiltFiles, type HeaderMap, pageHeaders, redirectTo, sendBuiltFile } from "./built-files.ts";

const notBuilt =
  "The pages are not built yet. The server builds them when it starts; to build them yourself: npm ci && npm run build";

const ownHeaders = pageHeaders({ "font-src": "'self'", "form-action": "'none'" });

export class DocsPage {
  readonly #files: BuiltFiles;

  constructor(files: BuiltFiles) {
    this.#files = files;
  }

  handle(rawRequest: RawRequest, req: IncomingMessage, res: ServerResponse): void {
    const { path, method } = rawRequest;
    const headers = { ...ownHeaders, "Cache-Control": "no-cache" };
    const file = path === "/docs" || path === "/docs/404" ? null : this.#files.find(builtName(path));
    if (method !== "GET" && method !== "HEAD" && (file || path === "/docs"))
      sendProblem(res, method, "method_not_allowed", "Use GET or HEAD.", { ...ownHeaders, Allow: "GET, HEAD" });
    else if (path === "/docs") redirectTo("/docs/", res, ownHeaders);
    else if (file) sendBuiltFile(res, rawRequest, req.headers["accept-encoding"], file, headers);
    else this.#answerUnknown(rawRequest, req, res, headers);
  }

  #answerUnknown(rawRequest: RawRequest, req: IncomingMessage, res: ServerResponse, headers: HeaderMap): void {
    const page = this.#files.find("docs/404.html");
    if (!page) sendProblem(res, rawRequest.method, "unavailable", notBuilt, { ...ownHeaders, "Retry-After": "3" });
    else if (req.headers.accept?.includes("text/html") && (rawRequest.method === "GET" || rawRequest.method === "HEAD"))
      sendBuiltFile(res, rawRequest, req.headers["accept-encoding"], page, headers, 404);
    else sendProblem(res, rawRequest.method, "not_found", "There is nothing at this address.", ownHeaders);
  }
}

/** Pages have their address without `.html`. */
function builtName(path: string): string {
  if (path === "/llms.txt") return "docs/llms.txt";
  const name = path.slice("/docs/".length);
  if (name === "") return "docs/index.html";
  return name.includes(".") && !name.endsWith(".html") ? `docs/${name}` : `docs/${name}.html`;
}
