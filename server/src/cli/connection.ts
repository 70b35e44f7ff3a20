import { randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { AdminUnreachable } from "drawbridge-client/admin";
import { fillPath } from "drawbridge-rules/api/paths.ts";
import { isLoopbackName } from "../base/address.ts";
import type { Settings } from "../base/settings.ts";
import { recordKeyBytes, serverProof } from "../start/server-record.ts";
import { type DirectoryOwner, type FoundOwner, mayRun, readOwner } from "../store/directory-owner.ts";

export interface ServerConnection {
  readonly url: string;
  readonly token: string | null;
  /** Names where the token is from, or was searched for. Never the token itself. */
  readonly tokenSource: string;
  /** Called before each request; null means address and token were named. @throws AdminUnreachable */
  readonly prove: ((timeout?: number) => Promise<void>) | null;
}

export interface ConnectionOptions {
  readonly url: string | null;
  readonly token: string | null;
}

type Credential = Pick<ServerConnection, "token" | "tokenSource">;

/** The server of this machine's record has to prove that it is that one. @throws AdminUnreachable */
export function findConnection(given: ConnectionOptions, settings: Settings): ServerConnection {
  const namedUrl = given.url ?? settings.url;
  const holder = readOwner(settings.data);
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

/** The environment's token stays on this machine, and that of the file needs a recorded server beside it. */
function ownCredential(url: string, holder: DirectoryOwner | null, settings: Settings): Credential {
  const isHere = isLoopbackName(new URL(url).hostname) || url === holder?.server?.url;
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

/** Milliseconds; less if the request that waits for the proof has a shorter timeout. */
const longestPatience = 10_000;
/** Milliseconds: a command that runs for hours may outlive the server. */
const validity = 1_000;
/** Bytes; a proof has 60. */
const longestAnswer = 4_096;

function recordedUrl(directory: string, holder: FoundOwner | null): string {
  if (holder?.server) return holder.server.url;
  const place = resolve(directory);
  if (holder?.distrust) throw unreachable("", "failed", `${holder.distrust}, or pass --url`);
  if (holder === null || !mayRun(holder))
    throw unreachable("", "refused", `no running server is recorded in ${place} (DRAWBRIDGE_DATA)`);
  throw unreachable(
    "",
    "failed",
    `process ${holder.pid} has ${place} open, and has not recorded where it serves the admin API. It is starting, or is not a server. Try again, or pass --url`,
  );
}

export function provenServer(directory: string, url: string): (timeout?: number) => Promise<void> {
  let provenAt = Number.NEGATIVE_INFINITY;
  let pending: Promise<void> | null = null;
  return (timeout = longestPatience) => {
    if (performance.now() - provenAt < validity) return Promise.resolve();
    pending ??= prove(directory, url, Math.min(timeout, longestPatience))
      .then(() => {
        provenAt = performance.now();
      })
      .finally(() => {
        pending = null;
      });
    return pending;
  };
}

/** After a restart, the server has another key. @throws AdminUnreachable */
async function prove(directory: string, url: string, timeout: number): Promise<void> {
  const place = resolve(directory);
  const holder = readOwner(directory);
  if (holder?.distrust) throw unreachable(url, "failed", `${holder.distrust}, or pass --url`);
  if (!holder?.server) throw unreachable(url, "refused", `the server at ${url} is no longer recorded in ${place}`);
  // A stranger at another address could have the recorded server answer its challenge.
  if (new URL(holder.server.url).origin !== new URL(url).origin)
    throw unreachable(
      url,
      "failed",
      `the token of ${place} is for ${holder.server.url} alone, where its server is recorded, and was not sent to ${url}. Leave out --url, or pass --token`,
    );
  const challenge = randomBytes(recordKeyBytes).toString("base64url");
  let answer = await answerAt(url, challenge, timeout);
  // Usually a connection that the server closed while it was idle.
  if (answer.status === "none") answer = await answerAt(url, challenge, timeout);
  if (isProof(answer.text, serverProof(holder.server.key, challenge))) return;
  const isEnded = !mayRun(holder);
  const recorded = `the server recorded in ${place} (process ${holder.pid}, started ${holder.started}${isEnded ? ", which has ended" : ""})`;
  if (answer.status === "refused")
    throw unreachable(url, "refused", `nothing listens at ${url}, the address of ${recorded}`, answer.cause);
  const busy = answer.status === 503 || answer.status === 429 ? ", unless it is too busy to answer: then try again" : "";
  throw unreachable(
    url,
    answer.status === "timeout" ? "timeout" : "failed",
    `${url} did not prove${answer.status === "timeout" ? ` within ${timeout / 1_000} s` : ""} that it is ${recorded}, and no token was sent to it${busy}. Name a server with --url, and its token with --token`,
    answer.cause,
  );
}

/** The status is that of HTTP, or `refused` by a closed port, `timeout`, or `none` without an answer. */
async function answerAt(url: string, challenge: string, timeout: number) {
  try {
    // A redirect proves nothing: the recorded server could be behind it instead of here.
    const response = await fetch(`${url}${fillPath("proveServer", {})}?challenge=${challenge}`, {
      redirect: "manual",
      signal: AbortSignal.timeout(timeout),
    });
    return { status: response.status, text: await beginningOf(response) };
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError") return { status: "timeout" as const, text: "", cause: error };
    const cause = error instanceof Error ? error.cause : null;
    const isRefused = cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
    return { status: isRefused ? ("refused" as const) : ("none" as const), text: "", cause: error };
  }
}

async function beginningOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > longestAnswer) return "";
  }
  return Buffer.concat(chunks).toString();
}

function isProof(text: string, wanted: string): boolean {
  try {
    const { proof } = JSON.parse(text);
    return (
      typeof proof === "string" && proof.length === wanted.length && timingSafeEqual(Buffer.from(proof), Buffer.from(wanted))
    );
  } catch {
    return false;
  }
}

function unreachable(url: string, reason: AdminUnreachable["reason"], message: string, cause?: unknown): AdminUnreachable {
  return new AdminUnreachable(url, reason, message, false, cause);
}
