/** Values of the settings for a collector, in the form that OpenTelemetry's own environment variables have. */

/** Without a trailing slash; null: not an http(s) address, or one with a query or credentials. */
export function parseCollector(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  if (/[?#]/.test(text) || url.username !== "" || url.password !== "") return null;
  return url.href.replace(/\/+$/, "");
}

/** Header names in lower case. Null: a header is invalid. */
export function parseHeaders(text: string): Readonly<Record<string, string>> | null {
  const pairs = parsePairs(text);
  if (pairs === null) return null;
  for (const [name, value] of pairs) if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || !/^[ -~]+$/.test(value)) return null;
  return Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]));
}

/** `key=value,…` with percent-encoded values, as in W3C Baggage. Null: an entry has another form. */
export function parsePairs(text: string): [name: string, value: string][] | null {
  const pairs: [string, string][] = [];
  for (const part of text.split(",")) {
    const [, name = "", encoded = ""] = /^\s*([^=\s]+)\s*=([ -~]*?)\s*$/.exec(part) ?? [];
    const value = decoded(encoded);
    if (name === "" || value === null) return null;
    pairs.push([name, value]);
  }
  return pairs;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
