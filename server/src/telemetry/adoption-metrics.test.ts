import assert from "node:assert/strict";
import { test } from "node:test";
import { countOutcomes } from "../../test/counted-requests.ts";
import { Registry } from "../base/metrics.ts";
import { Catalog } from "../reads/catalog/catalog.ts";
import { hourMs } from "../reads/usage/hourly-counts.ts";
import { KeyUse } from "../reads/usage/key-use.ts";
import { versionOutcome } from "../reads/usage/version-place.ts";
import { adoptionMetrics } from "./adoption-metrics.ts";
import { credentialMetrics } from "./program-metrics.ts";

const noon = Date.parse("2026-11-21T12:00:00Z");
const key = new KeyUse("shop", "k_a", { opened: () => undefined, dropped: () => undefined });

function seriesOf(registry: Registry): [string, number][] {
  return registry
    .read()
    .flatMap(({ samples }) =>
      [...samples].map((sample) => [sample.labels.join(" "), "value" in sample ? sample.value : Number.NaN] as [string, number]),
    );
}

test("answers are counted by platform and outcome, and the counts never decrease", () => {
  const { usage } = new Catalog();
  const registry = new Registry();
  registry.add(...adoptionMetrics({ catalog: { usage } }));
  assert.deepEqual(seriesOf(registry), []);
  const table = usage.versions("shop", "ios");
  const expected = { allowed: 0, recommended: 0, forced: 0, maintenance: 0 };
  const check = () =>
    assert.deepEqual(
      seriesOf(registry),
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
  registry.add(...adoptionMetrics({ catalog: { usage } }));
  for (let index = 0; index < 260; index++) usage.versions(`p${index}`, "ios").count("1", null, versionOutcome.allowed, noon);
  const series = seriesOf(registry);
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
  assert.deepEqual(seriesOf(registry), [
    ["read_key", 2],
    ["access_token", 2],
    ["feed_token", 0],
    ["edge_token", 1],
  ]);
});
