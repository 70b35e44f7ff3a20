/** Checks the copies that a process would answer from if it started while its store or origin is away, as a start reads them. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { edgeSnapshot } from "../edge/edge-snapshot.ts";
import { KnownLog } from "../known-log.ts";
import { ContentRefusal } from "../snapshot/content-refusal.ts";
import { HeldRows } from "../snapshot/held-rows.ts";
import { NodeCopy } from "../snapshot/node-copy.ts";
import { SnapshotFile } from "../snapshot/snapshot-file.ts";
import { nodeCopyName } from "../store/node-copy-name.ts";
import { databaseName } from "../store/open-store.ts";
import { type Check, ok, warn } from "./check.ts";

export interface KeptCopySettings {
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
export function checkKeptCopies(settings: KeptCopySettings): Check[] {
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
      "While its source is away, a start has nothing to answer apps from. Once the source is back, it writes a new copy";
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
function readEdgeCopy({ directory }: KeptCopySettings): Usable | null {
  const copy = new SnapshotFile(directory, edgeSnapshot).read();
  if (copy === null) return null;
  return { revision: copy.head.revision, detail: ` of ${copy.origin}, saved at ${timeText(copy.savedAt)}` };
}

/** Null: there is none. @throws ContentRefusal: a start would not use it */
function readNodeCopy({ directory, databaseUrl, now }: KeptCopySettings): Usable | null {
  const problems: string[] = [];
  const log = {
    error: (fields: object, text: string) => problems.push("problem" in fields ? String(fields.problem) : text),
  };
  const copy = new NodeCopy({
    directory,
    database: databaseName({ databaseUrl }),
    known: new KnownLog({ directory, log }),
    held: new HeldRows(),
    checkedAt: () => null,
    log,
    now,
  }).read();
  if (copy !== null) return { revision: copy.head.revision, detail: `, current at ${timeText(copy.checkedAt)}` };
  if (!existsSync(join(directory, nodeCopyName))) {
    // A node that has answered from a store has a copy, unless a commit could not be written.
    if (!existsSync(join(directory, "known-commits"))) return null;
    throw new ContentRefusal("it is missing");
  }
  throw new ContentRefusal(problems.map((problem) => problem.replace(/: it is not used$/, "")).join("; "));
}

function timeText(at: number): string {
  return new Date(at).toISOString();
}
