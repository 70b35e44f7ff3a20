/** If-None-Match, RFC 9110 §13.1.2: a list of entity tags compared weakly, or `*`. Linear in the header. */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === "*") return true;
  let at = 0;
  while (at < ifNoneMatch.length) {
    const open = ifNoneMatch.indexOf('"', at);
    if (open < 0) return false;
    const close = ifNoneMatch.indexOf('"', open + 1);
    if (close < 0) return false;
    if (close + 1 - open === etag.length && ifNoneMatch.startsWith(etag, open)) return true;
    at = close + 1;
  }
  return false;
}
