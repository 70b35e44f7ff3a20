/**
 * Links that may be opened. A hijacked server must not become a way to install something else. `sdk/conformance/store-links.json` has
 * the list and its cases for all clients.
 */

/** Beginnings of links, in lower case. */
export const storeLinks: readonly string[] = [
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

/** Schemes that run code, read the device or have no known receiver, whatever the app allows. */
const neverAllowed = /^(https?|javascript|vbscript|data|blob|file|content|intent):/;

/** Parsed without `URL`, which Hermes lacks: anything unusual, such as a port, a user, a backslash or `..`, is refused. */
export function isAllowedLink(link: string, hosts: readonly string[] = [], schemes: readonly string[] = []): boolean {
  const text = link.toLowerCase();
  if (!/^[!-[\]-~]+$/.test(text) || /\/(\.|%2e){1,2}([/?#]|$)/.test(text)) return false;
  const host = /^https:\/\/([a-z0-9.-]+)([/?#]|$)/.exec(text)?.[1];
  const scheme = neverAllowed.test(text) ? undefined : /^([a-z][a-z0-9+.-]*):./.exec(text)?.[1];
  const names = (list: readonly string[], name: string | undefined) => list.some((own) => own.toLowerCase() === name);
  return storeLinks.some((known) => text.startsWith(known)) || names(hosts, host) || names(schemes, scheme);
}
