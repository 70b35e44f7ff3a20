import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { boundedRun, ObjectStoreError } from "./object-store.ts";

const newRun = () => boundedRun("s3://bucket", (error) => ["denied", String(error)], 10_000);
const never = () => new Promise<never>(() => {});
const isLate = (error: unknown) =>
  error instanceof ObjectStoreError && error.message === "s3://bucket failed while reading head: no answer in time.";

function outcomeOf(work: Promise<unknown>): () => Promise<unknown> {
  let outcome: unknown = "pending";
  const settle = (value: unknown) => {
    outcome = value;
  };
  work.then(settle, settle);
  return async () => {
    await turn();
    return outcome;
  };
}

test("an operation ends after its time, which bytes and progress extend", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let restart: (bytes?: number) => void = () => {};
  const outcome = outcomeOf(
    newRun()("reading head", undefined, (_, restartTime) => {
      restart = restartTime;
      return never();
    }),
  );
  t.mock.timers.tick(9_999);
  assert.equal(await outcome(), "pending");
  restart();
  t.mock.timers.tick(9_999);
  assert.equal(await outcome(), "pending");
  restart(5_000_000);
  t.mock.timers.tick(14_999);
  assert.equal(await outcome(), "pending");
  t.mock.timers.tick(1);
  assert.ok(isLate(await outcome()));
});

test("the signal of an operation ends with its time, or with the caller's reason", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const run = newRun();
  const ends: AbortSignal[] = [];
  const hang = (end: AbortSignal) => {
    ends.push(end);
    return never();
  };
  const late = outcomeOf(run("reading head", undefined, hang));
  const caller = new AbortController();
  const aborted = outcomeOf(run("reading head", caller.signal, hang));
  caller.abort("the server stops");
  assert.equal(await aborted(), "the server stops");
  assert.equal(ends[1]?.reason, "the server stops");
  assert.equal(ends[0]?.aborted, false);
  t.mock.timers.tick(10_000);
  assert.ok(isLate(await late()));
  assert.ok(isLate(ends[0]?.reason));
});

test("while two calls have not returned, further ones fail without waiting", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const run = newRun();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const outcomes = [first, second].map(({ promise }) => outcomeOf(run("reading head", undefined, () => promise)));
  assert.equal(await run("reading head", undefined, async () => "works"), "works");
  t.mock.timers.tick(10_000);
  for (const outcome of outcomes) assert.ok(isLate(await outcome()));
  const refused = run("reading head", undefined, async () => assert.fail("it ran"));
  await assert.rejects(refused, /earlier operations have not returned/);
  first.resolve();
  await turn();
  assert.equal(await run("reading head", undefined, async () => "works"), "works");
  second.reject(new Error("late"));
  await turn();
  assert.equal(await run("reading head", undefined, async () => "works"), "works");
});

test("an error of the work is explained, and one that has its sentence is thrown as it is", async () => {
  const failed = newRun()("writing head", undefined, async () => assert.fail("disk"));
  await assert.rejects(failed, {
    kind: "denied",
    message: "s3://bucket failed while writing head: AssertionError [ERR_ASSERTION]: disk.",
  });
  const own = new ObjectStoreError("missing", "The bucket is gone.");
  const thrown = newRun()("writing head", undefined, () => Promise.reject(own));
  await assert.rejects(thrown, (error) => error === own);
});
