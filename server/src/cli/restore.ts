import { randomBytes } from "node:crypto";
import { basename, resolve } from "node:path";
import { currentSchema } from "drawbridge-rules/project/project-state.ts";
import { NotTransient } from "drawbridge-rules/values/errors.ts";
import { objectsUrlForm, parseObjectsUrl } from "../base/objects-url.ts";
import type { RestoredLog } from "../objects/restore-log.ts";
import type { Restored } from "../store/sqlite/sqlite-restore.ts";
import { flag, option, required, UsageError } from "./arguments.ts";
import { backupFacts, lastCommitText, paced } from "./backup.ts";
import { type Context, command } from "./command.ts";
import { requireEmbeddedStore } from "./local-store.ts";
import { counted } from "./output.ts";
import { confirmByTyping, confirmOption, requireTypedConfirmation } from "./review.ts";
import { pastInstant, plainFile, type TextForm, wholeNumber } from "./text-form.ts";

const isObjectStore = (text: string) => /^(s3|file):/i.test(text);

const restoreSource: TextForm<string> = {
  expected: `a file, or an object store: ${objectsUrlForm}`,
  problem: (text) => (isObjectStore(text) ? `the URL of an object store must be ${objectsUrlForm}` : ""),
  parse: (text) => (isObjectStore(text) && parseObjectsUrl(text) === null ? null : plainFile.parse(text)),
};

export const restore = command({
  name: "restore",
  meaning: "replace the store in the data directory with a backup, or with the copy in an object store",
  args: {
    from: required("--from <source>", "a backup, or s3://bucket/prefix or file:///folder; it is only read", restoreSource),
    revision: option("--revision <number>", "from an object store: the last revision", wholeNumber(1, Number.MAX_SAFE_INTEGER)),
    at: option("--at <when>", "the same by time: an instant, or a duration ago (2h, 7d); later commits are dropped", pastInstant),
    isForced: flag("--force", "replace an existing store, which is kept beside the new one"),
    confirmed: { ...confirmOption, meaning: "with --force: the name of the data directory, instead of a prompt" },
  },
  examples: ["restore --from drawbridge-2026-11-21.db", "restore --from s3://backups/drawbridge --at 2h"],
  notes:
    "Restores into DRAWBRIDGE_DATA, while no server uses it. The restored store gets a new epoch, which tells it from the one before.\nSessions and one-time links are not restored. Keys, tokens and roles revoked since the backup are valid again: see /docs/backup.\nAn object store is read with DRAWBRIDGE_OBJECTS_KEY. For PostgreSQL, restore into a directory, then use the command copy.",
  check({ from, revision, at }, args) {
    const points = [revision, at].filter((point) => point !== null);
    if (points.length === 2) args.problem("--revision and --at cannot be combined: keep one");
    if (from && !isObjectStore(from) && points.length > 0)
      args.problem("--revision and --at require an object store: a backup has one state");
  },
  async run({ from, revision, at, isForced, confirmed }, context) {
    const { settings, io, output } = context;
    const { data: directory, databaseUrl, objectsKey } = settings;
    const isBackup = !isObjectStore(from);
    if (isBackup) requireEmbeddedStore(settings);
    else if (databaseUrl !== null) throw new NotTransient(directoryOnly);
    if (isForced && !(await mayReplace(directory, confirmed, context))) {
      io.err("Nothing was changed.\n");
      return 1;
    }
    const target = { directory, isForced, now: io.now() };
    const line = paced(context);
    const tell = (rows: number) => line(() => `restored ${counted(rows, "row")}`);
    const until = revision !== null ? { revision } : at !== null ? { at } : null;
    const restored = isBackup
      ? await (await import("../store/sqlite/sqlite-restore.ts")).restoreFile({ ...target, from, schema: currentSchema })
      : await (await import("../objects/restore-log.ts")).restoreFromObjects(from, objectsKey, {
          ...target,
          until,
          randomBytes,
          tell,
        });
    if (restored === null) throw new NotTransient(`${from} is empty: no server has copied its store there. Nothing was changed.`);
    const { content, kept, ...log }: Restored & Partial<RestoredLog> = restored;
    output.answer({ ...backupFacts(from, content), ...log, directory, kept }, () => [
      `Restored ${directory} to revision ${content.revision} of ${counted(content.projects, "project")}. ${lastCommitText(content)}`,
      "Every page was read, and the values match their log.",
      ...logLines(log, content.revision),
      ...(kept === null ? [] : [`The previous store is kept as ${kept}.`]),
      "All users must sign in again. Keys, tokens and roles that were revoked since then are valid again: check",
      "key list, token list and user list once the server runs.",
    ]);
    return 0;
  },
});

const directoryOnly =
  "An object store is restored into a directory, and DRAWBRIDGE_DATABASE_URL names a PostgreSQL. Unset it and set DRAWBRIDGE_DATA to a " +
  "new directory for this command, then copy that directory to an empty database with the command copy.";

function logLines({ newest, skipped = [] }: Partial<RestoredLog>, revision: number): string[] {
  if (newest === undefined) return [];
  return [
    ...skipped.map((reason) => `Not used: ${reason}`),
    ...(revision < newest ? [`The object store has revisions up to ${newest}; those after ${revision} were left out.`] : []),
    "People, passwords and secrets are the newest there. A server that starts with this store and DRAWBRIDGE_OBJECTS takes over",
    "the object store: any other server stops copying there.",
  ];
}

/** @throws UsageError if another name is given, or none without a terminal */
async function mayReplace(directory: string, confirmed: string | null, context: Context): Promise<boolean> {
  const name = basename(resolve(directory));
  if (confirmed !== null && confirmed !== name)
    throw new UsageError([`--confirm must be ${name}, the name of the data directory ${directory}`], "restore");
  const typed = { name, isGiven: confirmed !== null };
  requireTypedConfirmation("restore", typed, context);
  return confirmByTyping(typed, context);
}
