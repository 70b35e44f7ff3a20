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
const brokenIntl = `Object.defineProperty(Intl.DateTimeFormat.prototype, "format", { get() { throw new RangeError("Invalid time value"); } });`;
const wrongParts = `Object.defineProperty(Intl.DateTimeFormat.prototype, "format", { get: () => () => "Invalid Date" });
  setTimeout(() => { throw new Error("unseen"); });
  fetch("/admin/v1/people", { method: "POST" }).then((answer) => answer.text());
  addEventListener("DOMContentLoaded", () => setInterval(() => {
    const main = document.querySelector("main");
    if (!main || document.querySelector("#added")) return;
    for (const [innerText, style] of [["after PT30S", "font-size: 13px"], ["wide", "width: 5000px"]])
      main.append(Object.assign(document.createElement("p"), { id: "added", innerText, style }));
  }, 10));`;

test("the crawl finds errors that are shown or not, refused requests, text for programs, its size, and overflows", async () => {
  const activity = { ...calendar, address: `projects/${shop}/activity` };
  const broken = await crawl(running, [activity], brokenIntl);
  assert.match(
    broken.join("\n"),
    /\(Europe\/Rome, en-US@posix, 2026-11-03T11:00:00\.000Z, administrator, 1440\): broken: .*RangeError/s,
  );
  const defects = (await crawl(running, [activity], wrongParts)).join("\n");
  const found = [
    /Invalid Date/,
    /unseen/,
    /status of 4/,
    /for programs: after PT30S/,
    /type 13px 400: after/,
    /the page is \d+ wide/,
  ];
  for (const defect of found) assert.match(defects, defect);
});
