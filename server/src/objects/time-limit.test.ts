import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { boundedRun } from "./object-store.ts";

test("an operation ends after its time, which bytes and progress extend", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const run = boundedRun("s3://bucket", (error) => ["denied", String(error)], 10_000);
  let restart: (bytes?: number) => void = () => {};
  let outcome = "pending";
  const work = run("reading head", undefined, (_, restartTime) => {
    restart = restartTime;
    return new Promise<never>(() => {});
  });
  work.catch((error: Error) => {
    outcome = error.message;
  });
  const after = async (ms: number) => {
    t.mock.timers.tick(ms);
    await turn();
    return outcome;
  };
  assert.equal(await after(9_999), "pending");
  restart();
  assert.equal(await after(9_999), "pending");
  restart(5_000_000);
  assert.equal(await after(14_999), "pending");
  assert.equal(await after(1), "s3://bucket failed while reading head: no answer in time.");
});
