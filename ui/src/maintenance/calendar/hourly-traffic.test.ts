import assert from "node:assert/strict";
import { test } from "node:test";
import { averageBetween, hourlyTraffic } from "./hourly-traffic.ts";
import { DAY, HOUR } from "./zone-time.ts";

const monday = Date.UTC(2026, 10, 23);
const counted = { requests: 0, allowed: 0, recommended: 0, forced: 0, maintenance: 0 };

test("an hour to come has the requests of a week before, and nothing where none were counted", () => {
  const platform = (series: number[]) => ({ platform: "ios", total: { ...counted, series } }) as never;
  const traffic = hourlyTraffic({ from: new Date(monday).toISOString(), platforms: [platform([10, 30]), platform([10, 0])] });
  assert.equal(traffic.most, 30);
  assert.equal(averageBetween(traffic, monday, monday + 2 * HOUR), 25);
  assert.equal(averageBetween(traffic, monday + 7 * DAY, monday + 7 * DAY + HOUR), 20);
  assert.equal(averageBetween(traffic, monday + 3 * DAY, monday + 3 * DAY + HOUR), Number.NaN);
});
