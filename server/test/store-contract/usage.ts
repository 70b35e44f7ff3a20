import assert from "node:assert/strict";
import fc from "fast-check";
import type { Usage } from "../../src/store/sql/sql-usage.ts";
import { maxStoredVersions } from "../../src/store/sql/version-rows.ts";
import type { OutcomeCounts, RefusedQueries, UsageCount, VersionCount } from "../../src/store/usage.ts";
import { failsWith, type WithStore } from "./change.ts";

const hour = 498_685;

function counted(rest: Partial<UsageCount> = {}): UsageCount {
  return { project: "shop", key: "k_a", outcome: "let_in", platform: "", version: "", hour, count: 1, ...rest };
}

function version(rest: Partial<VersionCount> = {}): VersionCount {
  return {
    project: "shop",
    platform: "ios",
    source: "server",
    version: "2.3.0",
    isNamed: false,
    hour,
    counts: [1, 0, 0, 0],
    ...rest,
  };
}

function refused(rest: Partial<RefusedQueries> = {}): RefusedQueries {
  return { project: "shop", key: "k_a", code: "invalid_version", hour, count: 1, example: "2.5.0(beta)", ...rest };
}

const span = { project: "shop", platform: "ios", from: hour - 24, until: hour + 24 };
const day = Math.floor(hour / 24);

async function hours(usage: Usage, of = span) {
  return (await usage.versionHours(of)).map(({ source, version, at, counts }) => [source, version, at - hour, counts]);
}

export function usageContract(withStore: WithStore): void {
  withStore("what was counted is kept apart by everything but its count, and is no revision", async (store) => {
    const all = [
      counted(),
      counted({ key: "k_b", count: 2 }),
      counted({ project: "other", count: 3 }),
      counted({ outcome: "expired", count: 4 }),
      counted({ platform: "ios", version: "2.3.0", count: 5 }),
      counted({ platform: "ios", version: "2.3.1", count: 6 }),
      counted({ hour: hour + 1, count: 7_000_000_000 }),
      counted({ project: "", key: "", outcome: "missing", count: 8 }),
    ];
    await store.usage.write({ counts: all });
    const found = await store.usage.counts();
    assert.deepEqual(sorted(found), sorted(all));
    assert.equal((await store.head()).revision, 0);
  });

  withStore("a count is added to the one before it, also within one write and by concurrent ones", async ({ usage }) => {
    await usage.write({ counts: [counted({ count: 5 }), counted({ count: 1 })] });
    await Promise.all(Array.from({ length: 4 }, () => usage.write({ counts: [counted({ count: 9 })] })));
    assert.deepEqual(await usage.counts(), [counted({ count: 42 })]);
  });

  withStore("of a key, a project and hours that are gone nothing is left, and of others all", async ({ usage }) => {
    const [other, later] = [{ project: "other" }, { hour: hour + 1 }];
    await usage.write({
      counts: [counted(), counted({ outcome: "revoked" }), counted(other), counted({ key: "k_b" }), counted(later)],
      versions: [version(), version(other)],
      refused: [refused(), refused({ code: "missing_parameter" }), refused(other), refused({ key: "k_b" })],
    });
    const gone = ["k_a", "k_none"].map((key) => ({ project: "shop", key }));
    await usage.write({ counts: [], gone, goneProjects: ["shop", "none"] });
    assert.deepEqual(sorted(await usage.counts()), sorted([counted(other), counted({ key: "k_b" })]));
    assert.deepEqual(await usage.refusedQueries("shop", 0), [refused({ key: "k_b" })]);
    assert.deepEqual([await hours(usage), await usage.versionDays({ ...span, from: day, until: day + 1 })], [[], []]);
    assert.equal((await hours(usage, { ...span, ...other })).length, 1);
    await usage.write({ counts: [counted(later)], from: hour + 1 });
    assert.deepEqual(await usage.counts(), [counted(later)]);
    assert.deepEqual([await usage.refusedQueries("shop", 0), await usage.refusedQueries("other", 0)], [[], []]);
    await failsWith("invalid", usage.versionHours({ ...span, from: hour - 24 * 17 }));
    await failsWith("invalid", usage.versionDays({ ...span, from: day - 500, until: day }));
  });

  withStore(
    "a write with a number adds once, whatever is repeated and however many write at the same time",
    async ({ usage }) => {
      const once = (process: string, number: number) => ({ process, number, hour });
      const add = (process: string, number: number) =>
        usage.write({ counts: [counted()], versions: [version()], once: once(process, number) });
      await Promise.all(["a", "b", "a", "b"].map((process) => add(process, 1)));
      await Promise.all(["a", "b", "a"].map((process) => add(process, 2)));
      await add("a", 1);
      assert.deepEqual(await usage.counts(), [counted({ count: 4 })]);
      assert.deepEqual(await hours(usage), [["server", "2.3.0", 0, [4, 0, 0, 0]]]);
      // After 14 days the number is deleted, and with it what it would have kept from being added.
      await usage.write({ counts: [], from: hour + 15 * 24 });
      await add("a", 2);
      assert.deepEqual(await usage.counts(), [counted()]);
    },
  );

  withStore("hours of 14 days and days of 400 are kept", async ({ usage }) => {
    const versions = Array.from({ length: 450 }, (_, ago) => version({ hour: hour - ago * 24 }));
    await usage.write({ counts: [], versions });
    await usage.write({ counts: [], from: hour - 23 });
    const found = await Promise.all(
      [0, 15].map((ago) => hours(usage, { ...span, from: hour - (ago + 14) * 24, until: hour + 1 - ago * 24 })),
    );
    assert.deepEqual(
      found.map((all) => all.length),
      [15, 0],
    );
    const days = await usage.versionDays({ ...span, from: day - 400, until: day + 1 });
    assert.equal(days.length, 401);
    assert.ok((await usage.versionDays({ ...span, from: day - 449, until: day - 399 })).length < 32);
  });

  withStore("made-up versions beyond 2 000 of a day are added to the others; named ones never are", async ({ usage }) => {
    const many = Array.from({ length: maxStoredVersions }, (_, i) => version({ version: `1.${i}.0` }));
    await usage.write({ counts: [], versions: many });
    const late = [version({ version: "2.0.0" }), version({ version: "3.0.0", isNamed: true }), version({ version: "1.7.0" })];
    await usage.write({ counts: [], versions: [...late, version({ version: "4.0.0", source: "edge" })] });
    const found = new Map((await usage.versionHours(span)).map(({ version, counts }) => [version, counts[0]]));
    assert.equal(found.size, maxStoredVersions + 3);
    assert.deepEqual(
      ["", "1.7.0", "2.0.0", "3.0.0", "4.0.0"].map((version) => found.get(version)),
      [1, 2, undefined, 1, 1],
    );
  });

  withStore("in any sequence of writes, hours and days of each version and source equal a naive sum", async ({ usage }) => {
    const count = fc.oneof(fc.nat(9), fc.constant(7_000_000_000));
    const one = fc.record({
      platform: fc.constantFrom("ios", "ios", "android"),
      source: fc.constantFrom("server", "edge"),
      version: fc.constantFrom("", "1.0.0", "2.0.0"),
      hour: fc.integer({ min: hour - 100, max: hour }),
      counts: fc.tuple(count, count, count, count),
    });
    let project = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(one, { maxLength: 8 }), { maxLength: 5 }), async (writes) => {
        const own = { project: `p${++project}` };
        const naive = new Map<string, OutcomeCounts>();
        for (const write of writes) {
          await usage.write({ counts: [], versions: write.map((each) => version({ ...each, ...own })) });
          for (const { source, version, hour: at, counts } of write.filter(({ platform }) => platform === "ios"))
            for (const name of [`h ${source} ${version} ${at}`, `d ${source} ${version} ${Math.floor(at / 24)}`])
              naive.set(name, counts.map((count, i) => count + (naive.get(name)?.[i] ?? 0)) as unknown as OutcomeCounts);
        }
        const found = new Map<string, OutcomeCounts>();
        const byHour = await usage.versionHours({ ...span, ...own, from: hour - 100, until: hour + 1 });
        for (const { source, version, at, counts } of byHour) found.set(`h ${source} ${version} ${at}`, counts);
        const byDay = await usage.versionDays({ ...span, ...own, from: day - 10, until: day + 1 });
        for (const { source, version, at, counts } of byDay) found.set(`d ${source} ${version} ${at}`, counts);
        const sorted = (all: Map<string, OutcomeCounts>) => [...all].filter(([, counts]) => counts.some((n) => n > 0)).sort();
        assert.deepEqual(sorted(found), sorted(naive));
      }),
      { numRuns: 8 },
    );
  });

  withStore("refused queries are counted by key, code and hour, and the first example stays", async ({ usage }) => {
    const others = [
      refused({ key: "k_b", example: "देव 😀" }),
      refused({ code: "unknown_platform", example: "nokia" }),
      refused({ hour: hour - 23, count: 7_000_000_000 }),
    ];
    await usage.write({ counts: [], refused: [refused(), refused({ example: "latest", count: 2 }), ...others] });
    await Promise.all([1, 2, 3].map(() => usage.write({ counts: [], refused: [refused({ example: "dev" })] })));
    const once = { process: "p", number: 1, hour };
    for (let i = 0; i < 2; i++) await usage.write({ counts: [], refused: [refused({ project: "other", count: 9 })], once });
    assert.deepEqual(sorted(await usage.refusedQueries("shop", hour - 23)), sorted([refused({ count: 6 }), ...others]));
    assert.deepEqual(sorted(await usage.refusedQueries("shop", hour)), sorted([refused({ count: 6 }), ...others.slice(0, 2)]));
    assert.deepEqual(await usage.refusedQueries("other", hour), [refused({ project: "other", count: 9 })]);
    assert.deepEqual(await usage.counts(), []);
  });

  withStore("projects are named by their refused queries since an hour, most first", async ({ usage }) => {
    const counts = [
      ["few", 0, 1],
      ["most", 0, 9],
      ["also-few", 0, 1],
      ["old", -24, 99],
    ] as const;
    await usage.write({
      counts: [],
      refused: counts.map(([project, ago, count]) => refused({ project, hour: hour + ago, count })),
    });
    assert.deepEqual(await usage.refusedProjects(hour - 23, 20), ["most", "also-few", "few"]);
    assert.deepEqual(await usage.refusedProjects(hour - 23, 1), ["most"]);
  });

  withStore("counts are written all or not at all", async (store) => {
    for (const wrong of [{ version: "\ud800" }, { key: "\0" }, { count: 0.5 }])
      await failsWith("invalid", store.usage.write({ counts: [counted(), counted(wrong)] }));
    for (const wrong of [
      { version: "\0" },
      { hour: -1 },
      { counts: [1, 2, 3] as unknown as OutcomeCounts },
      { counts: [-1, 0, 0, 0] as const },
    ])
      await failsWith("invalid", store.usage.write({ counts: [counted()], versions: [version(), version(wrong)] }));
    for (const wrong of [{ example: "\0" }, { code: "unknown_instance" as never }, { count: 0.5 }])
      await failsWith("invalid", store.usage.write({ counts: [counted()], refused: [refused(), refused(wrong)] }));
    assert.deepEqual(await store.usage.counts(), []);
  });
}

function sorted(counts: readonly (UsageCount | RefusedQueries)[]): string[] {
  return counts.map((count) => JSON.stringify(Object.entries(count).sort())).sort();
}
