/** Restores the store of the data directory, from a backup or from an object store. */
import { randomBytes } from "node:crypto";
import { basename, resolve } from "node:path";
import { currentSchema } from "drawbridge-rules/project/project-state.ts";
import { type DrawbridgeError, NotTransient } from "drawbridge-rules/values/errors.ts";
import { objectsUrlForm, parseObjectsUrl } from "../base/objects-url.ts";
import type { RestorePoint } from "../objects/restore-log.ts";
import { flag, option, required, UsageError } from "./arguments.ts";
import { backupFacts, lastCommitText, paced } from "./backup.ts";
import { type Context, command } from "./command.ts";
import { requireEmbeddedStore } from "./local-store.ts";
import { counted } from "./output.ts";
import { confirmByTyping, confirmOption, requireTypedConfirmation } from "./review.ts";
import { pastInstant, plainFile, type TextForm, wholeNumber } from "./text-form.ts";

type RestoreSource = { readonly file: string } | { readonly objects: string };

const isUrl = (text: string) => /^(s3|file):/i.test(text);

const restoreSource: TextForm<RestoreSource> = {
  expected: `a file, or an object store: ${objectsUrlForm}`,
  problem: (text) => (isUrl(text) ? `the URL of an object store must be ${objectsUrlForm}` : ""),
  parse(text) {
    if (isUrl(text)) return parseObjectsUrl(text) && { objects: text };
    const file = plainFile.parse(text);
    return file === null ? null : { file };
  },
};

export const restore = command({
  name: "restore",
  meaning: "replace the store in the data directory with a backup, or with the copy in an object store",
  args: {
    from: required(
      "--from <source>",
      "the backup, or the object store: s3://bucket/prefix or file:///folder; only read",
      restoreSource,
    ),
    revision: option(
      "--revision <number>",
      "from an object store: the last revision to restore",
      wholeNumber(1, Number.MAX_SAFE_INTEGER),
    ),
    at: option("--at <when>", "the same by time: an instant, or a duration ago (2h, 7d); later commits are dropped", pastInstant),
    isForced: flag("--force", "replace an existing store, which is kept beside the new one"),
    confirmed: { ...confirmOption, meaning: "with --force: the name of the data directory, instead of a prompt" },
  },
  examples: ["restore --from drawbridge-2026-11-21.db", "restore --from s3://backups/drawbridge --at 2h"],
  notes:
    "Restores into DRAWBRIDGE_DATA, while no server uses it. The restored store gets a new epoch, which tells it from the one before.\nSessions and one-time links are not restored. Keys, tokens and roles revoked since the backup are valid again: see /docs/backup.\nAn object store is read with DRAWBRIDGE_OBJECTS_KEY. For PostgreSQL, restore into a directory, then use the command copy.",
  check({ from, revision, at }, args) {
    if (revision !== null && at !== null) args.problem("--revision and --at cannot be combined: keep one");
    if (from && "file" in from && (revision !== null || at !== null))
      args.problem("--revision and --at require an object store: a backup has one state");
  },
  async run({ from, revision, at, isForced, confirmed }, context) {
    const { settings, io } = context;
    if ("file" in from) requireEmbeddedStore(settings);
    else if (settings.databaseUrl !== null) throw restoreElsewhere();
    if (isForced && !(await mayReplace(settings.data, confirmed, context))) {
      io.err("Nothing was changed.\n");
      return 1;
    }
    if ("file" in from) await restoreBackup(from.file, isForced, context);
    else await restoreObjects(from.objects, revision === null ? (at === null ? null : { at }) : { revision }, isForced, context);
    return 0;
  },
});

function restoreElsewhere(): DrawbridgeError {
  return new NotTransient(
    "An object store is restored into a directory, and DRAWBRIDGE_DATABASE_URL names a PostgreSQL. Unset it and set DRAWBRIDGE_DATA to a new " +
      "directory for this command, then copy that directory to an empty database with the command copy.",
  );
}
async function restoreBackup(from: string, isForced: boolean, { settings, io, output }: Context): Promise<void> {
  const { restoreFile } = await import("../store/sqlite/sqlite-restore.ts");
  const directory = settings.data;
  const { content, kept } = restoreFile({ from, directory, isForced, schema: currentSchema, now: io.now() });
  output.answer({ ...backupFacts(from, content), directory, kept }, () => [
    `Restored ${directory} to revision ${content.revision} of ${counted(content.projects, "project")}. ${lastCommitText(content)}`,
    "Every page was read, and the values match their log.",
    ...keptLines(kept),
    ...warningLines("since then"),
  ]);
}

async function restoreObjects(from: string, until: RestorePoint | null, isForced: boolean, context: Context): Promise<void> {
  const { settings, io, output } = context;
  const { restoreFromObjects } = await import("../objects/restore-log.ts");
  const { data: directory, objectsKey: key } = settings;
  const line = paced(context);
  const tell = (rows: number) => line(() => `restored ${counted(rows, "row")}`);
  const restored = await restoreFromObjects(from, key, { directory, isForced, until, now: io.now(), randomBytes, tell });
  if (restored === null) throw new NotTransient(`${from} is empty: no server has copied its store there. Nothing was changed.`);
  const { content, kept, newest, skipped } = restored;
  output.answer({ ...backupFacts(from, content), newest, skipped, directory, kept }, () => [
    ...skipped.map((reason) => `Not used: ${reason}`),
    `Restored ${directory} from ${from}, to revision ${content.revision} of ${counted(content.projects, "project")}. ${lastCommitText(content)}`,
    ...(content.revision < newest
      ? [`The object store has revisions up to ${newest}; those after ${content.revision} were left out.`]
      : []),
    "Every page was read, and the values match their log. People, passwords and secrets are the newest there.",
    ...keptLines(kept),
    ...warningLines("after that revision"),
    "A server that starts with it and DRAWBRIDGE_OBJECTS takes over the object store: any other server stops copying there.",
  ]);
}

function keptLines(kept: string | null): string[] {
  return kept === null ? [] : [`The previous store is kept as ${kept}.`];
}

function warningLines(when: string): string[] {
  return [
    `All users must sign in again. Keys, tokens and roles that were revoked ${when} are valid again: check`,
    "key list, token list and user list once the server runs.",
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
