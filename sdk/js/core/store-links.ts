/**
 * Links that may be opened. A hijacked server must not become a way to install something else. `sdk/conformance/store-links.json` has
 * the list and its cases for all clients.
 */

const apple = "apps.apple.com/ itunes.apple.com/";
const google = "play.google.com/ appdistribution.firebase.google.com/ appdistribution.firebase.dev/";
const amazon = "www.amazon.com/gp/mas/ www.amazon.com/dp/";
const samsung = "galaxystore.samsung.com/ apps.samsung.com/";
const huawei = "appgallery.huawei.com/ appgallery.cloud.huawei.com/";
const microsoft = "apps.microsoft.com/ www.microsoft.com/store/";
const byScheme = {
  https: `${apple} testflight.apple.com/ ${google} ${amazon} ${samsung} ${huawei} ${microsoft} f-droid.org/`,
  "itms-apps": apple,
  "itms-appss": apple,
  macappstore: apple,
  "itms-beta": "testflight.apple.com/ beta.itunes.apple.com/",
  market: "details?",
  amzn: "apps/",
  samsungapps: "productdetail/",
  appmarket: "details?",
  "ms-windows-store": "pdp/",
};

/** Beginnings of links, in lower case. */
export const storeLinks: readonly string[] = [
  "fdroid.app:",
  ...Object.entries(byScheme).flatMap(([scheme, starts]) => starts.split(" ").map((start) => `${scheme}://${start}`)),
];

/** Other schemes that an app allows: none that runs code, reads the device or has no known receiver. */
const ownScheme = /^(?!(https?|javascript|vbscript|data|blob|file|content|intent):)([a-z][a-z0-9+.-]*):./;

/** Parsed without `URL`, which Hermes lacks: anything unusual, such as a port, a user, a backslash or `..`, is refused. */
export function isAllowedLink(link: string, hosts?: readonly string[], schemes?: readonly string[]): boolean {
  const text = link.toLowerCase();
  const has = (list: readonly string[] = [], name?: string) => list.some((own) => own.toLowerCase() === name);
  return (
    /^(?!.*\/(\.|%2e){1,2}([/?#]|$))[!-[\]-~]+$/.test(text) &&
    (storeLinks.some((known) => text.startsWith(known)) ||
      has(hosts, /^https:\/\/([a-z0-9.-]+)([/?#]|$)/.exec(text)?.[1]) ||
      has(schemes, ownScheme.exec(text)?.[2]))
  );
}
