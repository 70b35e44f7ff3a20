/**
 * The file `holder` of a data directory: its process, and the address of the admin API. A killed process leaves it stale: the
 * lock shows who has the store, and a proof who listens (server-record.ts).
 */
import { closeSync, fstatSync, openSync, readFileSync, renameSync, rmSync, type Stats, statSync, writeFileSync } from "node:fs";
import { hostname, networkInterfaces } from "node:os";
import { dirname, join, resolve } from "node:path";
import { isLoopback } from "../base/address.ts";

export interface DirectoryOwner {
  readonly pid: number;
  /** Distinguishes containers: in each of them, the process is number 1. */
  readonly host: string;
  readonly started: string;
  /** In the form of `DRAWBRIDGE_LISTEN`. */
  readonly listening?: string;
  /** Absent while the process does not listen. */
  readonly server?: RecordedServer;
}

export interface FoundOwner extends DirectoryOwner {
  /** Why its server is omitted, and the remedy: `/data/owner can be read by others …`. */
  readonly distrust: string | null;
}

interface RecordedServer {
  /** URL of the admin API, without a path; the host is an IP address of this machine. */
  readonly url: string;
  readonly key: string;
}

export function describeThisProcess(listening: string | undefined, server?: RecordedServer): DirectoryOwner {
  const started = new Date().toISOString();
  return { pid: process.pid, host: hostname(), started, ...(listening && { listening }), ...(server && { server }) };
}

/** Replaces the file in one step. @throws the error of the file system */
export function writeOwner(directory: string, owner: DirectoryOwner): void {
  const partial = `${ownerFile(directory)}.${process.pid}.new`;
  rmSync(partial, { force: true });
  try {
    writeFileSync(partial, `${JSON.stringify(owner)}\n`, { mode: 0o600, flag: "wx" });
    renameSync(partial, ownerFile(directory));
  } catch (error) {
    // A half-written record would take room on a disk that may be full.
    rmSync(partial, { force: true });
    throw error;
  }
}

export function removeOwner(directory: string): void {
  rmSync(ownerFile(directory), { force: true });
}

/** Omits a server that another user may have written or is elsewhere, or whose key others can read: commands send tokens there. */
export function readOwner(directory: string): FoundOwner | null {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(ownerFile(directory), "r");
    const owner: unknown = JSON.parse(readFileSync(descriptor, "utf8"));
    if (!isOwner(owner)) return null;
    const { server, ...rest } = owner;
    if (!isServer(server)) return { ...rest, distrust: null };
    const file = ownerFile(resolve(directory));
    const distrust = findExposure(file, fstatSync(descriptor)) ?? findStrangeAddress(file, server.url);
    return { ...rest, ...(distrust === null && { server }), distrust };
  } catch {
    return null;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/** Windows has no modes, and Node no owners there. */
function findExposure(file: string, record: Stats): string | null {
  if (process.platform === "win32") return null;
  const directory = dirname(file);
  const parent = statSync(directory);
  const stranger = [
    { path: directory, uid: parent.uid },
    { path: file, uid: record.uid },
  ].find(({ uid }) => uid !== 0 && uid !== process.geteuid?.());
  if (stranger) return `${stranger.path} belongs to another user (uid ${stranger.uid}): run the command as that user`;
  if ((record.mode & 0o077) !== 0)
    return `${file} can be ${(record.mode & 0o044) === 0 ? "changed" : "read"} by others (${printMode(record)}): chmod 600 it`;
  // Kubernetes gives volumes of root to the group of the Pod (fsGroup), and sets the bit that files inherit it.
  const isPodVolume = parent.uid === 0 && (parent.mode & 0o2000) !== 0;
  if ((parent.mode & (isPodVolume ? 0o002 : 0o022)) === 0) return null;
  return `${directory} can be changed by others (${printMode(parent)}): chmod go-w it`;
}

function printMode({ mode }: Stats): string {
  return `mode ${(mode & 0o777).toString(8)}`;
}

function findStrangeAddress(file: string, url: string): string | null {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses?.map(({ address }) => address) ?? []);
  if (isLoopback({ host, port: 0 }) || own.includes(host)) return null;
  return `${file} names ${url}, which is not an address of this machine: restart the server that has this directory`;
}

/** False only if the process is known to have ended. */
export function mayRun({ pid, host }: DirectoryOwner): boolean {
  return host !== hostname() || isRunning(pid);
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

export function ownerFile(directory: string): string {
  return join(directory, "holder");
}

function isOwner(value: unknown): value is DirectoryOwner {
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
