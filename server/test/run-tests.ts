/**
 * Runs every test. The files that failed, if they are few, are run once more by themselves: a browser on a machine that is busy with
 * something else may be late once, and a defect is late twice. What was needed twice is named, so that nobody forgets it.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** More are no accident. */
const mostAgain = 5;

const directory = mkdtempSync(join(tmpdir(), "drawbridge-tests-"));
const first = runFiles(process.argv.slice(2));
const again = first.status === 0 ? first : runAgain(first.failed);
rmSync(directory, { recursive: true, force: true });
process.exitCode = again.status;

interface Run {
  readonly status: number;
  readonly failed: readonly string[];
}

function runFiles(patterns: readonly string[]): Run {
  const list = join(directory, "failed");
  rmSync(list, { force: true });
  const reporters = ["--test-reporter=spec", "--test-reporter-destination=stdout"];
  const failures = [`--test-reporter=${join(import.meta.dirname, "failed-files.ts")}`, `--test-reporter-destination=${list}`];
  const given = ["--test", "--test-timeout=600000", ...reporters, ...failures, ...patterns];
  const { status } = spawnSync(process.execPath, given, { stdio: "inherit" });
  const lines = existsSync(list) ? readFileSync(list, "utf8").split("\n") : [];
  return { status: status ?? 1, failed: [...new Set(lines.filter((line) => line !== ""))] };
}

function runAgain(failed: readonly string[]): Run {
  if (failed.length === 0 || failed.length > mostAgain) return { status: 1, failed };
  console.log(`\nOnce more, by themselves:\n${failed.join("\n")}\n`);
  const second = runFiles(failed);
  console.log(
    second.status === 0 ? "\nThese failed once, and passed when they were run by themselves." : "\nThese failed twice.",
  );
  return second;
}
