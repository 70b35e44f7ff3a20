/** A block without a link, or with one that clients refuse to open, is a dead end. */
import { readText } from "../values/fields.ts";

export const noLinks: Readonly<Record<"android" | "apple", string | null>> = { android: null, apple: null };

/** Every client opens these links, in lower case, as `sdk/conformance/store-links.json` lists them. */
export const storeBeginnings: readonly string[] = [
  ...["https", "itms-apps", "itms-appss", "macappstore"].flatMap((scheme) =>
    ["apps", "itunes"].map((name) => `${scheme}://${name}.apple.com/`),
  ),
  "https://testflight.apple.com/",
  "itms-beta://testflight.apple.com/",
  "itms-beta://beta.itunes.apple.com/",
  "https://play.google.com/",
  "market://details?",
  "https://www.amazon.com/gp/mas/",
  "https://www.amazon.com/dp/",
  "amzn://apps/",
  "https://galaxystore.samsung.com/",
  "https://apps.samsung.com/",
  "samsungapps://productdetail/",
  "https://appgallery.huawei.com/",
  "https://appgallery.cloud.huawei.com/",
  "appmarket://details?",
  "https://apps.microsoft.com/",
  "https://www.microsoft.com/store/",
  "ms-windows-store://pdp/",
  "https://f-droid.org/",
  "fdroid.app:",
  "https://appdistribution.firebase.google.com/",
  "https://appdistribution.firebase.dev/",
];

/** Schemes that run code, read the device or have no known receiver: no client opens them. */
const neverOpened = ["http", "javascript", "vbscript", "data", "blob", "file", "content", "intent"];
export const longestLink = 2048;

export const linkRule =
  `a link such as https://apps.apple.com/app/id123456789, of at most ${longestLink} ASCII characters: with https:// or the scheme of a ` +
  "store, and not http:, javascript: or another one that no app opens";

export const readLink = readText(`expected ${linkRule}`, (text) => (isLink(text) ? text : null));

function isLink(text: string): boolean {
  if (text.length > longestLink || !/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return false;
  if (/^https:/i.test(text)) return /^https:\/\//i.test(text);
  const scheme = /^([a-z][a-z\d+.-]*):./i.exec(text)?.[1]?.toLowerCase();
  return scheme !== undefined && !neverOpened.includes(scheme);
}

/** A host-like name before `@`, or a backslash, may lead elsewhere. Null means fine. */
export function linkProblem(text: string): string | null {
  const [, authority = ""] = /^[^:]*:[/\\]*([^/\\?#]*)/.exec(text) ?? [];
  if (authority.includes("@"))
    return "expected a link without a user name or password: remove everything before the host, including @";
  if (text.includes("\\")) return "expected a link without a backslash: write / or %5C";
  if (/^https:/i.test(text) && !/^https:\/\/[a-z\d.-]+([/?#]|$)/i.test(text))
    return "expected the name of a host, without a port: apps open no other link";
  if (/\/(\.|%2e){1,2}([/?#]|$)/i.test(text)) return "expected a path without . and ..: apps open no other link";
  return null;
}

/** Null means every app opens it, or none does. */
export function foreignPart(text: string): { readonly host: string } | { readonly scheme: string } | null {
  const link = text.toLowerCase();
  if (linkProblem(link) !== null || storeBeginnings.some((known) => link.startsWith(known))) return null;
  const host = /^https:\/\/([^/?#]+)/.exec(link)?.[1];
  return host === undefined ? { scheme: link.slice(0, link.indexOf(":")) } : { host };
}
