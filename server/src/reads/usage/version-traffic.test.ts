import assert from "node:assert/strict";
import { it } from "node:test";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { runSteps } from "drawbridge-rules/values/steps.ts";
import { countOutcomes } from "../../../test/counted-requests.ts";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";
import { testWith } from "../../../test/test-with.ts";
import { openSqliteStore } from "../../store/sqlite/sqlite-store.ts";
import type { Store } from "../../store/store.ts";
import type { OutcomeCounts } from "../../store/usage.ts";
import { AdoptionCounts } from "./adoption.ts";
import { ReadUsage } from "./read-usage.ts";
import { hourMs, hourNumber } from "./request-counter.ts";
import { UsageWriter } from "./usage-writer.ts";
import { VersionTraffic } from "./version-traffic.ts";

const directories = temporaryDirectories();
/** A Saturday; its day has 13 hours so far. */
const noon = Date.parse("2026-11-21T12:00:00Z");
const hour = hourNumber(noon);
const once: OutcomeCounts = [1, 0, 0, 0];

async function opened(t: { after(end: () => unknown): void }) {
  const store = await openSqliteStore({ directory: directories() });
  const usage = new ReadUsage();
  const writer = new UsageWriter({ usage, store, process: "p1", now: () => noon, log: { error: () => assert.fail() } });
  await writer.start([]);
  t.after(() => writer.stop().then(() => store.close()));
  const ask = (version: string, at = hour, counts = once, platform = "ios") =>
    countOutcomes(usage.versions("shop", platform), version, counts, at * hourMs);
  return { store, usage, writer, ask, traffic: new VersionTraffic({ store, usage, writer }) };
}

function storeCounts(store: Store, source: "server" | "edge", version: string, at: number, counts: OutcomeCounts) {
  const counted = { project: "shop", platform: "ios", source, version, isNamed: false, hour: at, counts };
  return store.usage.write({ counts: [], versions: [counted] });
}

const test = testWith(opened);

test("the last 24 hours and 7 days are whole hours of UTC, in the store and not yet written", async ({
  writer,
  ask,
  traffic,
}) => {
  const hours = [0, 23, 24, 167, 168];
  for (const [index, before] of hours.entries()) ask("2.3.0", hour - before, [10 ** index, 0, 0, 0]);
  const expected = { versions: [{ version: "2.3.0", day: 11, week: 1111 }], other: { day: 0, week: 0 } };
  assert.deepEqual(await traffic.ofPlatform("shop", "ios", noon), expected);
  await writer.flush();
  assert.deepEqual(await traffic.ofPlatform("shop", "ios", noon), expected);
});

test("requests of other nodes and edges count, those of other platforms do not, and rare versions are the others", async ({
  store,
  ask,
  traffic,
}) => {
  await storeCounts(store, "edge", "2.3.0", hour, [0, 0, 5, 0]);
  await storeCounts(store, "server", "2.3.0", hour - 1, [3, 0, 0, 0]);
  await storeCounts(store, "server", "", hour, [0, 4, 0, 0]);
  ask("2.3.0");
  ask("2.3.0", hour, once, "android");
  assert.deepEqual(await traffic.ofPlatform("shop", "ios", noon), {
    versions: [{ version: "2.3.0", day: 9, week: 9 }],
    other: { day: 4, week: 4 },
  });
  assert.deepEqual((await traffic.ofPlatform("other", "ios", noon)).versions, []);
});

test("a request is counted once while it moves to the store, also when the write fails first", async ({
  store,
  writer,
  ask,
  traffic,
}) => {
  const { write } = store.usage;
  let fails = true;
  store.usage.write = async (change) => {
    if (fails && (change.versions ?? []).length > 0) throw new DrawbridgeError("unavailable", "The store is not responding.");
    return write.call(store.usage, change);
  };
  const counts = async () => (await traffic.ofPlatform("shop", "ios", noon)).versions[0]?.day;
  ask("2.3.0");
  await writer.flush();
  assert.equal(writer.failures, 1);
  ask("2.3.0");
  assert.equal(await counts(), 2);
  fails = false;
  const [during, , after] = await Promise.all([counts(), writer.flush(), counts()]);
  assert.deepEqual([during, after], [2, 2]);
});

test("adoption adds up hours or days, and versions beyond 512 are the others", async ({ writer, ask, traffic }) => {
  ask("2.0.0", hour, [1, 2, 3, 4]);
  ask("2.0.0", hour - 24, [5, 0, 0, 0]);
  for (let index = 0; index < 512; index++) ask(`1.${index}.0`, hour - 1, [2, 0, 0, 0]);
  await writer.flush();
  const collect = async (grain: "hour" | "day", from: number, steps: number) => {
    const sums = new AdoptionCounts(from, steps);
    await traffic.collect(grain, { project: "shop", platform: "ios", from, until: from + steps }, (some) => sums.add(some));
    return runSteps(sums.sums());
  };
  const hours = await collect("hour", hour - 1, 2);
  assert.deepEqual(hours.total.series, [1_024, 10]);
  const [first] = hours.versions;
  assert.deepEqual([first?.version, first?.outcomes, first?.series], ["2.0.0", [1, 2, 3, 4], [0, 10]]);
  assert.deepEqual([hours.versions.length, hours.other.outcomes], [512, [2, 0, 0, 0]]);
  const today = Math.floor(hour / 24);
  const days = await collect("day", today - 60, 61);
  assert.deepEqual(days.total.series.slice(-3), [0, 5, 1_034]);
});

it("adoption of tens of thousands of versions is added up in short steps, and lists 1 000", () => {
  const versions = 28_000;
  const sums = new AdoptionCounts(0, 336);
  for (let index = 0; index < versions; index++)
    sums.add([{ version: `1.${index}.0`, at: index % 336, counts: index < 500 ? [2, 0, 0, 0] : [0, 0, 1, 0] }]);
  const steps = sums.sums();
  let count = 0;
  let result = steps.next();
  for (; !result.done; result = steps.next()) count++;
  const { total, versions: listed, other } = result.value;
  assert.deepEqual([count, listed.length, total.outcomes], [1_000, 1_000, [1_000, 0, versions - 500, 0]]);
  assert.deepEqual(other.outcomes, [0, 0, versions - 1_000, 0]);
  const all = [...listed, other].map(({ series }) => series);
  const actual = total.series;
  assert.deepEqual(
    actual,
    total.series.map((_, step) => all.reduce((sum, series) => sum + (series[step] ?? 0), 0)),
  );
});
