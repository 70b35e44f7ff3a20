import assert from "node:assert/strict";
import { test } from "node:test";
import { WrappedCommand } from "./io.ts";

async function ended(...words: string[]) {
  const wrapped = new WrappedCommand(words);
  try {
    return await wrapped.run();
  } finally {
    wrapped.letGo();
  }
}

test("a command ends with its code, or with 128 and the number of the signal that ended it", async () => {
  assert.deepEqual(await ended("true"), { code: 0, problem: null });
  assert.deepEqual(await ended("sh", "-c", "exit 42"), { code: 42, problem: null });
  assert.deepEqual(await ended("sh", "-c", "kill -TERM $$"), { code: 143, problem: null });
  assert.deepEqual(await ended("sh", "-c", "kill -KILL $$"), { code: 137, problem: null });
});

test("a command that cannot be run ends as in a shell, and it is said why", async () => {
  assert.deepEqual(await ended("no-such-command-anywhere"), { code: 127, problem: "there is no such command" });
  const { code, problem } = await ended(import.meta.filename);
  assert.equal(code, 126);
  assert.equal(problem, "permission denied");
  assert.equal((await ended("ech\0o")).code, 126);
});

test("its arguments are words, and no shell looks at them", async () =>
  assert.equal((await ended("test", "$HOME; *", "=", "$HOME; *")).code, 0));

test("a signal goes to the command, and does not end us", async () => {
  const script = "trap 'exit 7' TERM; kill -TERM $PPID; while :; do sleep 0.02; done";
  assert.deepEqual(await ended("sh", "-c", script), { code: 7, problem: null });
});

test("a signal that came first keeps the command from being run", async () => {
  const wrapped = new WrappedCommand(["no-such-command-anywhere"]);
  assert.equal(wrapped.impatience.aborted, false);
  process.kill(process.pid, "SIGTERM");
  await new Promise((resolve) => wrapped.impatience.addEventListener("abort", resolve));
  assert.deepEqual(await wrapped.run(), { code: 143, problem: null });
  wrapped.letGo();
});

test("what was let go leaves the signals alone", () => {
  const before = process.listenerCount("SIGINT");
  const wrapped = new WrappedCommand(["true"]);
  assert.equal(process.listenerCount("SIGINT"), before + 1);
  wrapped.letGo();
  assert.equal(process.listenerCount("SIGINT"), before);
});
