/** Which server a command talks to, and with which token. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { AdminUnreachable } from "drawbridge-client/admin";
import { isLoopback } from "../base/address.ts";
import type { Settings } from "../base/settings.ts";
import { type Holder, mayRun, readHolder } from "../store/holder.ts";
import { provenServer, recordedUrl } from "./recorded-server.ts";

export interface ServerConnection {
  readonly url: string;
  /** Null: there is none. */
  readonly token: string | null;
  /** Origin of the token, or the places searched for one: named in the error if the token is refused. Never the token itself. */
  readonly tokenSource: string;
  /**
   * Await before each request, with a timeout in milliseconds; null: the address was named, and so was the token or there is
   * none.
   * @throws AdminUnreachable: the listener is not the server recorded in the data directory
   */
  readonly prove: ((timeout?: number) => Promise<void>) | null;
}

export interface ConnectionOptions {
  readonly url: string | null;
  readonly token: string | null;
}

type Credential = Pick<ServerConnection, "token" | "tokenSource">;

/**
 * The command line first, then the environment, then the record of this machine's own server. An address or a token that was
 * found, not named, is used only after the server has proved that it is the recorded one.
 * @throws AdminUnreachable: no address was named and none is recorded, or a token of the environment has no named server
 */
export function findConnection(given: ConnectionOptions, settings: Settings): ServerConnection {
  const namedUrl = given.url ?? settings.url;
  const holder = readHolder(settings.data);
  const url = namedUrl ?? recordedUrl(settings.data, holder);
  const named = namedCredential(given, settings);
  const { token, tokenSource } = named ?? ownCredential(url, holder, settings);
  if (namedUrl === null && !settings.isDataNamed && fromEnvironment.includes(tokenSource))
    throw unnamed(url, tokenSource, settings.data);
  const isFound = namedUrl === null || (named === null && token !== null && holder?.server !== undefined);
  return { url, token, tokenSource, prove: isFound ? provenServer(settings.data, url) : null };
}

const fromEnvironment: readonly string[] = ["DRAWBRIDGE_TOKEN", "DRAWBRIDGE_ADMIN_TOKEN"];

/** The working directory may be a copy of a stranger's, and these tokens are for one server. */
function unnamed(url: string, tokenSource: string, data: string): AdminUnreachable {
  const place = resolve(data);
  const why = `${tokenSource} was not sent to ${url}: that server was found in ${place}, and neither was named`;
  return new AdminUnreachable(url, "failed", `${why}. Set DRAWBRIDGE_DATA=${place}, or DRAWBRIDGE_URL, or pass --token`, false);
}

function namedCredential(given: ConnectionOptions, settings: Settings): Credential | null {
  if (given.token !== null) return { token: given.token, tokenSource: "--token" };
  if (settings.token !== null) return { token: settings.token, tokenSource: "DRAWBRIDGE_TOKEN" };
  return null;
}

/**
 * The server's own token is sent unasked only to this machine, and the token in the file only to a server with a record beside
 * it.
 */
function ownCredential(url: string, holder: Holder | null, settings: Settings): Credential {
  const { hostname } = new URL(url);
  const isHere = isLoopback({ host: hostname.replace(/^\[|\]$/g, ""), port: 0 }) || url === holder?.server?.url;
  if (!isHere) return { token: null, tokenSource: "none is given for a server elsewhere: pass --token or set DRAWBRIDGE_TOKEN" };
  if (settings.adminToken !== null) return { token: settings.adminToken, tokenSource: "DRAWBRIDGE_ADMIN_TOKEN" };
  const file = join(settings.data, "admin-token");
  if (holder !== null && (holder.server !== undefined || mayRun(holder))) return fromFile(file);
  return {
    token: null,
    tokenSource: `no running server is recorded beside ${file}: pass --token, or set DRAWBRIDGE_TOKEN or DRAWBRIDGE_DATA`,
  };
}

function fromFile(file: string): Credential {
  try {
    return { token: readFileSync(file, "utf8").trim(), tokenSource: file };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "is not there" : `cannot be read (${code})`;
    return { token: null, tokenSource: `${file} ${why}: pass --token, or set DRAWBRIDGE_TOKEN or DRAWBRIDGE_DATA` };
  }
}
