/** A slice of the drill `screens`, which follows from the run's seed. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { randomFrom } from "../../server/test/drills/drill.ts";
import { createCrawledNouns } from "../../server/test/drills/screens.ts";
import { runSeed, testLocale, testZone } from "../../server/test/run-seed.ts";
import { consoleForTests, shop } from "./console-page.ts";
import { crawl, dealCases, type Look, looks, type ScreenCase } from "./screen-crawl.ts";
import { screenPaths } from "./screen-list.ts";

const running = consoleForTests();
let cases: readonly ScreenCase[];
before(async () => {
  cases = dealCases(await createCrawledNouns(running), Date.now(), randomFrom(runSeed));
});

test("every screen of the navigation has an address", async () => {
  const { places } = await import("../src/shell/navigation.ts");
  const paths = new Set(screenPaths().values());
  for (const { path } of places.filter(({ screen }) => screen !== "status")) assert.ok(paths.has(path), path);
});

const others = 6;

test("screens are whole, accessible and for people", async () => {
  const initial = new Map(cases.filter(({ isInitial }) => isInitial).map((each) => [each.address.split("?")[0], each]));
  const slice = [
    ...[...initial.values()].filter((_, index) => index % 2 === 0),
    ...cases.filter((each) => !initial.values().some((other) => other === each)).slice(0, others),
  ];
  // Each zone and locale costs a browser context.
  const here = slice.map((each, index) => (index % 4 === 0 ? each : { ...each, zone: testZone, locale: testLocale }));
  const defects = await crawl(running, here);
  assert.deepEqual(defects, [], defects.join("\n\n"));
});

/** Nine days before, the clocks of Europe went back. */
const calendar: ScreenCase = {
  zone: "Europe/Rome",
  locale: "en-US@posix",
  at: Date.parse("2026-11-03T11:00Z"),
  address: `projects/${shop}/maintenance?view=month`,
  role: "administrator",
  look: looks[0] as Look,
  isInitial: true,
};

test("the month after a clock change is shown in a zone that has one, and where the system names no zone", async () => {
  assert.deepEqual(await crawl(running, [calendar, { ...calendar, zone: "Etc/Unknown" }]), []);
  assert.deepEqual(await crawl(running, [calendar], zoneless), []);
});

const zoneless = `{ const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  Intl.DateTimeFormat.prototype.resolvedOptions = function () { return { ...resolvedOptions.call(this), timeZone: undefined }; }; }`;
