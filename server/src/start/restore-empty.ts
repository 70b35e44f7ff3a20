import { randomBytes } from "node:crypto";
import { DrawbridgeError, NeedsOperator, NotTransient } from "drawbridge-rules/values/errors.ts";
import type { Log } from "../base/log.ts";
import type { Settings } from "../base/settings.ts";
import { hasTables, refuseLostTables, refuseLostVolume } from "../store/sqlite/lost-volume.ts";
import { databaseFile } from "../store/sqlite/sqlite-file.ts";

export async function restoreEmptyDirectory(
  { data: directory, databaseUrl, objects, objectsKey }: Settings,
  log: Pick<Log, "info" | "warn">,
  now: number,
): Promise<string[]> {
  const file = databaseFile(directory);
  if (objects === null || databaseUrl !== null || hasTables(file)) return [];
  refuseLostVolume(file);
  refuseLostTables(file);
  const { restoreFromObjects } = await import("../objects/restore-log.ts");
  let isTold = false;
  const tell = () => {
    if (isTold) return;
    isTold = true;
    log.info?.({ event: "objects.restoring", place: objects }, "The data directory is empty and is being restored");
  };
  const restoring = { directory, isForced: false, until: null, now, randomBytes, tell };
  const restored = await restoreFromObjects(objects, objectsKey, restoring).catch((error) => refuseEmpty(error, directory));
  if (restored === null) return [];
  const { content, skipped } = restored;
  const { revision, projects, committedAt } = content;
  const fields = { event: "objects.restored", place: objects, revision, epoch: content.epoch, skipped } as const;
  log.warn?.(fields, "The data directory was empty, and was restored from the object store");
  const last = committedAt === null ? "" : `, committed at ${new Date(committedAt).toISOString()}`;
  return [
    `The data directory ${directory} was empty, and was restored from ${objects}: revision ${revision} of ${projects} ${projects === 1 ? "project" : "projects"}${last}.`,
    "Later changes that had not been copied there are lost. All users must sign in again.",
    ...skipped.map((reason) => `Warning: not used: ${reason}`),
  ];
}

/** An empty store beside a full object store would look like a new installation. */
function refuseEmpty(error: unknown, directory: string): never {
  if (!(error instanceof DrawbridgeError)) throw error;
  const message =
    `The data directory ${directory} is empty, and its store cannot be restored: ${error.message} ` +
    "The server does not start with an empty store instead. To begin with one, unset DRAWBRIDGE_OBJECTS or name an empty place.";
  throw error instanceof NotTransient
    ? new NeedsOperator(message, error)
    : new DrawbridgeError("unavailable", message, [], error);
}
