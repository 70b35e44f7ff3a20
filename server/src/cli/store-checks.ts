import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { currentSchema } from "drawbridge-rules/project/project-state.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { describeDatabase, parseDatabaseUrl } from "../base/postgres-url.ts";
import { CommitJournal, journalName } from "../replicas/commit-journal.ts";
import { Replica } from "../replicas/replica.ts";
import { ReplicaFile } from "../replicas/replica-file.ts";
import type { BackupContent } from "../store/backup.ts";
import { mayRun, readOwner } from "../store/directory-owner.ts";
import { databaseName } from "../store/open-store.ts";
import { refuseLostVolume, replicaName } from "../store/sqlite/lost-volume.ts";
import { databaseFile } from "../store/sqlite/sqlite-file.ts";
import { inspectDatabaseFile } from "../store/sqlite/sqlite-inspection.ts";
import { type Check, compareClock, fail, ok, warn } from "./check.ts";
import { counted, epochText } from "./output.ts";

const name = "store";

export function checkStore(directory: string, now: number): Check[] {
  const file = databaseFile(directory);
  try {
    refuseLostVolume(file);
    if (!existsSync(file) || statSync(file).size === 0) return [];
    const content = inspectDatabaseFile(file, currentSchema);
    if (content === null) return [];
    return content === "in_use"
      ? [ok(name, inUseText(file))]
      : [ok(name, soundText(file, content)), ...checkLastCommit(content, now)];
  } catch (error) {
    if (error instanceof DrawbridgeError) return [fail(name, error.message)];
    throw error;
  }
}

function inUseText(file: string): string {
  const owner = readOwner(dirname(file));
  const who = owner !== null && mayRun(owner) ? `process ${owner.pid}` : "another process";
  return `${file} is in use by ${who}, so it is not checked; a server checks it at each start`;
}

function soundText(file: string, { revision, projects }: BackupContent): string {
  return `${file}: revision ${revision} of ${counted(projects, "project")}; every page is sound, and its values match its log`;
}

/** Milliseconds. */
const commitTolerance = 60_000;

function checkLastCommit({ committedAt }: BackupContent, now: number): Check[] {
  if (committedAt === null || committedAt <= now + commitTolerance) return [];
  return [
    warn(
      "clock",
      `the last commit is from ${epochText(committedAt)}, later than this machine's time (${epochText(now)}): its clock is behind, or was ahead then. Synchronize it with NTP`,
    ),
  ];
}

/** Changes nothing: a newer program may have written the database. */
export async function checkDatabase(databaseUrl: string, now: () => number): Promise<Check[]> {
  const address = parseDatabaseUrl(databaseUrl);
  if (address === null) return [];
  const { inspectDatabase } = await import("../store/postgres/postgres-store.ts");
  try {
    const before = now();
    const { now: theirs, problem } = await inspectDatabase({ address });
    return [
      ok(name, `${describeDatabase(address)}: can be opened`),
      ...(problem === null ? [] : [warn(name, problem)]),
      ...compareClock("PostgreSQL", theirs, { earliest: before, latest: now() }),
    ];
  } catch (error) {
    if (error instanceof DrawbridgeError) return [fail(name, error.message)];
    throw error;
  }
}

export function isEdgeDirectory(directory: string): boolean {
  return originOf(directory) !== null && !existsSync(databaseFile(directory));
}

/** Null means no replica, or one of a store. */
function originOf(directory: string): string | null {
  const source = new ReplicaFile(directory).heading()?.source ?? new CommitJournal({ directory }).readSource ?? "";
  return URL.canParse(source) ? source : null;
}

/** @param databaseUrl null means the embedded store */
export function checkReplica(directory: string, databaseUrl: string | null, now: () => number): Check[] {
  const path = join(directory, replicaName);
  const origin = originOf(directory);
  const read = () => {
    const log = { error: () => undefined };
    const source = origin ?? databaseName({ databaseUrl });
    const replica = new Replica({ directory, source, checkedAt: () => null, log, now });
    return { found: replica.read(), problem: replica.problem };
  };
  const first = read();
  // A running process may replace the files of a replica between two reads.
  const { found, problem } = first.found === null ? read() : first;
  if (found !== null) {
    const of = origin === null ? "" : ` of ${origin}`;
    const current = epochText(found.checkedAt);
    return [ok("copy", `${path}: revision ${found.head.revision}${of}, current at ${current}; a start would use it`)];
  }
  // A process that has answered has a replica, unless a commit could not be written.
  if (problem === null && !existsSync(join(directory, journalName))) return [];
  const effect =
    "A server that starts while its source is unreachable cannot answer apps. It writes a new replica once the source is back";
  return [warn("copy", `${path} cannot be used: ${problem ?? "it is missing"}. ${effect}`)];
}
