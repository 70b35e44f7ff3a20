/** Warning for a public https address without a trusted proxy: then every client appears with the proxy's address. */
import type { Settings } from "../base/settings.ts";

/**
 * A sentence for the operator, or null. The program itself speaks only plain HTTP, so an https address is always that of a proxy;
 * unless the proxy is trusted, limits and logs see only its address.
 */
export function proxyWarning({ publicUrl, trustedProxies }: Pick<Settings, "publicUrl" | "trustedProxies">): string | null {
  if (publicUrl === null || !publicUrl.startsWith("https:") || trustedProxies.length > 0) return null;
  return (
    "DRAWBRIDGE_PUBLIC_URL is https, so there is a proxy in front, but DRAWBRIDGE_TRUSTED_PROXIES names none: all clients count as " +
    "one address, and a client that guesses passwords slows down every sign-in. Set it to the proxy's address, such as 127.0.0.1."
  );
}
