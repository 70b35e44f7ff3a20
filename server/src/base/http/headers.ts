export type Coding = "br" | "gzip" | "identity";

/** Smallest first. */
const preferred: readonly Coding[] = ["br", "gzip"];

export function codingFor(acceptEncoding: string | undefined, kept: Readonly<Partial<Record<Coding, unknown>>>): Coding {
  const taken = qualities(acceptEncoding ?? "");
  const accepts = (coding: Coding) => (taken.get(coding) ?? taken.get("*") ?? 0) > 0;
  return preferred.find((coding) => kept[coding] !== undefined && accepts(coding)) ?? "identity";
}

/** Names are in lowercase; an invalid weight is 0. */
export function qualities(header: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const part of header.slice(0, 1000).toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const quality = parameters.find((text) => text.startsWith("q="))?.slice(2) ?? "1";
    found.set(name === "x-gzip" ? "gzip" : name, Number(quality) || 0);
  }
  return found;
}

/** If-None-Match (RFC 9110 §13.1.2), compared weakly. A suffix that a compressing proxy added matches too. */
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

/** Any web page may call the read endpoints (WHATWG Fetch, CORS). `writeHead` takes flat lists. */
export const corsHeaders = corsHeadersExposing("etag, date, age, retry-after, drawbridge-reason, content-language");

/** For answers to questions with an operating system. */
export const osCorsHeaders = corsHeadersExposing(`${corsHeaders.at(-1)}, drawbridge-os`);

function corsHeadersExposing(names: string): readonly string[] {
  return ["Access-Control-Allow-Origin", "*", "Access-Control-Expose-Headers", names];
}

/** Clients may add any header, and `*` does not cover `authorization` (86400 s is a day). */
export const preflightHeaders: readonly string[] = [
  "Access-Control-Allow-Methods",
  "GET, HEAD, OPTIONS",
  "Access-Control-Allow-Headers",
  "*, authorization, x-api-key, if-none-match, x-client-id",
  "Access-Control-Max-Age",
  "86400",
];
