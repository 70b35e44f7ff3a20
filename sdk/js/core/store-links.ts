/** Links that may be opened. A hijacked server must not become a way to install something else. */

const storeHosts = [
  "apps.apple.com",
  "itunes.apple.com",
  "play.google.com",
  "appgallery.huawei.com",
  "appgallery.cloud.huawei.com",
];
/** Apple's links name a host of Apple; the others open the page of an app. */
const storeSchemes = /^(itms-appss?:\/\/(apps|itunes)\.apple\.com\/|(market|appmarket):\/\/details\?)/i;

/** Parsed without `URL`, which Hermes lacks: anything unusual, such as a port, a user or a backslash, is refused. */
export function isAllowedLink(link: string, ownHosts: readonly string[]): boolean {
  if (!/^[!-[\]-~]+$/.test(link)) return false;
  const host = /^https:\/\/([a-z0-9.-]+)(?=[/?#]|$)/i.exec(link)?.[1]?.toLowerCase();
  return host ? storeHosts.concat(ownHosts).some((name) => name.toLowerCase() === host) : storeSchemes.test(link);
}
