import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { randomFrom } from "../../server/test/drills/drill.ts";
import { screens } from "../../server/test/drills/screens.ts";
import { runSeed } from "../../server/test/run-seed.ts";
import { temporaryDirectories } from "../../server/test/temporary-directory.ts";
import { type Console, shop, startConsole } from "./console-page.ts";
import { crawl, type ScreenCase } from "./screen-crawl.ts";

const directories = temporaryDirectories();
let running: Console;
before(async () => {
  running = await startConsole(directories());
});
after(() => running.close());

/** The clocks of Europe have gone back nine days ago. */
const calendar: ScreenCase = {
  zone: "Europe/Rome",
  locale: "en-US@posix",
  at: Date.parse("2026-11-03T11:00Z"),
  address: `projects/${shop}/maintenance?view=month`,
  isSignedOut: false,
};

test("screens of a random dozen of zones, locales and days are whole", async () => {
  await screens.run(12, randomFrom(runSeed));
});

test("the month after a clock change is shown in a zone that has one, and where the system names no zone", async () => {
  assert.deepEqual(await crawl(running, [calendar, { ...calendar, zone: "Etc/Unknown" }]), []);
  assert.deepEqual(await crawl(running, [calendar], zoneless), []);
});

const zoneless = `{ const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  Intl.DateTimeFormat.prototype.resolvedOptions = function () { return { ...resolvedOptions.call(this), timeZone: undefined }; }; }`;

for (const [name, script, found] of [
  [
    "an error of Intl",
    `Object.defineProperty(Intl.DateTimeFormat.prototype, "format", { get() { throw new RangeError("Invalid time value"); } });`,
    /broken: .*RangeError/,
  ],
  [
    "an invalid date",
    `Object.defineProperty(Intl.DateTimeFormat.prototype, "format", { get: () => () => "Invalid Date" });`,
    /Invalid Date/,
  ],
  ["an error that nothing shows", `setTimeout(() => { throw new Error("unseen"); });`, /unseen/],
] as const) {
  test(`the crawl finds ${name}`, async () => {
    const defects = await crawl(running, [{ ...calendar, address: "" }], script);
    assert.match(defects.join("\n"), found);
    assert.match(defects[0] ?? "", /\(Europe\/Rome, en-US@posix, 2026-11-03T11:00:00\.000Z\): /);
  });
}
