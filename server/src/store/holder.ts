/**
 * The file `holder` of a data directory: the process that has the directory, and where that process serves its admin API. It can be
 * stale, since a process that is killed removes nothing: the lock says who has the store, and a proof says who listens (server-record.ts).
 */
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

export interface Holder {
  readonly pid: number;
  /** Tells containers apart: in each of them, the process is number 1. */
  readonly host: string;
  /** RFC 3339. */
  readonly started: string;
  /** The address of reads, as `DRAWBRIDGE_LISTEN` says it. */
  readonly listening?: string;
  /** Absent while the process does not listen, and in records of builds that did not write it. */
  readonly server?: RecordedServer;
}

export interface RecordedServer {
  /** Of the admin API, without a path, as this machine reaches it. */
  readonly url: string;
  /** A secret that only the recorded process and readers of this file know. */
  readonly key: string;
}

/** The holder that this process is. */
export function ownHolder(listening: string | undefined, server?: RecordedServer): Holder {
  const started = new Date().toISOString();
  return { pid: process.pid, host: hostname(), started, ...(listening && { listening }), ...(server && { server }) };
}

/** Replaces the file in one step; nobody but its owner can read it. @throws the error of the file system */
export function writeHolder(directory: string, holder: Holder): void {
  const partial = `${holderFile(directory)}.${process.pid}.new`;
  rmSync(partial, { force: true });
  writeFileSync(partial, `${JSON.stringify(holder)}\n`, { mode: 0o600, flag: "wx" });
  renameSync(partial, holderFile(directory));
}

export function removeHolder(directory: string): void {
  rmSync(holderFile(directory), { force: true });
}

/**
 * Null: there is no record, or none that can be read. Without its server where other users can read or write the file: its key is
 * then no secret, and the file may be theirs.
 */
export function readHolder(directory: string): Holder | null {
  const file = holderFile(directory);
  try {
    const holder: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (!isHolder(holder)) return null;
    const { server, ...rest } = holder;
    const isPrivate = process.platform === "win32" || (statSync(file).mode & 0o077) === 0;
    return isPrivate && isServer(server) ? { ...rest, server } : rest;
  } catch {
    return null;
  }
}

/** False only if it is known to have ended. */
export function mayRun({ pid, host }: Holder): boolean {
  if (host !== hostname()) return true;
  try {
    // Signal 0 is not sent: it only asks.
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

function holderFile(directory: string): string {
  return join(directory, "holder");
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== "object" || value === null || !("pid" in value && "host" in value && "started" in value)) return false;
  const listening = "listening" in value ? value.listening : "";
  const texts = [value.host, value.started, listening];
  return Number.isSafeInteger(value.pid) && texts.every((text) => typeof text === "string");
}

function isServer(value: unknown): value is RecordedServer {
  if (typeof value !== "object" || value === null || !("url" in value && "key" in value)) return false;
  const { url, key } = value;
  return typeof url === "string" && /^http:\/\/[^/@]+$/.test(url) && URL.canParse(url) && typeof key === "string" && key !== "";
}
