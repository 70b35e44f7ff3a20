import assert from "node:assert/strict";
import { manifestEdits } from "drawbridge-rules/changes/manifest.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { exampleInstance, formWith, manifestFrom, overrideEdit, windowEdit } from "../../test/example-project.ts";
import { openMemoryStore } from "../../test/memory-store.ts";
import { testWith } from "../../test/test-with.ts";
import type { Store } from "../store/store.ts";
import type { CheckedClock } from "./clock-check.ts";
import { DailyCleanup } from "./daily-cleanup.ts";
import { Publisher } from "./publisher.ts";

const DAY = 24 * 60 * 60 * 1_000;
/** Midnight of the day on which a window of 6 December has been over for 30 days, at 04:00. */
const LEAVES = Date.UTC(2027, 0, 5);
const NAME = "2026-12-06T02:00";

function node(store: Store) {
  const logged: string[] = [];
  const log = {
    error: (_: object, text: string) => void logged.push(`error ${text}`),
    warn: (_: object, text: string) => void logged.push(`warn ${text}`),
    info: (_: object, text: string) => void logged.push(`info ${text}`),
  };
  const clock: { confirmed: number | null; problem: string | null } = { confirmed: LEAVES, problem: null };
  const checkClock = async (): Promise<CheckedClock> => {
    const { confirmed, problem } = clock;
    return { at: confirmed ?? 1, isConfirmed: confirmed !== null, problem };
  };
  const cleanup = new DailyCleanup({ checkClock, log });
  const publisher = new Publisher(store, () => clock.confirmed ?? 0, [(changes) => cleanup.apply(changes)]);
  const looked: string[] = [];
  const watched = {
    publish: publisher.publish.bind(publisher),
    state: (project: string) => {
      looked.push(project);
      return publisher.state(project);
    },
  };
  return { cleanup, publisher, clock, logged, looked, watched, run: () => cleanup.run(watched) };
}

type Node = ReturnType<typeof node>;

async function edit({ publisher }: Node, project: string, ...edits: readonly Edit[]): Promise<void> {
  await publisher.publish({ project, actor: "u_1", reason: "", override: [], dryRun: false, edits: () => edits });
}

async function create(one: Node, project: string, ...edits: readonly Edit[]): Promise<void> {
  const confirmed = one.clock.confirmed;
  one.clock.confirmed = Date.UTC(2026, 10, 22);
  const manifest = manifestFrom({ ...formWith({}), project });
  await one.publisher.publish({
    project,
    actor: "u_1",
    reason: "",
    override: [],
    dryRun: false,
    edits: (state) => [...manifestEdits(state, manifest), ...edits],
  });
  one.clock.confirmed = confirmed;
}

async function windowsOf({ publisher }: Node, project: string): Promise<string[]> {
  return [...(await publisher.state(project)).window.keys()].sort();
}

const test = testWith(() => node(openMemoryStore()));

test("windows leave at the first midnight after their 30 days, each project in a commit of its own", async (one) => {
  for (const project of ["a", "b"])
    await create(one, project, windowEdit("w", {}), windowEdit("next", { start: "2029-01-01T00:00" }));
  await create(one, "quiet");
  await one.run();
  assert.deepEqual(await windowsOf(one, "a"), ["next", "w"], "it ended at 04:00");
  one.clock.confirmed = LEAVES + DAY - 1;
  await one.run();
  assert.deepEqual(await windowsOf(one, "a"), ["next", "w"], "the same day");
  one.clock.confirmed = LEAVES + DAY;
  const { revision } = await one.publisher.read("a").then(({ head }) => head);
  await one.run();
  assert.deepEqual([await windowsOf(one, "a"), await windowsOf(one, "b")], [["next"], ["next"]]);
  assert.equal((await one.publisher.read("a")).head.revision, revision + 2);
});

test("writes of a clock that was ahead to a window are removed by the next cleanup", async (one) => {
  const rule = { start: "2026-12-06T02:00", repeat: "FREQ=WEEKLY" };
  await create(one, "a", windowEdit("w", rule));
  one.clock.confirmed = LEAVES + 730 * DAY;
  await edit(one, "a", windowEdit("w", { ...rule, duration: "PT3H" }));
  const before = await one.publisher.state("a");
  assert.ok((before.window.get("w")?.value.since ?? 0) > LEAVES + 700 * DAY && before.override.size > 0);
  one.clock.confirmed = LEAVES;
  await one.run();
  const after = await one.publisher.state("a");
  assert.deepEqual([after.window.get("w")?.value.since, after.override.size], [undefined, 0]);
  assert.equal(after.revision, before.revision + 1);
  await one.run();
  assert.equal((await one.publisher.state("a")).revision, after.revision);
});

test("after the first look only projects are read that changed or have something due", async (one) => {
  for (let index = 0; index < 20; index++) await create(one, `p-${index}`, windowEdit("next", { start: "2027-02-01T00:00" }));
  await create(one, "endless", windowEdit("w", { repeat: "FREQ=DAILY" }));
  await create(one, "without");
  await one.run();
  assert.equal(one.looked.length, 21);
  one.looked.length = 0;
  one.clock.confirmed = LEAVES + DAY;
  await one.run();
  assert.deepEqual(one.looked, []);
  await edit(one, "p-3", windowEdit("other", { start: "2028-01-01T00:00" }));
  await edit(one, "p-4", { kind: "instance", id: "x", value: exampleInstance({ name: "X" }) });
  await edit(one, "p-5", { kind: "window", id: "next", value: null });
  one.clock.confirmed = LEAVES + 2 * DAY;
  await one.run();
  assert.deepEqual(one.looked, ["p-3", "p-5"]);
  one.looked.length = 0;
  one.clock.confirmed = Date.UTC(2027, 2, 5);
  await one.run();
  const actual = new Set(one.looked);
  assert.deepEqual(actual, new Set(Array.from({ length: 20 }, (_, index) => `p-${index}`).filter((id) => id !== "p-5")));
  assert.deepEqual([await windowsOf(one, "p-0"), await windowsOf(one, "p-3")], [[], ["other"]]);
});

test("without a confirmed clock nothing leaves, and the log says so once, and when it is confirmed again", async (one) => {
  await create(one, "a", windowEdit("w", {}));
  Object.assign(one.clock, { confirmed: null, problem: "The clock may be ahead." });
  for (let times = 0; times < 3; times++) await one.run();
  assert.deepEqual(
    [one.logged, one.cleanup.status],
    [["warn The clock may be ahead."], { checkedAt: 1, problem: "The clock may be ahead." }],
  );
  assert.deepEqual(await windowsOf(one, "a"), ["w"]);
  Object.assign(one.clock, { confirmed: LEAVES + DAY, problem: null });
  await one.run();
  assert.deepEqual(one.logged.slice(1), ["info The clock is confirmed again: ended windows are deleted"]);
  assert.deepEqual(await windowsOf(one, "a"), []);
  Object.assign(one.clock, { confirmed: null, problem: "The clock may be ahead." });
  await one.run();
  // The log no longer speaks against it, but the watch finds it wrong.
  one.clock.problem = null;
  await one.run();
  assert.deepEqual(one.logged.slice(2), ["warn The clock may be ahead."]);
});

test("a project that cannot be cleaned is logged and does not stop the others, and a store that is away is tried again", async (one) => {
  for (const project of ["a", "b"]) await create(one, project, windowEdit("w", {}));
  one.clock.confirmed = LEAVES + DAY;
  let failure: Error = new DrawbridgeError("unavailable", "away");
  const failing = {
    ...one.watched,
    state: async (project: string) => {
      if (project === "a") throw failure;
      return one.publisher.state(project);
    },
  };
  await one.cleanup.run(failing);
  assert.deepEqual([one.logged, await windowsOf(one, "b")], [[], ["w"]]);
  failure = new TypeError("unreadable");
  await one.cleanup.run(failing);
  assert.deepEqual(
    [one.logged, await windowsOf(one, "b")],
    [["error The daily cleanup of a project failed, and is retried tomorrow"], []],
  );
  one.clock.confirmed = LEAVES + 2 * DAY;
  await one.run();
  assert.deepEqual(await windowsOf(one, "a"), []);
});

test("thousands of windows leave in several commits of one run, and the event loop goes on between steps of a few milliseconds", async (one) => {
  const edits = Array.from({ length: 1_200 }, (_, index) => windowEdit(`w-${index}`, {}));
  await create(
    one,
    "a",
    ...edits,
    overrideEdit("w-0", NAME, { end: Date.UTC(2026, 11, 6, 3) }),
    windowEdit("next", { start: "2029-01-01T00:00" }),
  );
  one.clock.confirmed = LEAVES + DAY;
  const { revision } = (await one.publisher.read("a")).head;
  let turns = 0;
  const count = () => {
    turns++;
    if (turns > 0) setImmediate(count).unref();
  };
  setImmediate(count).unref();
  await one.run();
  assert.deepEqual(await windowsOf(one, "a"), ["next"]);
  assert.equal((await one.publisher.read("a")).head.revision, revision + 3);
  assert.ok(turns > 3, String(turns));
});
