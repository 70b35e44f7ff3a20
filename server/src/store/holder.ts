/**
 * The file `holder` of a data directory: the process that has the directory, and the address of its admin API. It can be stale,
 * since a killed process removes nothing: the lock shows which process has the store, and a proof shows which one listens
 * (server-record.ts).
 */
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

export interface Holder {
  readonly pid: number;
  /** Distinguishes containers: in each of them, the process is number 1. */
  readonly host: string;
  /** RFC 3339. */
  readonly started: string;
  /** The address for reads, in the form of `DRAWBRIDGE_LISTEN`. */
  readonly listening?: string;
  /** Absent while the process does not listen, and in records of older builds. */
  readonly server?: RecordedServer;
}

export interface ReadHolder extends Holder {
  /** Why its server is omitted, `can be read by others (mode 644)`; null: it is not, or none is recorded. */
  readonly exposure: string | null;
}

interface RecordedServer {
  /** URL of the admin API, without a path, as this machine reaches it. */
  readonly url: string;
  /** A secret that only the recorded process and readers of this file know. */
  readonly key: string;
}

/** The record of this process. */
export function ownHolder(listening: string | undefined, server?: RecordedServer): Holder {
  const started = new Date().toISOString();
  return { pid: process.pid, host: hostname(), started, ...(listening && { listening }), ...(server && { server }) };
}

/** Replaces the file in one step; only its owner can read it. @throws the error of the file system */
export function writeHolder(directory: string, holder: Holder): void {
  const partial = `${holderFile(directory)}.${process.pid}.new`;
  rmSync(partial, { force: true });
  try {
    writeFileSync(partial, `${JSON.stringify(holder)}\n`, { mode: 0o600, flag: "wx" });
    renameSync(partial, holderFile(directory));
  } catch (error) {
    // A half-written record would take room on a disk that may be full.
    rmSync(partial, { force: true });
    throw error;
  }
}

export function removeHolder(directory: string): void {
  rmSync(holderFile(directory), { force: true });
}

/**
 * Null: there is no readable record. Omits its server if other users can read or write the file: its key is then not secret, and
 * the file may be theirs.
 */
export function readHolder(directory: string): ReadHolder | null {
  const file = holderFile(directory);
  try {
    const holder: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (!isHolder(holder)) return null;
    const { server, ...rest } = holder;
    if (!isServer(server)) return { ...rest, exposure: null };
    const exposure = process.platform === "win32" ? null : findExposure(statSync(file).mode);
    return { ...rest, ...(exposure === null && { server }), exposure };
  } catch {
    return null;
  }
}

function findExposure(mode: number): string | null {
  if ((mode & 0o077) === 0) return null;
  return `can be ${(mode & 0o044) === 0 ? "changed" : "read"} by others (mode ${(mode & 0o777).toString(8)})`;
}

/** False only if the process is known to have ended. */
export function mayRun({ pid, host }: Holder): boolean {
  return host !== hostname() || isRunning(pid);
}

/** False only if the process of this machine is known to have ended. */
export function isRunning(pid: number): boolean {
  try {
    // Signal 0 only checks that the process exists.
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

export function holderFile(directory: string): string {
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
