import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { countOutcomes } from "../../test/counted-requests.ts";
import { cpuOf } from "../../test/work-cost.ts";
import { printMetrics, Registry } from "../base/metrics.ts";
import { Catalog } from "../reads/catalog/catalog.ts";
import { ReadCounts } from "../reads/read-counts.ts";
import { KeyUse } from "../reads/usage/read-usage.ts";
import { hourMs, type KeyRefusal } from "../reads/usage/request-counter.ts";
import { versionOutcome } from "../reads/usage/version-place.ts";
import type { Row } from "../store/store.ts";
import { credentialMetrics } from "./program-metrics.ts";
import { adoptionMetrics, requestMetrics } from "./read-metrics.ts";

const now = 1_000;
const metric = "drawbridge_read_key_refusals_total";

function keyRow(project: string, id: string, rules: object = {}): Row {
  const plain = { name: id, last4: "abcd", createdAt: 0, expiresAt: null, revokedAt: null, endpoints: ["config"] };
  const value = JSON.stringify({
    ...plain,
    instances: null,
    platforms: null,
    rehearsal: null,
    hash: `${project}/${id}`,
    ...rules,
  });
  return { project, kind: "read_key", id, schema: 1, revision: 1, value };
}

function registryOf(rows: readonly Row[]): { readonly catalog: Catalog; readonly registry: Registry } {
  const catalog = new Catalog();
  catalog.load(rows, { epoch: "e", revision: 1 });
  const registry = new Registry();
  registry.add(...requestMetrics({ catalog, counts: new ReadCounts(), listeners: () => [], now: () => now }));
  return { catalog, registry };
}

/** By its labels. */
function seriesOf(registry: Registry): ReadonlyMap<string, number> {
  const reading = registry.read().find((one) => one.metric.name === metric) ?? assert.fail();
  return new Map(reading.samples.map((sample) => [sample.labels.join(" "), sample.value]));
}

function refuse(catalog: Catalog, project: string, key: string, reason: KeyRefusal, count = 1): void {
  for (let i = 0; i < count; i++) catalog.usage.of(project, key).refused(reason).count(now);
}

describe("keys that are refused have series", () => {
  test("before the first request with a revoked or expired key, and with each reason of the past", () => {
    const rows = [keyRow("a", "good"), keyRow("a", "revoked", { revokedAt: 5 }), keyRow("a", "expired", { expiresAt: now })];
    const { catalog, registry } = registryOf(rows);
    assert.deepEqual(Object.fromEntries(seriesOf(registry)), { "a revoked revoked": 0, "a expired expired": 0 });
    refuse(catalog, "a", "good", "not_allowed", 2);
    refuse(catalog, "a", "revoked", "revoked", 3);
    refuse(catalog, "a", "revoked", "expired");
    assert.deepEqual(Object.fromEntries(seriesOf(registry)), {
      "a good not_allowed": 2,
      "a revoked revoked": 3,
      "a revoked expired": 1,
      "a expired expired": 0,
    });
  });

  test("in a bounded number, and none of what was counted is missing", () => {
    const rows = Array.from({ length: 3_000 }, (_, i) => keyRow("a", `k${i}`, { revokedAt: 5 }));
    const { catalog, registry } = registryOf(rows);
    for (let i = 0; i < 3_000; i++) refuse(catalog, "a", `k${i}`, "revoked", 2);
    const series = seriesOf(registry);
    assert.equal(series.size, 1_003);
    assert.equal(series.get("_OTHER _OTHER revoked"), 4_000);
    const actual = series.values().reduce((sum, value) => sum + value, 0);
    assert.equal(actual, 6_000);
  });
});

test("a scrape of a hundred thousand keys takes a small part of the time that taking them in takes", () => {
  const rows = Array.from({ length: 100_000 }, (_, i) => keyRow(`p${i % 5_000}`, `k${i}`, i % 2 === 0 ? { revokedAt: 5 } : {}));
  let registry = new Registry();
  const made = cpuOf(() => {
    const filled = registryOf(rows);
    for (const { project, id } of rows) filled.catalog.usage.of(project, id).letIn.count(now);
    registry = filled.registry;
  });
  printMetrics(registry);
  const scrape = Math.min(...Array.from({ length: 5 }, () => cpuOf(() => printMetrics(registry))));
  assert.ok(scrape < made / 10, `${scrape} µs, where making them took ${made}`);
});

const noon = Date.parse("2026-11-21T12:00:00Z");
const key = new KeyUse("shop", "k_a", { opened: () => undefined, dropped: () => undefined });

function allSeriesOf(registry: Registry): [string, number][] {
  return registry
    .read()
    .flatMap(({ samples }) => [...samples].map((sample) => [sample.labels.join(" "), sample.value] as [string, number]));
}

test("answers are counted by platform and outcome, and the counts never decrease", () => {
  const { usage } = new Catalog();
  const registry = new Registry();
  registry.add(...adoptionMetrics({ usage }));
  assert.deepEqual(allSeriesOf(registry), []);
  const table = usage.versions("shop", "ios");
  const expected = { allowed: 0, recommended: 0, forced: 0, maintenance: 0 };
  const check = () =>
    assert.deepEqual(
      allSeriesOf(registry),
      Object.entries(expected).map(([outcome, count]) => [`shop ios ${outcome}`, count]),
    );
  for (let step = 0; step < 200; step++) {
    const outcome = (["allowed", "recommended", "forced", "maintenance"] as const)[step % 4] ?? "allowed";
    table.count(`1.${step % 7}.0`, key, versionOutcome[outcome], noon + step * 600_000);
    expected[outcome]++;
    if (step % 5 === 0) countOutcomes(table, "2.0.0", [0, 0, 3, 0], noon);
    if (step % 5 === 0) expected.forced += 3;
    if (step % 11 === 0) table.take();
    if (step % 13 === 0) table.ofKey(key, noon);
    if (step % 29 === 0) table.enter(noon + step * 600_000);
    if (step % 31 === 0) table.forgetKey(key);
    if (step % 17 === 0) check();
  }
  check();
});

test("more platforms than 250 share their series", () => {
  const { usage } = new Catalog();
  const registry = new Registry();
  registry.add(...adoptionMetrics({ usage }));
  for (let index = 0; index < 260; index++) usage.versions(`p${index}`, "ios").count("1", null, versionOutcome.allowed, noon);
  const series = allSeriesOf(registry);
  assert.equal(series.length, 251 * 4);
  assert.deepEqual(series.at(-4), ["_OTHER _OTHER allowed", 10]);
});

test("keys and tokens expire soon within 14 days, unless they are revoked or have expired", () => {
  const day = 24 * hourMs;
  const credential = (expiresAt: number | null, revokedAt: number | null = null) => ({
    project: "shop",
    id: "k",
    value: { name: "", hash: "", last4: "", createdAt: 0, expiresAt, revokedAt },
  });
  const all = [
    credential(null),
    credential(noon),
    credential(noon + 1),
    credential(noon + 14 * day),
    credential(noon + 14 * day + 1),
    credential(noon + 1, noon - 1),
  ];
  const registry = new Registry();
  const parts = {
    catalog: { keys: () => all },
    accessTokens: { all: () => all.slice(2) },
    feedTokens: { all: () => [] },
    edges: { tokens: { all: () => all.slice(3, 4) } },
  };
  registry.add(...credentialMetrics({ ...parts, now: () => noon } as unknown as Parameters<typeof credentialMetrics>[0]));
  assert.deepEqual(allSeriesOf(registry), [
    ["read_key", 2],
    ["access", 2],
    ["calendar", 0],
    ["edge", 1],
  ]);
});
