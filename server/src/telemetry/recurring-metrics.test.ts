import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { adminServerWithProject, creating } from "../../test/admin-server.ts";
import { Registry } from "../base/metrics.ts";
import { maintenanceMetrics } from "./program-metrics.ts";

const hour = 3_600_000;

test("active windows are counted by project, and apart from those that are held open after their end", async () => {
  const server = await adminServerWithProject();
  await server.of("PUT", "empty", { body: {}, headers: creating });
  const window = { start: "2026-11-21T13:00", zone: "UTC", duration: "PT2H" };
  for (const [id, overrun] of [
    ["ends", "end"],
    ["held", "hold"],
  ] as const) {
    const { status, text } = await server.of("PUT", `acme/windows/${id}`, { body: { ...window, overrun }, headers: creating });
    assert.equal(status, 201, text);
  }
  const registry = new Registry();
  registry.add(...maintenanceMetrics({ catalog: server.catalog, now: () => server.now }));
  const scrape = () => registry.read().flatMap(({ samples }) => [...samples].map((each) => [each.labels.join(" "), each.value]));
  /** The values after `hours`, counted at one scrape and reported at the next. */
  const after = async (hours: number) => {
    server.now += hours * hour;
    scrape();
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    return scrape();
  };
  const series = (onTime: number, pastEnd: number) => [
    ["acme on_time", onTime],
    ["acme past_end", pastEnd],
  ];
  assert.deepEqual(scrape(), []);
  assert.deepEqual(await after(0), series(0, 0));
  assert.deepEqual(await after(2), series(2, 0));
  assert.deepEqual(await after(2), series(0, 1));
  assert.deepEqual(await after(-2), series(2, 0), "the clock was set back");
  assert.equal((await server.of("POST", "acme/maintenance/complete", { body: { window: "held" } })).status, 200);
  assert.deepEqual(await after(2), series(0, 0));
});
