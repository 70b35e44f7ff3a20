import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setZoneTables } from "drawbridge-rules/values/time-zones.ts";
import type { MaintenanceList } from "drawbridge-rules/wire/maintenance.ts";
import { temporaryDirectories } from "../../../server/test/temporary-directory.ts";
import { tzifFile, writeZoneFiles } from "../../../server/test/tzif-file.ts";
import { becomes, consoleForTests, shop } from "../../test/console-page.ts";

const directories = temporaryDirectories();
const year = new Date().getUTCFullYear() + 1;
// Winnipeg stays on summer time, which no browser knows.
const files = new Map([
  ["America/Winnipeg", tzifFile({ at: [Date.UTC(2026, 2, 8, 8) / 1_000], offsets: [-21_600, -18_000], yearly: [] })],
]);

const running = consoleForTests({ env: { DRAWBRIDGE_TZDATA: writeZoneFiles(directories(), files, "2099z") } });
before(async () => {
  const window = { start: `${year}-01-05T02:00`, zone: "America/Winnipeg", duration: "PT2H" };
  await running.send("PUT", `/admin/v1/projects/${shop}/windows/winnipeg`, window, { "if-none-match": "*" });
});
after(() => setZoneTables(null));

test("a window has the times of the server's zone data, whatever the browser's say", async () => {
  const at = `${year}-01-05`;
  const path = `projects/${shop}/maintenance?view=day&zone=America/Winnipeg&at=${at}`;
  const { page } = await running.open({ path, timezoneId: "America/Winnipeg", locale: "en-GB" });
  const query = `from=${year}-01-04T00:00:00Z&until=${year}-01-06T00:00:00Z&window=winnipeg`;
  const { occurrences } = await running.send("GET", `/admin/v1/projects/${shop}/maintenance?${query}`);
  assert.equal((occurrences as MaintenanceList["occurrences"])[0]?.start, `${year}-01-05T07:00:00.000+00:00`);
  await becomes(async () => /02:00\s*[–-]\s*04:00/.test(await page.content()), true);
});
