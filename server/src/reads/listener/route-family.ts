/** The part of the program for a path, by its raw bytes. An ambiguous path (RFC 3986 §6.2.2) is 404 everywhere. */
import { type OperationId, paths, splitOperation } from "drawbridge-rules/api/paths.ts";

export type RouteFamily = "read" | "admin" | "console" | "sign-in" | "docs" | "feeds" | "edge" | "health";

/** Addresses of the admin API; some are not below `/admin/`. */
const adminAddresses = new Set(Object.keys(paths).map((id) => splitOperation(id as OperationId).path));

/** @param path as it was sent: without the query, and not decoded. */
export function findRouteFamily(path: string): RouteFamily | null {
  // The addresses that people type: a browser shows the second of them with its slash.
  if (path === "/" || path === "/console/") return "console";
  if (path === "/docs/" || path === "/llms.txt") return "docs";
  if (!isPlain(path)) return null;
  const first = path.slice(1, path.indexOf("/", 1) < 0 ? path.length : path.indexOf("/", 1));
  if (first === "api") return "read";
  // The provider's way back is an address among those of the page, and a route as every other; so is what operators watch.
  if (first === "admin" || adminAddresses.has(path)) return "admin";
  if (first === "console") return "console";
  if (first === "sign-in") return "sign-in";
  if (first === "docs") return "docs";
  if (first === "feeds") return "feeds";
  if (first === "edge") return "edge";
  return path === "/healthz" || path === "/readyz" ? "health" : null;
}

/** Segments of path characters (RFC 3986 §3.3) without `;`, and whole escapes: no `//`, trailing slash or backslash. */
const form = /^(?:\/(?:[A-Za-z0-9\-._~!$&'()*+,=:@]|%[0-9A-Fa-f]{2})+)+$/;

/** Escapes that some programs decode to a separator, a dot segment or the end of a text: `%2f %5c %2e` and control characters. */
const riskyEscape = /%(?:2[fe]|5c|[01][0-9a-f]|7f)/i;

function isPlain(path: string): boolean {
  if (!form.test(path) || riskyEscape.test(path)) return false;
  return !path.split("/").some((segment) => segment === "." || segment === "..") && decodes(path);
}

function decodes(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
