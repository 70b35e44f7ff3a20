/** Checks the copies that a process would answer from if it started while its store or origin is away, as a start reads them. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { KnownLog } from "../log/known-log.ts";
import { ContentRefusal } from "../log/replica/content-refusal.ts";
import { CurrentRows } from "../log/replica/current-rows.ts";
import { NodeSnapshot } from "../log/replica/node-snapshot.ts";
import { SnapshotFile } from "../log/replica/snapshot-file.ts";
import { edgeSnapshot } from "../replicas/edge-snapshot.ts";
import { nodeCopyName } from "../store/node-copy-name.ts";
import { databaseName } from "../store/open-store.ts";
import { type Check, ok, warn } from "./check.ts";
import { epochText } from "./time-text.ts";

interface SnapshotCheckSettings {
  readonly directory: string;
  /** The database of the node; null: the embedded one. */
  readonly databaseUrl: string | null;
  /** Epoch ms. */
  readonly now: () => number;
}

/** A copy that a start would use. */
interface Usable {
  readonly revision: number;
  /** Follows the revision, such as `, saved at …`. */
  readonly detail: string;
}

export function isEdgeDirectory(directory: string): boolean {
  return existsSync(join(directory, edgeSnapshot.name)) && !existsSync(join(directory, "drawbridge.db"));
}

/** One check for each copy in the directory. */
export function checkSnapshots(settings: SnapshotCheckSettings): Check[] {
  return [
    ...checkCopy(join(settings.directory, edgeSnapshot.name), () => readEdgeCopy(settings)),
    ...checkCopy(join(settings.directory, nodeCopyName), () => readNodeCopy(settings)),
  ];
}

function checkCopy(path: string, read: () => Usable | null): Check[] {
  try {
    const copy = readTwice(read);
    if (copy === null) return [];
    return [ok("copy", `${path}: revision ${copy.revision}${copy.detail}; a start would use it`)];
  } catch (error) {
    if (!(error instanceof ContentRefusal)) throw error;
    const effect =
      "A server that starts while its source is unreachable cannot answer apps. It writes a new copy once the source is back";
    return [warn("copy", `${path} cannot be used: ${error.message}. ${effect}`)];
  }
}

/** A running process may replace the files of a copy between two reads. @throws ContentRefusal */
function readTwice(read: () => Usable | null): Usable | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ContentRefusal)) throw error;
    return read();
  }
}

/** @throws ContentRefusal */
function readEdgeCopy({ directory }: SnapshotCheckSettings): Usable | null {
  const copy = new SnapshotFile(directory, edgeSnapshot).read();
  if (copy === null) return null;
  return { revision: copy.head.revision, detail: ` of ${copy.origin}, saved at ${epochText(copy.savedAt)}` };
}

/** Null: there is none. @throws ContentRefusal: a start would not use it */
function readNodeCopy({ directory, databaseUrl, now }: SnapshotCheckSettings): Usable | null {
  const problems: string[] = [];
  const log = {
    error: (fields: object, text: string) => problems.push("problem" in fields ? String(fields.problem) : text),
  };
  const copy = new NodeSnapshot({
    directory,
    database: databaseName({ databaseUrl }),
    known: new KnownLog({ directory, log }),
    held: new CurrentRows(),
    checkedAt: () => null,
    log,
    now,
  }).read();
  if (copy !== null) return { revision: copy.head.revision, detail: `, current at ${epochText(copy.checkedAt)}` };
  if (!existsSync(join(directory, nodeCopyName))) {
    // A node that has answered from a store has a copy, unless a commit could not be written.
    if (!existsSync(join(directory, "known-commits"))) return null;
    throw new ContentRefusal("it is missing");
  }
  throw new ContentRefusal(problems.map((problem) => problem.replace(/: it is not used$/, "")).join("; "));
}
