/** The server recorded in the data directory: its address, and the proof that the program listening there is that server. */

import { randomBytes, timingSafeEqual } from "node:crypto";
import { resolve } from "node:path";
import { AdminUnreachable } from "drawbridge-client/admin";
import { fillPath } from "drawbridge-rules/api/paths.ts";
import { recordKeyBytes, serverProof } from "../start/server-record.ts";
import { mayRun, type ReadHolder, readHolder } from "../store/holder.ts";

/** Maximum milliseconds for a proof; less if the request that waits for it has a shorter timeout. */
const longestPatience = 10_000;
/** Milliseconds that a proof is valid: a command that runs for hours may outlive the server. */
const validity = 1_000;
/** Maximum bytes of an answer; a proof has 60. */
const longestAnswer = 4_096;

/** @throws AdminUnreachable: its message says what to do */
export function recordedUrl(directory: string, holder: ReadHolder | null): string {
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

/** Checks that the recorded server listens at `url`, within that many milliseconds; the result is valid for a second. */
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

/** Reads the record each time: after a restart, the server has another key. @throws AdminUnreachable */
async function prove(directory: string, url: string, timeout: number): Promise<void> {
  const place = resolve(directory);
  const holder = readHolder(directory);
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

interface Answer {
  /** HTTP status; `refused`: the port is closed; `none`: no HTTP answer. */
  readonly status: number | "refused" | "timeout" | "none";
  readonly text: string;
  readonly cause?: unknown;
}

async function answerAt(url: string, challenge: string, timeout: number): Promise<Answer> {
  try {
    // A redirect proves nothing: the recorded server could be behind it instead of here.
    const response = await fetch(`${url}${fillPath("proveServer", {})}?challenge=${challenge}`, {
      redirect: "manual",
      signal: AbortSignal.timeout(timeout),
    });
    return { status: response.status, text: await beginningOf(response) };
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError") return { status: "timeout", text: "", cause: error };
    const cause = error instanceof Error ? error.cause : null;
    const isRefused = cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
    return { status: isRefused ? "refused" : "none", text: "", cause: error };
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
