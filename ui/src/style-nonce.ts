/**
 * The policy of the page lets in only style elements that carry this answer's nonce, and no text as HTML. Two libraries write
 * style elements: the components (asked for the nonce) and what holds a page still behind a dialog (which looks for a global).
 */

const nonce = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? "";

export function styleNonce(): string {
  return nonce;
}

(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = nonce;

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(text: string): string | null }): unknown;
}

/** Style sheets come as "HTML". Without a `<` nothing can be made of it but text; whatever has one is refused. */
(globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("default", {
  createHTML: (text) => (text.includes("<") ? null : text),
});
