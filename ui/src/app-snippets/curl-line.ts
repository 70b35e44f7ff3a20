/** Requests of an app as `curl` commands. */

interface ConfigQuestion {
  readonly platform: string;
  readonly version: string;
}

/** @param url of the read API, without a path */
export function configLine(url: string, key: string, { platform, version }: ConfigQuestion): string {
  return line(`${url}/api/v1/config?platform=${encoded(platform)}&current_version=${encoded(version)}`, key);
}

export function maintenanceLine(url: string, key: string, instance: string): string {
  return line(`${url}/api/v1/maintenance?instanceId=${encoded(instance)}`, key);
}

function line(address: string, key: string): string {
  return `curl -H ${quoted(`x-api-key: ${key}`)} ${quoted(address)}`;
}

/** Quotes a value for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** An apostrophe in the URL would end the quotes. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll("'", "%27");
}
