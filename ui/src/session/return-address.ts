/** The address stays in this tab and inside the console. */

const storageKey = "drawbridge-return";
const root = "/console/";

export function redirectToSignIn(): void {
  sessionStorage.setItem(storageKey, location.pathname + location.search + location.hash);
  location.assign("/sign-in");
}

/** Forgets the address. Null means none. */
export function takeReturnAddress(): string | null {
  const kept = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  return kept !== null && isOwnAddress(kept) ? kept : null;
}

/** No other host (`//…`, `/\…`), and no other scheme. */
export function isOwnAddress(address: string): boolean {
  const url = URL.parse(address, "https://console.invalid");
  return url !== null && url.origin === "https://console.invalid" && address.startsWith(root) && url.pathname.startsWith(root);
}
