import { open } from "node:fs/promises";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import type { BackupContent } from "../store/backup.ts";
import { writeFileAtomically } from "./atomic-file.ts";
import { command } from "./command.ts";
import type { Context } from "./context.ts";
import { explainStoreInUse, requireEmbeddedStore } from "./local-store.ts";
import { counted } from "./output.ts";
import { localOption } from "./shared-options.ts";
import { sizeText } from "./size-text.ts";
import { filePath } from "./text-form.ts";
import { epochText } from "./time-text.ts";

/** Milliseconds until the first byte: before it, the server has copied and checked all of it. */
const timeout = 600_000;

export const backup = command({
  name: "backup",
  meaning: "back up everything to one file while the server runs",
  options: [
    { flags: "--to <file>", meaning: "the file to write" },
    { flags: "--force", meaning: "replace an existing file" },
    localOption,
  ],
  examples: ["backup --to drawbridge-2026-11-21.db", "backup --local --to drawbridge.db.before-moving"],
  notes:
    "For the embedded store; with PostgreSQL, use pg_dump or your provider's backups. The file is verified before it gets its final name.\nIt holds hashes of keys, tokens and passwords: store it as a secret. See docs/backup.md.",
  read: (args) => ({
    to: args.required("to", filePath),
    isForced: args.flag("force"),
    isLocal: args.flag("local"),
  }),
  async run({ to, isForced, isLocal }, context) {
    const { checkFile } = await import("../store/sqlite/sqlite-check.ts");
    const { statSync } = await import("node:fs");
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

/** Facts about the file, as `--json` prints them. */
export function backupFacts(
  file: string,
  { epoch, revision, projects, committedAt, bytes }: BackupContent & { readonly bytes?: number },
) {
  const at = committedAt === null ? null : printInstant(committedAt);
  return { file, epoch, revision, projects, committed_at: at, ...(bytes === undefined ? {} : { bytes }) };
}

export function lastCommitText({ committedAt }: BackupContent): string {
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
  return new DrawbridgeError("unavailable", `The connection ended after ${written}${of} bytes; no backup was kept.`, [], error);
}

/** @throws unavailable: there is no store, or a server is using it */
async function copyLocal({ settings }: Context, path: string): Promise<void> {
  requireEmbeddedStore(settings);
  const { copyDirectory } = await import("../store/sqlite/sqlite-backup.ts");
  await explainStoreInUse(() => copyDirectory(settings.data, path));
}
