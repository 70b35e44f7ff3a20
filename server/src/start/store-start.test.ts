import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DrawbridgeError, NeedsOperator } from "drawbridge-rules/values/errors.ts";
import type { ReplicaRows } from "../replicas/replica.ts";
import { StoreStart, type StoreStartServices } from "./store-start.ts";

const away = new DrawbridgeError("unavailable", "The database is away.");
const kept: ReplicaRows = { rows: [], head: { epoch: "e", revision: 7 }, last: null, checkedAt: 0 };

/** A start whose steps fail with what is planned for them, one after the other, and note that they were done. */
function startOf(plan: Readonly<Record<string, unknown[]>>, own: Partial<StoreStartServices> = {}) {
  const done: string[] = [];
  const told: unknown[] = [];
  const step = (name: string) => async () => {
    const failure = plan[name]?.shift();
    if (failure === "slow") await sleep(60);
    else if (failure !== undefined) throw failure;
    done.push(name);
  };
  const start = new StoreStart({
    open: [step("open"), step("join")],
    load: [step("load")],
    write: [step("token"), step("account")],
    kept: async () => kept,
    restore: async () => void done.push("copy"),
    failed: (problem) => told.push(problem),
    timing: { opening: 30, again: 30 },
    log: { error: () => undefined, info: () => undefined },
    ...own,
  });
  const run = async () => start.answering(await start.opened());
  return { start, run, done, told };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(10);
}

test("with a store that answers, the replica is not read, and every step is done once", async () => {
  const { run, done } = startOf({}, { kept: () => assert.fail("it was read") });
  assert.equal(await run(), null);
  assert.deepEqual(done, ["open", "join", "load", "token", "account"]);
});

for (const name of ["open", "join", "load"])
  test(`where ${name} fails, the replica is answered from, and the steps that are left are done once each`, async () => {
    const { run, done, told } = startOf({ [name]: [away, away], token: [away] });
    assert.deepEqual(await run(), { kept, problem: away });
    await until(() => done.includes("account"));
    const actual = done.filter((each) => each !== "copy");
    assert.deepEqual(actual, ["open", "join", "load", "token", "account"]);
    assert.ok(told.length >= 2);
  });

test("a store that is only slow is waited for, with the replica answering meanwhile, and nothing was away", async () => {
  const { run, done } = startOf({ open: ["slow"] });
  assert.equal(await run(), null);
  assert.deepEqual(done, ["copy", "open", "join", "load", "token", "account"]);
});

test("without a replica, and where an operator has to act, the start ends with the reason", async () => {
  await assert.rejects(startOf({ open: [away] }, { kept: async () => null }).run(), away);
  await assert.rejects(startOf({ load: [away] }, { kept: async () => null }).run(), away);
  const newer = new NeedsOperator("It was written by a newer Drawbridge.");
  await assert.rejects(startOf({ open: [newer] }).run(), newer);
  await assert.rejects(startOf({ load: [newer] }).run(), newer);
});

test("a process that answers goes on where an operator has to act later, and ends its attempts when it is stopped", async () => {
  const newer = new NeedsOperator("It was written by a newer Drawbridge.");
  const { start, run, done, told } = startOf({ open: [away, newer] });
  await run();
  await until(() => told.includes(newer));
  await start.stop();
  await sleep(60);
  assert.deepEqual(done, ["copy"]);
});
