/** Address to return to after sign-in. It stays in this tab and is always inside the console. */

const storageKey = "drawbridge-return";
const root = "/console/";

/** Leaves for the sign-in page. */
export function redirectToSignIn(): void {
  sessionStorage.setItem(storageKey, location.pathname + location.search + location.hash);
  location.assign("/sign-in");
}

/** Returns the stored address once; null means none. */
export function takeReturnAddress(): string | null {
  const kept = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  return kept !== null && isOwnAddress(kept) ? kept : null;
}

/** A path of the console: no other host (`//…`, `/\…`), no other scheme. */
export function isOwnAddress(address: string): boolean {
  const url = URL.parse(address, "https://console.invalid");
  return url !== null && url.origin === "https://console.invalid" && address.startsWith(root) && url.pathname.startsWith(root);
}
