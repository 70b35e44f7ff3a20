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
