import { fileURLToPath } from "node:url";

export const objectsUrlForm = "s3://bucket/prefix, or file:///folder with the absolute path of a folder that exists";

export function parseObjectsUrl(text: string): URL | null {
  const url = URL.parse(text);
  if (url === null || url.username + url.password + url.port + url.search + url.hash !== "") return null;
  // Every store accepts these characters in keys.
  const isBucket = url.protocol === "s3:" && /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname);
  if (isBucket) return /^(?:\/[\w.-]+)*\/?$/.test(url.pathname) ? url : null;
  return url.protocol === "file:" && url.hostname === "" && url.pathname !== "/" && isPath(url) ? url : null;
}

/** False for a path without the letter of a drive on Windows, or with an encoded slash. */
function isPath(url: URL): boolean {
  try {
    return fileURLToPath(url) !== "";
  } catch {
    return false;
  }
}
