import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { currentSchema } from "drawbridge-rules/project/project-state.ts";
import { DrawbridgeError, NotTransient } from "drawbridge-rules/values/errors.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import { objectsUrlForm, parseObjectsUrl } from "../base/objects-url.ts";
import { type DatabaseAddress, databaseUrlForm, databaseUrlProblem, parseDatabaseUrl } from "../base/postgres-url.ts";
import type { RestoredLog } from "../objects/restore-log.ts";
import type { BackupContent } from "../store/backup.ts";
import { isRunning } from "../store/directory-owner.ts";
import { replicaName } from "../store/sqlite/lost-volume.ts";
import { syncDirectory, syncFile } from "../store/sqlite/sqlite-file.ts";
import { dropDatabase } from "../store/sqlite/sqlite-leftovers.ts";
import type { Restored } from "../store/sqlite/sqlite-restore.ts";
import type { SourceImage, SqlImage, Stage, Transferred } from "../store/transfer.ts";
import { flag, option, required, UsageError } from "./arguments.ts";
import { type Context, command } from "./command.ts";
import { explainStoreInUse, requireEmbeddedStore } from "./local-store.ts";
import { localOption } from "./options.ts";
import { counted, epochText, sizeText } from "./output.ts";
import { confirmByTyping, confirmOption, requireTypedConfirmation } from "./review.ts";
import { pastInstant, plainFile, type TextForm, wholeNumber } from "./text-form.ts";

/** Milliseconds until the first byte: before it, the server has copied and checked all of it. */
const timeout = 600_000;

export const backup = command({
  name: "backup",
  meaning: "back up everything to one file while the server runs",
  args: {
    to: required("--to <file>", "the file to write", plainFile),
    isForced: flag("--force", "replace an existing file"),
    isLocal: localOption,
  },
  examples: ["backup --to drawbridge-2026-11-21.db", "backup --local --to drawbridge.db.before-moving"],
  notes:
    "For the embedded store; with PostgreSQL, use pg_dump or your provider's backups. The file is verified before it gets its final name.\nIt holds hashes of keys, tokens and passwords: store it as a secret. See /docs/backup.",
  async run({ to, isForced, isLocal }, context) {
    const { checkFile } = await import("../store/sqlite/sqlite-check.ts");
    const found = await writeFileAtomically(to, isForced, async (path) => {
      if (isLocal) await copyLocal(context, path);
      else await fetchInto(context, path);
      return { ...checkFile(path, { name: to, advice: "No backup was kept; run it again." }), bytes: statSync(path).size };
    });
    context.output.answer(backupFacts(to, found), () => [
      `${to}: revision ${found.revision} of ${counted(found.projects, "project")}, ${sizeText(found.bytes)}. ${lastCommitText(found)}`,
    ]);
  },
});

function backupFacts(
  file: string,
  { epoch, revision, projects, committedAt, bytes }: BackupContent & { readonly bytes?: number },
) {
  const at = committedAt === null ? null : printInstant(committedAt);
  return { file, epoch, revision, projects, committed_at: at, ...(bytes === undefined ? {} : { bytes }) };
}

function lastCommitText({ committedAt }: BackupContent): string {
  return committedAt === null ? "No commits yet." : `The last commit was at ${epochText(committedAt)}.`;
}

async function fetchInto(context: Context, path: string): Promise<void> {
  const { body, bytes } = await context.clientWithin(timeout).backUp();
  const handle = await open(path, "wx", 0o600);
  let written = 0;
  try {
    for await (const chunk of body) {
      await handle.writeFile(chunk);
      written += chunk.length;
    }
  } catch (error) {
    // The stream broke, unless the disk says which call failed.
    if (error instanceof Error && "syscall" in error && error.syscall === "write") throw error;
    throw interrupted(written, bytes, error);
  } finally {
    await handle.close();
  }
  if (bytes !== null && written !== bytes) throw interrupted(written, bytes);
}

function interrupted(written: number, bytes: number | null, error?: unknown): DrawbridgeError {
  const of = bytes === null ? "" : ` of ${bytes}`;
  return new DrawbridgeError("unavailable", `The connection ended after ${written}${of} bytes; no backup was kept.`, [], error);
}

/** @throws unavailable: there is no store, or a server is using it */
async function copyLocal({ settings }: Context, path: string): Promise<void> {
  requireEmbeddedStore(settings);
  const { copyDirectory } = await import("../store/sqlite/sqlite-backup.ts");
  await explainStoreInUse(() => copyDirectory(settings.data, path));
}

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

/** Milliseconds. */
const pace = 2_000;

type StoreLocation =
  | { readonly kind: "sqlite"; readonly directory: string }
  | { readonly kind: "postgresql"; readonly address: DatabaseAddress | null };

const storeLocation: TextForm<StoreLocation> = {
  expected: `a directory (or sqlite:DIRECTORY), postgresql (the database of DRAWBRIDGE_DATABASE_URL), or ${databaseUrlForm}`,
  // A URL has a password in it.
  secret: true,
  problem: (text) => (/^(["']|jdbc:)*postgres(ql)?:/i.test(text) ? `the URL ${databaseUrlProblem(text)}` : ""),
  parse(text) {
    if (text === "postgresql") return { kind: "postgresql", address: null };
    if (/^postgres(ql)?:/i.test(text)) {
      const address = parseDatabaseUrl(text);
      return address && { kind: "postgresql", address };
    }
    const directory = text.replace(/^sqlite:/, "");
    // A URL of another database or a typing error.
    const isDirectory = directory !== "" && !directory.includes("\0") && !/^[a-z]+:\/\//i.test(directory);
    return isDirectory ? { kind: "sqlite", directory: resolve(directory) } : null;
  },
};

export const copy = command({
  name: "copy",
  meaning: "copy everything, with history, to another store: SQLite or PostgreSQL",
  args: {
    from: required("--from <store>", "source: a data directory that no server uses, postgresql, or postgres://…", storeLocation),
    to: required("--to <store>", "empty target: a directory, postgresql, or postgres://…", storeLocation),
  },
  examples: ["copy --from ./data --to postgresql"],
  notes:
    "postgresql is the database of DRAWBRIDGE_DATABASE_URL, or its _FILE: a URL on the command line shows its password to every user of this machine.\nStop the servers first: later commits are not in the copy. The source stays as it is. The copy is read back and compared\nbefore anyone can use it, and has a new epoch. See /docs/backup.",
  check({ from, to }, args) {
    if (from && to && JSON.stringify(from) === JSON.stringify(to)) args.problem("--from and --to must differ");
  },
  async run(places, context) {
    const { output } = context;
    const [from, to] = [namedBy(context, places.from), namedBy(context, places.to)];
    const line = paced(context);
    const tell = (stage: Stage, table: string, rows: number) => line(() => `${stage} ${counted(rows, "row")} of ${table}`);
    const source = await openSource(from);
    try {
      const target = await openTarget(to);
      try {
        const { transfer } = await import("../store/transfer.ts");
        // This machine's copy of a database that had this name before.
        if (to.kind === "postgresql") rmSync(join(context.settings.data, replicaName), { force: true });
        const done = await transfer(source, target, randomBytes(8).toString("hex"), tell);
        output.answer({ ...done.head, rows: done.rows }, () => copiedLines(source, target, done));
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
  },
});

type NamedPlace = StoreLocation & { readonly address?: DatabaseAddress };

/** @throws invalid: the settings name none */
function namedBy({ settings }: Context, place: StoreLocation): NamedPlace {
  if (place.kind === "sqlite") return place;
  const address = place.address ?? (settings.databaseUrl === null ? null : parseDatabaseUrl(settings.databaseUrl));
  if (address === null)
    throw new DrawbridgeError("invalid", "postgresql is the database of DRAWBRIDGE_DATABASE_URL, which is not set.");
  return { kind: "postgresql", address };
}

async function openSource(place: NamedPlace): Promise<SourceImage> {
  if (place.kind === "sqlite") return (await import("../store/sqlite/sqlite-image.ts")).sqliteSource(place.directory);
  return (await import("../store/postgres/postgres-image.ts")).postgresSource(place.address);
}

async function openTarget(place: NamedPlace): Promise<SqlImage> {
  if (place.kind === "sqlite") return (await import("../store/sqlite/sqlite-image.ts")).sqliteTarget(place.directory);
  return (await import("../store/postgres/postgres-image.ts")).postgresTarget(place.address);
}

function paced({ io, output }: Context): (line: () => string) => void {
  let next = performance.now() + pace;
  return (line) => {
    if (output.isJson || performance.now() < next) return;
    next = performance.now() + pace;
    io.err(`${line()}\n`);
  };
}

function copiedLines(source: SourceImage, target: SqlImage, { head, rows }: Transferred): string[] {
  const { commits = 0, changes = 0, resources = 0, people = 0 } = rows;
  const held = [counted(commits, "commit"), counted(changes, "change"), counted(resources, "current value")];
  return [
    `Copied and verified: ${held.join(", ")}, ${people === 1 ? "1 person" : `${people} people`}.`,
    `From: ${source.place}, at revision ${head.revision}`,
    `To:   ${target.place}, with the new epoch ${head.epoch}`,
  ];
}

/** Milliseconds after which no process of another machine writes to a file that was not written to. */
const surelyLeft = 24 * 60 * 60_000;

/** Writes a private file completely or not at all. @throws conflict: it exists; unavailable; errors of `write` */
export async function writeFileAtomically<T>(file: string, mayReplace: boolean, write: (path: string) => Promise<T>): Promise<T> {
  refuseReplacing(file, mayReplace);
  dropPartialFiles(dirname(resolve(file)));
  const partial = `${resolve(file)}.${hostname()}.${process.pid}.${randomBytes(4).toString("hex")}.partial`;
  try {
    const result = await write(partial);
    syncFile(partial);
    refuseReplacing(file, mayReplace);
    renameSync(partial, file);
    syncDirectory(dirname(resolve(file)));
    return result;
  } catch (error) {
    dropDatabase(partial);
    if (!(error instanceof Error) || !("syscall" in error)) throw error;
    throw new DrawbridgeError("unavailable", `${file} cannot be written: ${error.message}`, [], error);
  }
}

function dropPartialFiles(directory: string): void {
  try {
    for (const name of readdirSync(directory)) {
      const [, before = "", pid] = /^(.+)\.(\d+)\.[0-9a-f]{8}\.partial(-journal|-wal|-shm)?$/.exec(name) ?? [];
      if (pid === undefined) continue;
      const path = join(directory, name);
      const isOurs = before.endsWith(`.${hostname()}`);
      const isLeft = isOurs ? !isRunning(Number(pid)) : statSync(path).mtimeMs < Date.now() - surelyLeft;
      if (isLeft) rmSync(path, { force: true });
    }
  } catch {
    // An unreadable directory is reported when the file is written.
  }
}

function refuseReplacing(file: string, mayReplace: boolean): void {
  if (mayReplace || !existsSync(file)) return;
  throw new UsageError([`${JSON.stringify(file)} exists: pass --force to replace it, or choose another name`]);
}
