/**
 * If-None-Match, RFC 9110 §13.1.2: a list of entity tags compared weakly, or `*`. Linear in the header. A tag also matches with the
 * suffix of a proxy that compressed the answer: the proxy does not remove it from the client's next request.
 */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === "*") return true;
  const begin = etag.slice(0, -1);
  let at = 0;
  while (at < ifNoneMatch.length) {
    const open = ifNoneMatch.indexOf('"', at);
    if (open < 0) return false;
    const close = ifNoneMatch.indexOf('"', open + 1);
    if (close < 0) return false;
    const end = open + begin.length;
    if (ifNoneMatch.startsWith(begin, open) && (close === end || suffixes.has(ifNoneMatch.slice(end, close)))) return true;
    at = close + 1;
  }
  return false;
}

/** `-gzip` of Apache and Caddy, `--gzip` of Jetty, `;gz` and `;br` of LiteSpeed, and the same for the other codings. */
const suffixes: ReadonlySet<string> = new Set(
  ["-", "--", ";"].flatMap((mark) => ["br", "deflate", "gz", "gzip", "zstd"].map((coding) => mark + coding)),
);
