import assert from "node:assert/strict";
import { test } from "node:test";
import { manifestEdits } from "drawbridge-rules/changes/manifest-edits.ts";
import type { PlatformTraffic } from "drawbridge-rules/impact/traffic.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { PolicyStep } from "drawbridge-rules/versions/version-policy.ts";
import { formWith, manifestFrom } from "../test/example-project.ts";
import { openMemoryStore } from "../test/memory-store.ts";
import { type Follower, Publisher } from "./publisher.ts";
import { StepCheck } from "./step-check.ts";
import type { Store } from "./store/store.ts";

const minute = 60_000;
const hour = 60 * minute;
/** 09:00 in Rome. */
const at = Date.parse("2027-03-01T08:00:00Z");
const stores = { apple: "https://apps.example/a" };
const step = { at: "2027-03-01T09:00", zone: "Europe/Rome", minimum: "2.6.0" };

function traffic(old: number, updated: number): PlatformTraffic {
  const versions = Object.entries({ "2.5.0": old, "2.6.0": updated });
  return { versions: versions.map(([version, day]) => ({ version, day, week: day })), other: { day: 0, week: 0 } };
}

/** A node on that store, its clock and its counts, and what it logged. */
function node(store: Store, clock: { now: number; traffic: PlatformTraffic }, others: readonly StepCheck[] = []) {
  const logged: string[] = [];
  const log = {
    error: (_: object, text: string) => void logged.push(`error ${text}`),
    warn: (_: object, text: string) => void logged.push(`warn ${text}`),
  };
  const check = new StepCheck({ now: () => clock.now, log });
  const hear: Follower = (...commit) => {
    for (const one of [check, ...others]) one.apply(...commit);
  };
  const publisher = new Publisher(store, () => clock.now, [hear]);
  let asked = 0;
  const count = async () => {
    asked += 1;
    return clock.traffic;
  };
  return { check, publisher, logged, askedCount: () => asked, run: () => check.run(publisher, count) };
}

type Node = ReturnType<typeof node>;

async function apply({ publisher }: Node, platforms: object, project = "acme"): Promise<void> {
  const manifest = manifestFrom({ ...formWith({}), project, stores, platforms });
  const edits = { actor: "u_1", reason: "", override: [], dryRun: false };
  await publisher.publish({ project, ...edits, edits: (state) => manifestEdits(state, manifest) });
}

async function stepOf({ publisher }: Node, project = "acme"): Promise<PolicyStep | undefined> {
  return (await publisher.state(project)).platform.get("ios")?.value.policy.step;
}

async function started(old: number, updated: number, more: object = {}, now = at - 30 * 24 * hour) {
  const clock = { now, traffic: traffic(old, updated) };
  const store = openMemoryStore();
  const one = node(store, clock);
  await apply(one, { ios: { minimum: "2.4.0", step: { ...step, ...more } } });
  return { clock, store, one };
}

test("a step over its limit is announced from a day before, and held in the last minute", async () => {
  const { clock, store, one } = await started(70, 30);
  await one.run();
  assert.deepEqual([one.askedCount(), one.check.status], [0, []]);
  clock.now = at - 24 * hour;
  await one.run();
  await one.run();
  assert.deepEqual(one.check.status, [{ project: "acme", platform: "ios", at, isHeld: false }]);
  assert.equal(one.askedCount(), 1);
  clock.now = at - minute;
  await one.run();
  assert.equal((await stepOf(one))?.held, true);
  const { revision } = await store.head();
  const judged = "would newly force 70% of the requests of the last 24 hours to update; its limit is 20%";
  const named = "the step of ios at 2027-03-01T09:00 (Europe/Rome)";
  assert.deepEqual(one.logged, [
    `warn ${named} ${judged}. The server holds it a minute before, unless that changes`,
    `warn Held: ${named} ${judged}`,
  ]);
  const commit = await store.commitAt(revision);
  assert.deepEqual([commit?.actor, commit?.reason], ["system", `Held: ${named} ${judged}`]);
  // It stays held, and stays in the status.
  clock.now = at + hour;
  await one.run();
  assert.deepEqual(one.check.status, [{ project: "acme", platform: "ios", at, isHeld: true }]);
  assert.equal((await store.head()).revision, revision);
});

test("a step at its limit takes place, and so does one with a higher limit of its own", async () => {
  for (const [old, updated, more] of [
    [20, 80, {}],
    [70, 30, { limit: 70 }],
  ] as const) {
    const { clock, one } = await started(old, updated, more);
    for (const left of [24 * hour, hour, minute, 1, 0, -1]) {
      clock.now = at - left;
      await one.run();
    }
    assert.equal((await stepOf(one))?.held, false);
    assert.deepEqual([one.check.status, one.logged], [[], []]);
  }
});

test("under 100 requests in 24 hours, nothing is held", async () => {
  const { clock, one } = await started(99, 0);
  clock.now = at - 1;
  await one.run();
  assert.equal((await stepOf(one))?.held, false);
});

test("a share that falls before the step takes the warning back", async () => {
  const { clock, one } = await started(70, 30);
  clock.now = at - 20 * hour;
  await one.run();
  assert.equal(one.check.status.length, 1);
  clock.now += hour;
  clock.traffic = traffic(10, 90);
  await one.run();
  assert.deepEqual(one.check.status, []);
  clock.now = at - 1;
  await one.run();
  assert.equal((await stepOf(one))?.held, false);
});

test("a step that took place is never taken back", async () => {
  const { clock, store, one } = await started(70, 30);
  const { revision } = await store.head();
  clock.now = at;
  await one.run();
  assert.equal((await store.head()).revision, revision);
});

test("a step that a wrong clock took for past is held once the clock is right again", async () => {
  const { clock, one } = await started(70, 30);
  for (const now of [at + 300 * 24 * hour, at - 30_000]) {
    clock.now = now;
    await one.run();
  }
  assert.equal((await stepOf(one))?.held, true);
});

test("an edit of a step that is due leaves it to the server, since a guard judges only what the edit adds", async () => {
  const { clock, one } = await started(70, 30);
  clock.now = at - minute;
  await apply(one, { ios: { minimum: "2.4.0", step: { ...step, recommended: "2.7.0" } } });
  await one.run();
  assert.equal((await stepOf(one))?.held, true);
});

test("a server that starts a second before a step over its limit holds it", async () => {
  const { clock, one } = await started(70, 30);
  clock.now = at - 1000;
  one.check.start(one.publisher, async () => clock.traffic);
  await one.check.stop();
  assert.equal((await stepOf(one))?.held, true);
});

test("of two nodes that hold the same step, one commits", async () => {
  const { clock, store, one } = await started(70, 30);
  const two = node(store, clock);
  two.check.load(await store.rows());
  const { revision } = await store.head();
  clock.now = at - minute;
  await Promise.all([one.run(), two.run()]);
  assert.equal((await store.head()).revision, revision + 1);
  assert.deepEqual([...one.logged, ...two.logged].length, 1);
});

test("a step that an operator edits meanwhile is not held by the judgment of the old one", async () => {
  const { clock, one } = await started(70, 30);
  clock.now = at - minute;
  const holding = one.run();
  await apply(one, { ios: { minimum: "2.4.0", step: { ...step, limit: 100 } } });
  await holding;
  await one.run();
  assert.deepEqual([(await stepOf(one))?.held, (await stepOf(one))?.limit], [false, 100]);
});

test("a step that an operator resumes or plans in its last minute is not held: a guard judged it then", async () => {
  const { clock, store, one: other } = await started(70, 30);
  const one = node(store, clock, [other.check]);
  one.check.load(await store.rows());
  const look = async () => {
    await one.run();
    await other.run();
    return (await stepOf(one))?.held;
  };
  clock.now = at - minute;
  assert.equal(await look(), true);
  clock.now += 10_000;
  await apply(one, { ios: { minimum: "2.4.0", step } });
  assert.equal(await look(), false);
  // Another edit of the platform changes nothing of that.
  await apply(one, { ios: { minimum: "2.4.0", recommended: "2.5.0", step } });
  assert.equal(await look(), false);
  // Planned for another day, it is judged on that day.
  await apply(one, { ios: { minimum: "2.4.0", step: { ...step, at: "2027-03-02T09:00" } } });
  clock.now = at + 24 * hour - 1;
  assert.equal(await look(), true);
  await apply(one, { ios: { minimum: "2.4.0" } });
  clock.now = at + 48 * hour - 20_000;
  await apply(one, { ios: { minimum: "2.4.0", step: { ...step, at: "2027-03-03T09:00" } } });
  assert.equal(await look(), false);
});

test("an operator releases a held step by an edit, and it is not held again once its time has passed", async () => {
  const { clock, one } = await started(70, 30);
  clock.now = at - 1;
  await one.run();
  clock.now = at + hour;
  await apply(one, { ios: { minimum: "2.4.0", step } });
  await one.run();
  assert.equal((await stepOf(one))?.held, false);
  assert.deepEqual(one.check.status, []);
});

test("a project that is deleted, or whose step is, needs no attention", async () => {
  const { clock, one } = await started(70, 30);
  clock.now = at - hour;
  await one.run();
  assert.equal(one.check.status.length, 1);
  await apply(one, { ios: { minimum: "2.4.0" } });
  await one.run();
  assert.deepEqual(one.check.status, []);
  const asked = one.askedCount();
  clock.now += 2 * hour;
  await one.run();
  assert.equal(one.askedCount(), asked);
});

test("a store that is away is tried again, and a defect of one project does not stop the others", async () => {
  const { clock, one } = await started(70, 30);
  await apply(one, { ios: { minimum: "2.4.0", step } }, "beta");
  clock.now = at - minute;
  const fault = { error: new DrawbridgeError("unavailable", "away") as Error, project: "acme" };
  const count = async (project: string) => {
    if (project === fault.project) throw fault.error;
    return clock.traffic;
  };
  await one.check.run(one.publisher, count);
  assert.deepEqual([(await stepOf(one))?.held, (await stepOf(one, "beta"))?.held], [false, true]);
  fault.error = new Error("defect");
  await one.check.run(one.publisher, count);
  await one.check.run(one.publisher, count);
  assert.equal(one.logged.filter((text) => text.startsWith("error ")).length, 1);
  fault.project = "none";
  await one.check.run(one.publisher, count);
  assert.equal((await stepOf(one))?.held, true);
});
