/**
 * The page's policy allows only style elements with the response's nonce, and no text as HTML. Two libraries write
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

/** Libraries insert style sheets as "HTML". Text without a `<` cannot become an element; anything else is refused. */
(globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("default", {
  createHTML: (text) => (text.includes("<") ? null : text),
});
