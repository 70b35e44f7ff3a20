/** Refuses cross-site requests that `SameSite=Strict` and JSON bodies do not stop (Fetch Metadata; RFC 6454 §7). */
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { isLoopbackName } from "../base/address.ts";

/** With a session, a write must state our origin, and a read must not be cross-site. @throws forbidden */
export function refuseForeign({ method, headers }: Pick<Request, "method" | "headers">, publicUrl: string): void {
  if (method === "GET" || method === "HEAD") {
    if (headers.get("sec-fetch-site") === "cross-site")
      throw foreign("This request comes from another site, which must not use your session.");
    return;
  }
  if (headers.get("sec-fetch-site") === null && headers.get("origin") === null) {
    throw foreign("A change with a session requires the header Sec-Fetch-Site or Origin, which browsers send.");
  }
  refuseForeignWrite(headers, publicUrl);
}

/** If a browser states its origin, it must be our own. @throws forbidden */
export function refuseForeignWrite(headers: Headers, publicUrl: string): void {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") throw foreign("This request comes from a page of another site.");
  const origin = headers.get("origin");
  if (origin === null || isOwn(origin, new URL(publicUrl))) return;
  throw foreign(
    `This request comes from a page outside ${publicUrl}, the address in DRAWBRIDGE_PUBLIC_URL. Use the console at that address.`,
  );
}

/** On this machine, every name for loopback is our own. */
function isOwn(origin: string, own: URL): boolean {
  if (origin === own.origin) return true;
  const other = URL.parse(origin);
  if (other === null || other.origin !== origin) return false;
  const isSameDoor = other.protocol === own.protocol && other.port === own.port;
  return isSameDoor && isLoopbackName(own.hostname) && isLoopbackName(other.hostname);
}

function foreign(message: string): DrawbridgeError {
  return new DrawbridgeError("forbidden", message);
}
