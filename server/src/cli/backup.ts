import { open } from "node:fs/promises";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import type { BackupContent } from "../store/backup.ts";
import type { CheckedFile } from "../store/sqlite/sqlite-check.ts";
import { command } from "./command.ts";
import type { Context } from "./context.ts";
import { keepFile } from "./kept-file.ts";
import { askingTheServer, refuseElsewhere } from "./local-store.ts";
import { counted } from "./output.ts";
import { localOption } from "./shared-options.ts";
import { sizeText } from "./size-text.ts";
import { filePath } from "./text-form.ts";

/** Milliseconds until the first byte: before it, the server has copied and checked all of it. */
const patience = 600_000;

export const backup = command({
  name: "backup",
  meaning: "write everything into one file, while the server goes on",
  options: [
    { flags: "--to <file>", meaning: "the file to write" },
    { flags: "--force", meaning: "replace a file of that name" },
    localOption,
  ],
  examples: ["backup --to drawbridge-2026-11-21.db", "backup --local --to drawbridge.db.before-moving"],
  notes:
    "Of the embedded store; with PostgreSQL, use pg_dump or your provider's backups. The file is checked before it has its name. It\nholds hashes of keys, tokens and passwords: keep it as you keep those. See docs/backup.md.",
  read: (given) => ({
    to: given.required("to", filePath),
    isForced: given.flag("force"),
    isLocal: given.flag("local"),
  }),
  async run({ to, isForced, isLocal }, context) {
    const { checkFile } = await import("../store/sqlite/sqlite-check.ts");
    const { statSync } = await import("node:fs");
    const found = await keepFile(to, isForced, async (path) => {
      if (isLocal) await copyLocal(context, path);
      else await fetchInto(context, path);
      return { ...checkFile(path, { name: to, advice: "Nothing was kept; run the backup again." }), bytes: statSync(path).size };
    });
    context.output.answer(wireForm(to, found), () => [
      `${to}: revision ${found.revision} of ${counted(found.projects, "project")}, ${sizeText(found.bytes)}. ${asOf(found)}`,
    ]);
  },
});

/** What is in it, as `--json` says it. */
export function wireForm(
  file: string,
  { epoch, revision, projects, committedAt, digest, bytes }: CheckedFile & { readonly bytes?: number },
) {
  const at = committedAt === null ? null : printInstant(committedAt);
  return { file, epoch, revision, projects, committed_at: at, sha256: digest, ...(bytes === undefined ? {} : { bytes }) };
}

export function asOf({ committedAt }: BackupContent): string {
  return committedAt === null ? "Nothing was committed yet." : `The last commit is of ${printInstant(committedAt)}.`;
}

async function fetchInto(context: Context, path: string): Promise<void> {
  const { body, bytes } = await context.clientWithin(patience).backUp();
  const handle = await open(path, "wx", 0o600);
  let written = 0;
  try {
    for await (const chunk of body) {
      await handle.writeFile(chunk);
      written += chunk.length;
    }
  } catch (error) {
    // The stream itself broke: the disk says which call failed.
    if (error instanceof Error && "syscall" in error && error.syscall === "write") throw error;
    throw interrupted(written, bytes, error);
  } finally {
    await handle.close();
  }
  if (bytes !== null && written !== bytes) throw interrupted(written, bytes);
}

function interrupted(written: number, bytes: number | null, error?: unknown): DrawbridgeError {
  const of = bytes === null ? "" : ` of ${bytes}`;
  return new DrawbridgeError("unavailable", `The connection ended after ${written}${of} bytes: nothing was kept.`, [], error);
}

/** @throws unavailable: there is no store, or a server is using it */
async function copyLocal({ settings }: Context, path: string): Promise<void> {
  refuseElsewhere(settings);
  const { copyDirectory } = await import("../store/sqlite/sqlite-backup.ts");
  await askingTheServer(() => copyDirectory(settings.data, path));
}
