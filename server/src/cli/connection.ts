/** Which server a command talks to, and with which token. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isLoopback, urlOf } from "../http/address.ts";
import type { Settings } from "../settings.ts";

export interface Connection {
  readonly url: string;
  /** Null where there is none to be had. */
  readonly token: string | null;
  /** Where the token is from, or where it was looked for: for whoever is told that it opens nothing. Never the token. */
  readonly tokenSource: string;
}

export interface ConnectionOptions {
  readonly url: string | null;
  readonly token: string | null;
}

/** The command line first, then the environment, then what this machine's own server has written. */
export function connectionOf(given: ConnectionOptions, settings: Settings): Connection {
  const url = given.url ?? settings.url ?? urlOf(settings.adminListen);
  if (given.token !== null) return { url, token: given.token, tokenSource: "--token" };
  if (settings.token !== null) return { url, token: settings.token, tokenSource: "DRAWBRIDGE_TOKEN" };
  if (!isLocal(url))
    return { url, token: null, tokenSource: "none is given for a server elsewhere: pass --token or set DRAWBRIDGE_TOKEN" };
  if (settings.adminToken !== null) return { url, token: settings.adminToken, tokenSource: "DRAWBRIDGE_ADMIN_TOKEN" };
  return { url, ...fromFile(join(settings.data, "admin-token")) };
}

/** Only to this machine is the token of its own server sent unasked. */
function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return isLoopback({ host: hostname.replace(/^\[|\]$/g, ""), port: 0 });
}

function fromFile(file: string): Pick<Connection, "token" | "tokenSource"> {
  try {
    return { token: readFileSync(file, "utf8").trim(), tokenSource: file };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "is not there" : `cannot be read (${code})`;
    return { token: null, tokenSource: `${file} ${why}: pass --token, or set DRAWBRIDGE_TOKEN or DRAWBRIDGE_DATA` };
  }
}
