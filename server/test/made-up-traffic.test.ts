import assert from "node:assert/strict";
import { test } from "node:test";
import { type MadeUpApp, type MadeUpRequests, madeUpTraffic } from "../../examples/made-up-traffic.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** A Monday. */
const start = Date.parse("2027-03-01T00:00:00Z");
const app: MadeUpApp = {
  platform: "ios",
  releases: [
    { version: "2.4.0", at: start - 30 * day },
    { version: "2.6.0", at: start + 10 * day },
    { version: "2.5.0", at: start },
  ],
  requestsPerDay: 10_000,
  other: 0.01,
};

function requestsOf(from: number, until: number, seed = 1): MadeUpRequests[] {
  return [...madeUpTraffic(app, seed, { start: start + from, end: start + until })];
}

function shares(rows: readonly MadeUpRequests[]): Map<string, number> {
  const total = sum(rows);
  return new Map(["2.4.0", "2.5.0", "2.6.0", ""].map((version) => [version, sum(rows, version) / total]));
}

function sum(rows: readonly MadeUpRequests[], version?: string): number {
  return rows.filter((row) => version === undefined || row.version === version).reduce((all, { requests }) => all + requests, 0);
}

test("a seed always makes the same requests, and another seed makes others", () => {
  assert.deepEqual(requestsOf(0, 7 * day), requestsOf(0, 7 * day));
  assert.notDeepEqual(requestsOf(0, 7 * day), requestsOf(0, 7 * day, 2));
});

test("a span has the same requests however it is cut", () => {
  const cuts = [0, 1, hour, 5 * hour + 7, 30 * hour, 30 * hour + 1, 12 * day];
  const pieces = cuts.slice(1).flatMap((until, index) => requestsOf(cuts[index] as number, until));
  assert.deepEqual(pieces, requestsOf(0, 12 * day));
});

test("users take up a release quickly at first, and some never update", () => {
  const before = shares(requestsOf(9 * day, 10 * day));
  const firstDay = shares(requestsOf(10 * day, 11 * day));
  const later = shares(requestsOf(40 * day, 41 * day));
  assert.equal(before.get("2.6.0"), 0);
  const taken = firstDay.get("2.6.0") ?? 0;
  assert.ok(taken > 0.05 && taken < 0.3, `${taken} on the first day`);
  assert.ok((later.get("2.6.0") ?? 0) > 0.85);
  assert.ok((later.get("2.4.0") ?? 0) > 0.01, "stragglers");
});

test("a week has the requested number of requests and of rare versions, most in the evening and on weekends", () => {
  const week = requestsOf(7 * day, 14 * day);
  assert.ok(Math.abs(sum(week) / 70_000 - 1) < 0.05, `${sum(week)}`);
  assert.ok(Math.abs((shares(week).get("") ?? 0) - 0.01) < 0.002);
  const at = (from: number, until: number) => sum(requestsOf(7 * day + from, 7 * day + until));
  assert.ok(at(2 * hour, 5 * hour) * 3 < at(18 * hour, 21 * hour));
  const [tuesday, saturday] = [at(day, 2 * day), at(5 * day, 6 * day)];
  assert.ok(tuesday * 1.1 < saturday, `${tuesday} and ${saturday}`);
  assert.ok(week.every(({ requests }) => Number.isInteger(requests) && requests > 0));
});

test("an app has no requests before its first release", () => {
  assert.deepEqual(requestsOf(-40 * day, -30 * day), []);
  assert.notDeepEqual(requestsOf(-30 * day, -29 * day), []);
});
