/** Admin requests of the recorded build get the same answers, and its backup can be restored. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { runCommand } from "../recorded-io.ts";
import { startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { type Captured, comparable, missing, type RecordedAnswer, sendAll } from "./recording.ts";
import { steps } from "./steps.ts";

const newDirectory = temporaryDirectories();
const build = join(import.meta.dirname, "first");
const recorded: { readonly captured: Captured; readonly answers: readonly RecordedAnswer[] } = JSON.parse(
  readFileSync(join(build, "answers.json"), "utf8"),
);
const begun = Date.parse("2026-11-21T12:00:00Z");

test("each request that the build before answered has the same answer, and members that came since", async (t) => {
  const clock = new Clock();
  const program = await startProgram({ now: () => clock.now });
  t.after(() => program.stop());
  const answers = await sendAll(program, steps, () => clock.advance(), {});
  assert.deepEqual(differences(comparable(recorded.answers), comparable(answers)), []);
});

test("a backup of the build before is restored, and everything in it is read as it was", async (t) => {
  const [files, data] = [newDirectory(), newDirectory()];
  mkdirSync(files);
  const backup = join(files, "backup.db");
  writeFileSync(backup, gunzipSync(readFileSync(join(build, "backup.gz"))));
  const restored = await runCommand(["restore", "--from", backup], { env: { DRAWBRIDGE_DATA: data } });
  assert.deepEqual([restored.code, restored.err], [0, ""]);
  writeFileSync(join(data, "admin-token"), recorded.captured.token ?? "", { mode: 0o600 });
  const clock = { now: begun + 1000 * steps.length };
  const program = await startProgram({ directory: data, now: () => clock.now });
  t.after(() => program.stop());
  // From the first list on, the recording only read.
  const first = steps.findIndex(({ path }) => path === "/admin/v1/projects");
  const answers = await sendAll(program, steps.slice(first), () => undefined, { ...recorded.captured });
  assert.deepEqual(differences(comparable(recorded.answers.slice(first)), comparable(answers), steps.slice(first)), []);
});

class Clock {
  now = begun;

  advance(): void {
    this.now += 1000;
  }
}

function differences(earlier: readonly RecordedAnswer[], later: readonly RecordedAnswer[], sent = steps): string[] {
  return earlier.flatMap((answer, index) => {
    const { method, path } = sent[index] ?? { method: "", path: "" };
    return missing(answer, later[index]).map((found) => `${method} ${path} ${found}`);
  });
}
