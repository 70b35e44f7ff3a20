/** An edge: it has no admin API, and shows its state only to the metrics token. */

import type { Status } from "drawbridge-rules/wire/status.ts";
import { isLoopback, urlForAddress } from "../base/address.ts";
import type { Settings } from "../base/settings.ts";
import { type Check, fail, ok, warn } from "./check.ts";
import { isEdgeDirectory } from "./snapshot-check.ts";
import { checkStatus } from "./status-checks.ts";

/** Milliseconds. */
const timeout = 10_000;
/** Characters of a status that are read. */
const longestStatus = 1024 * 1024;

/** Returns whether the environment belongs to an edge. */
export function isEdge({ edgeOrigin, data }: Settings): boolean {
  return edgeOrigin !== null || isEdgeDirectory(data);
}

/** Where an edge of this environment shows its state. */
export function ownEdgeUrl({ adminListen }: Settings): string {
  return urlForAddress(adminListen);
}

/**
 * Checks the process at an address without an admin API. Null: it is no Drawbridge, as far as can be seen.
 * @param token named on the command line or in the environment
 */
export async function checkEdge(url: string, token: string | null, settings: Settings): Promise<Check[] | null> {
  const tokens = [token, isHere(url) ? settings.metricsToken : null].filter((each) => each !== null);
  for (const each of new Set(tokens)) {
    const status = await statusAt(url, each);
    if (status !== null) return checkStatus(kindOf(status), url, status);
  }
  const ready = await answerOf(`${url}/readyz`);
  if (ready === null) return null;
  const hint =
    "to see its origin and how far behind it is, pass its DRAWBRIDGE_METRICS_TOKEN with --token and its DRAWBRIDGE_ADMIN_LISTEN with --url";
  if (ready === 200) return [ok("edge", `${url} answers apps`), warn("origin", hint)];
  return [fail("edge", `${url} is not ready and answers apps with 503: see its log, or ${hint}`)];
}

function kindOf({ sources }: Status): string {
  return (sources ?? []).some(({ kind }) => kind === "edge") ? "edge" : "server";
}

function isHere(url: string): boolean {
  const { hostname } = new URL(url);
  return isLoopback({ host: hostname.replace(/^\[|\]$/g, ""), port: 0 });
}

/** Null: the token is refused, or the address is not a Drawbridge. */
async function statusAt(url: string, token: string): Promise<Status | null> {
  try {
    const response = await fetch(`${url}/status`, {
      headers: { authorization: `Bearer ${token}` },
      redirect: "manual",
      signal: AbortSignal.timeout(timeout),
    });
    const text = await response.text();
    if (!response.ok || text.length > longestStatus) return null;
    const status: unknown = JSON.parse(text);
    return typeof status === "object" && status !== null && "version" in status ? (status as Status) : null;
  } catch {
    return null;
  }
}

/** 200 or 503 from a Drawbridge; null: another program, or no answer. */
async function answerOf(url: string): Promise<number | null> {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(timeout) });
    await response.body?.cancel();
    return [200, 503].includes(response.status) ? response.status : null;
  } catch {
    return null;
  }
}
