/**
 * Whether a request comes from our own page. A browser sends the cookie of a session with whatever any page makes it send;
 * `SameSite=Strict` and JSON alone stop most of that, and this stops the rest (Fetch Metadata; RFC 6454 §7).
 */
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { isLoopbackName } from "./session-cookie.ts";

interface Asked {
  readonly method: string;
  readonly headers: Headers;
}

/**
 * Of a request that a session opens: a write says where it comes from, and it is from here; a read is not from another site.
 * @throws forbidden
 */
export function refuseForeign({ method, headers }: Asked, publicUrl: string): void {
  if (method === "GET" || method === "HEAD") {
    if (headers.get("sec-fetch-site") === "cross-site") throw foreign("Another site asks for this with your session.");
    return;
  }
  if (headers.get("sec-fetch-site") === null && headers.get("origin") === null) {
    throw foreign("A session opens a change only where the browser says which page it comes from: in Sec-Fetch-Site or Origin.");
  }
  refuseForeignWrite(headers, publicUrl);
}

/** Of a write that anybody may ask for: a browser that says where it comes from says that it is from here. @throws forbidden */
export function refuseForeignWrite(headers: Headers, publicUrl: string): void {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") throw foreign("This comes from a page of another site.");
  const origin = headers.get("origin");
  if (origin === null || isOwn(origin, new URL(publicUrl))) return;
  throw foreign(`This comes from another page than those of ${publicUrl}, which is where DRAWBRIDGE_PUBLIC_URL says people are.`);
}

/** The public URL's own origin; where that is on this machine, by whatever name the machine calls itself. */
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
