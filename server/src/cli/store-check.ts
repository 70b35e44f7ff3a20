/** The embedded store, looked at as a start would, without taking it from a running server. */
import { execFile } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { currentSchema } from "drawbridge-rules/project/project-state.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { processModule } from "../base/program-files.ts";
import type { BackupContent } from "../store/backup.ts";
import { refuseLostVolume } from "../store/sqlite/lost-volume.ts";
import type { Inspection } from "../store/sqlite/sqlite-inspection.ts";
import { type Check, fail, ok, warn } from "./check.ts";
import { counted } from "./output.ts";
import { epochText } from "./time-text.ts";

const name = "store";
/** Characters of its answer: a sentence for each problem. */
const longestAnswer = 1024 * 1024;

/** @param now epoch ms */
export async function checkStore(directory: string, now: number): Promise<Check[]> {
  const file = join(resolve(directory), "drawbridge.db");
  const lost = lostVolume(file);
  if (lost !== null) return [fail(name, lost)];
  if (!existsSync(file) || statSync(file).size === 0) return [];
  const { content, problems, skipped, dropped, left } = await inspection(file);
  const checks = problems.map((problem) => fail(name, problem));
  if (skipped !== null) checks.push(warn(name, `${file} was not checked: ${skipped}`));
  if (content !== null && problems.length === 0) checks.push(ok(name, soundText(file, content)));
  if (dropped.length > 0) checks.push(ok("leftovers", `deleted files of killed commands: ${namesOf(dropped)}`));
  if (left.length > 0)
    checks.push(
      warn("leftovers", `${namesOf(left)}: belongs to a running backup or restore; otherwise the next start deletes it`),
    );
  return content === null ? checks : [...checks, ...checkLastCommit(content, now)];
}

function lostVolume(file: string): string | null {
  try {
    refuseLostVolume(file);
    return null;
  } catch (error) {
    if (error instanceof DrawbridgeError) return error.message;
    throw error;
  }
}

/** Runs in a separate process: closing a file releases this process's locks on it, and a server may run in it. */
async function inspection(file: string): Promise<Inspection> {
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [processModule("sqlite-inspection-process"), file, String(currentSchema)],
      {
        maxBuffer: longestAnswer,
      },
    );
    return JSON.parse(stdout) as Inspection;
  } catch (error) {
    const reason = String((error as { readonly stderr?: string }).stderr || error)
      .trim()
      .split("\n")
      .at(-1);
    return { content: null, problems: [`${file} cannot be read: ${reason}`], skipped: null, dropped: [], left: [] };
  }
}

function soundText(file: string, { revision, projects }: BackupContent): string {
  return `${file}: revision ${revision} of ${counted(projects, "project")}; every page is sound, and its values match its log`;
}

/** Milliseconds that two clocks may differ. */
const tolerance = 60_000;

function checkLastCommit({ committedAt }: BackupContent, now: number): Check[] {
  if (committedAt === null || committedAt <= now + tolerance) return [];
  return [
    warn(
      "clock",
      `the last commit is from ${epochText(committedAt)}, later than this machine's time (${epochText(now)}): its clock is behind, or was ahead then. Synchronize it with NTP`,
    ),
  ];
}

function namesOf(paths: readonly string[]): string {
  return paths.map((path) => basename(path)).join(", ");
}
