import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlatformAdoption } from "drawbridge-rules/wire/adoption.ts";
import fc from "fast-check";
import { areaPaths, stackedBands, totals } from "./adoption-area.ts";

const present = { requests_24h: 0, forced_24h: 0, other_24h: 0, changed: null };
const outcomes = { allowed: 0, recommended: 0, forced: 0, maintenance: 0 };

function counted(series: readonly number[]) {
  return { ...outcomes, requests: series.reduce((sum, count) => sum + count, 0), series: [...series] };
}

/** Versions as the API orders them: most requests first, a series for the first 50. */
function adoptionOf(versions: Readonly<Record<string, readonly number[]>>, other: readonly number[]): PlatformAdoption {
  const all = [...Object.values(versions), other];
  const total = other.map((_, step) => all.reduce((sum, series) => sum + (series[step] ?? 0), 0));
  const ranked = Object.entries(versions).map(([version, series]) => ({ version, ...counted(series) }));
  ranked.sort((a, b) => b.requests - a.requests);
  return { platform: "ios", total: counted(total), versions: ranked, other: counted(other), present, suggested: [] };
}

test("the versions with most requests have a band, the oldest at the bottom, and the others one together at the top", () => {
  const names = ["2.10.0", "2.9.0", "2.8.0", "2.7.0", "2.6.0", "2.5.0", "2.4.0", "2.3.0"];
  const versions = Object.fromEntries(names.map((name, index) => [name, [100 - index, 100 - index]]));
  const { bands, first } = stackedBands(adoptionOf(versions, [1, 2]));
  assert.equal(first, 0);
  assert.deepEqual(
    bands.map(({ version }) => version),
    ["2.5.0", "2.6.0", "2.7.0", "2.8.0", "2.9.0", "2.10.0", null],
  );
  assert.deepEqual(bands.at(-1), { version: null, requests: 94 + 93 + 94 + 93 + 3, series: [94 + 93 + 1, 94 + 93 + 2] });
});

test("over a long time, the versions of its last quarter have a band, not those with most requests in all", () => {
  const versions = Object.fromEntries(
    Array.from({ length: 8 }, (_, index) => [
      `2.${index}.0`,
      Array.from({ length: 8 }, (_, step) => (step === index ? 100 - index : 1)),
    ]),
  );
  const { bands } = stackedBands(adoptionOf(versions, new Array(8).fill(0)));
  assert.deepEqual(
    bands.slice(-3).map(({ version }) => version),
    ["2.6.0", "2.7.0", null],
  );
  const last = bands.map(({ series }) => series.at(-1));
  assert.deepEqual([bands.length, last.at(-2), last.at(-1)], [7, 93, 2]);
});

test("nothing is drawn before the first requests, and without others there is no band of them", () => {
  const { bands, first } = stackedBands(adoptionOf({ "1.0.0": [0, 0, 3, 0, 4] }, [0, 0, 0, 0, 0]));
  assert.deepEqual([first, bands], [2, [{ version: "1.0.0", requests: 7, series: [3, 0, 4] }]]);
  assert.deepEqual(stackedBands(adoptionOf({}, [0, 0])).bands, []);
});

test("an hour without requests is a gap, and one between two of them is as wide as it is", () => {
  const bands = [{ version: "1.0.0", requests: 3, series: [1, 0, 2] }];
  assert.deepEqual(areaPaths(bands, 3), ["M0 0L0.5 0L1 0L1 100L0.5 100L0 100ZM2 0L2.5 0L3 0L3 100L2.5 100L2 100Z"]);
});

test("for any counts, the bands of each step share the whole height by their requests, and lie on each other", () => {
  const steps = 6;
  const series = fc.array(fc.nat(50), { minLength: steps, maxLength: steps });
  fc.assert(
    fc.property(fc.array(series, { minLength: 1, maxLength: 7 }), (all) => {
      const bands = all.map((each, index) => ({ version: `${index}.0.0`, requests: 0, series: each }));
      const whole = totals(bands, steps);
      const edges = areaPaths(bands, steps).map(edgesOf);
      for (const [step, count] of whole.entries()) {
        let top = 100;
        for (const [index, band] of bands.entries()) {
          const edge = edges[index]?.get(step + 0.5);
          assert.equal(edge === undefined, count === 0);
          if (!edge) continue;
          const [upper = Number.NaN, lower = Number.NaN] = edge;
          assert.ok(Math.abs(lower - top) < 0.01, "it lies on the band below");
          assert.ok(Math.abs(lower - upper - ((band.series[step] ?? 0) / count) * 100) < 0.01);
          top = upper;
        }
        if (count > 0) assert.ok(Math.abs(top) < 0.01, "the highest reaches the top");
      }
    }),
    { numRuns: 200 },
  );
});

/** Upper and lower y of a path, by x. */
function edgesOf(path: string): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (const [, x, y] of path.matchAll(/[ML]([\d.]+) ([\d.]+)/g))
    found.set(
      Number(x),
      [...(found.get(Number(x)) ?? []), Number(y)].sort((a, b) => a - b),
    );
  return found;
}
