import assert from "node:assert/strict";
import { test } from "node:test";
import { Histogram, type Metric, printMetrics, Registry } from "./metrics.ts";

const counter: Metric = { name: "drawbridge_a_total", help: "What is counted.", read: () => 1 };

function printed(...metrics: Metric[]): string[] {
  const registry = new Registry();
  registry.add(...metrics);
  return printMetrics(registry).trimEnd().split("\n");
}

test("a counter, a gauge with labels and a histogram are printed as Prometheus reads them", () => {
  const histogram = new Histogram([0.1, 1]);
  for (const seconds of [0.05, 0.1, 0.5, 7]) histogram.observe(seconds);
  const labelled: Metric = {
    name: "drawbridge_b",
    help: "What is there.",
    labels: { kind: ["a"], name: null },
    most: 5,
    read: () => [{ labels: ["a", 'x"\\\n'], value: Number.POSITIVE_INFINITY }],
  };
  const timed: Metric = {
    name: "drawbridge_c_seconds",
    help: "How long it took.",
    read: () => histogram,
  };
  assert.deepEqual(printed(counter, labelled, timed), [
    "# HELP drawbridge_a_total What is counted.",
    "# TYPE drawbridge_a_total counter",
    "drawbridge_a_total 1",
    "# HELP drawbridge_b What is there.",
    "# TYPE drawbridge_b gauge",
    'drawbridge_b{kind="a",name="x\\"\\\\\\n"} +Inf',
    "# HELP drawbridge_c_seconds How long it took.",
    "# TYPE drawbridge_c_seconds histogram",
    'drawbridge_c_seconds_bucket{le="0.1"} 2',
    'drawbridge_c_seconds_bucket{le="1"} 3',
    'drawbridge_c_seconds_bucket{le="+Inf"} 4',
    "drawbridge_c_seconds_sum 7.65",
    "drawbridge_c_seconds_count 4",
  ]);
});

test("a value that was not declared is _OTHER, and adds to what is there", () => {
  const read = () => ["GET", "BREW", "PROPFIND"].map((method, i) => ({ labels: [method], value: i + 1 }));
  const lines = printed({ ...counter, labels: { method: ["GET"] }, read });
  assert.deepEqual(lines.slice(2), ['drawbridge_a_total{method="GET"} 1', 'drawbridge_a_total{method="_OTHER"} 5']);
});

test("a label with arbitrary values gets a bounded number of series, and one for the rest; declared values keep their own", () => {
  const read = () =>
    ["k1", "k2", "k3", "k4"].flatMap((key) => ["expired", "revoked"].map((reason) => ({ labels: [key, reason], value: 1 })));
  const lines = printed({ ...counter, labels: { key: null, reason: ["expired", "revoked"] }, most: 3, read });
  assert.deepEqual(lines.slice(2), [
    'drawbridge_a_total{key="k1",reason="expired"} 1',
    'drawbridge_a_total{key="k1",reason="revoked"} 1',
    'drawbridge_a_total{key="k2",reason="expired"} 1',
    'drawbridge_a_total{key="_OTHER",reason="revoked"} 3',
    'drawbridge_a_total{key="_OTHER",reason="expired"} 2',
  ]);
});

test("a metric without a name of ours, a sentence or a bound is a defect, and so are two of a name", () => {
  for (const [wrong, why] of [
    [{ name: "requests_total" }, /name/],
    [{ name: "drawbridge_Requests_total" }, /name/],
    [{ help: "requests" }, /sentence/],
    [{ help: "Two\nlines." }, /sentence/],
    [{ labels: { le: ["1"] } }, /label/],
    [{ labels: { key: null } }, /bound/],
    [{ most: 3 }, /bound/],
  ] as const)
    assert.throws(() => new Registry().add({ ...counter, ...wrong }), why, JSON.stringify(wrong));
  assert.throws(() => new Registry().add(counter, counter), /two/);
});
