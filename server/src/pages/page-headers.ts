/** Headers of every page of the program: browsers run only its files, and no other site frames or reads it. */
export function pageHeaders(policy: string): Readonly<Record<string, string>> {
  return {
    "Content-Security-Policy": policy,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
  };
}

/** For pages with scripts: no device of the user. */
export const permissionsPolicy = { "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()" };
