import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { cpuOf } from "../../test/work-cost.ts";
import { printMetrics, Registry } from "../base/metrics.ts";
import { Catalog } from "../reads/catalog/catalog.ts";
import { ReadCounts } from "../reads/read-counts.ts";
import type { KeyRefusal } from "../reads/usage/tally.ts";
import type { Row } from "../store/store.ts";
import { readMetrics } from "./read-metrics.ts";

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
  registry.add(...readMetrics({ catalog, counts: new ReadCounts(), listeners: () => [], now: () => now }));
  return { catalog, registry };
}

/** By its labels. */
function seriesOf(registry: Registry): ReadonlyMap<string, number> {
  const reading = registry.read().find((one) => one.metric.name === metric) ?? assert.fail();
  return new Map(reading.samples.map((sample) => [sample.labels.join(" "), "value" in sample ? sample.value : Number.NaN]));
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

  test("apart from others while they are used, however many more revoked or expired keys there are", () => {
    const rows = Array.from({ length: 3_000 }, (_, i) => keyRow("a", `k${i}`, { revokedAt: 5 }));
    const { catalog, registry } = registryOf([...rows, keyRow("b", "late", { revokedAt: 5 })]);
    refuse(catalog, "b", "late", "revoked", 7);
    const series = seriesOf(registry);
    assert.equal(series.get("b late revoked"), 7);
    assert.equal(series.get("_OTHER _OTHER revoked"), 0);
    assert.equal(series.size, 1_003);
  });

  test("in a bounded number, and none of what was counted is missing", () => {
    const rows = Array.from({ length: 3_000 }, (_, i) => keyRow("a", `k${i}`, { revokedAt: 5 }));
    const { catalog, registry } = registryOf(rows);
    for (let i = 0; i < 3_000; i++) refuse(catalog, "a", `k${i}`, "revoked", 2);
    const series = seriesOf(registry);
    assert.equal(series.size, 1_003);
    assert.equal(series.get("_OTHER _OTHER revoked"), 4_000);
    assert.equal(
      series.values().reduce((sum, value) => sum + value, 0),
      6_000,
    );
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

test("label values never break out of their quotes", () => {
  const registry = new Registry();
  const evil = 'a"} 1\nevil_total{x="\\';
  registry.add({
    name: "drawbridge_test",
    help: "A test.",
    type: "gauge",
    labels: { name: null },
    most: 2,
    read: () => [{ labels: [evil], value: 1 }],
  });
  assert.deepEqual(printMetrics(registry).split("\n").slice(2), ['drawbridge_test{name="a\\"} 1\\nevil_total{x=\\"\\\\"} 1', ""]);
});
