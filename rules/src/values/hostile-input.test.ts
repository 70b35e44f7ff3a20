/** Readers of what comes from outside: whatever it is, they take bounded time and never throw. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { exampleForm } from "../../../server/test/example-project.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { costOf } from "../../../server/test/work-cost.ts";
import { parseManifest } from "../changes/manifest.ts";
import { parseRecurrence } from "../schedule/recurrence.ts";
import { canonicalLanguage, chooseLanguage, languageRanges } from "../texts/language.ts";
import { parseMessage } from "../texts/message.ts";
import { parseAskedVersion } from "../versions/app-version.ts";
import { parseVersionEntry } from "../versions/version-entry.ts";
import { compilePolicy, parsePolicy } from "../versions/version-policy.ts";
import { parseWindow } from "../windows/maintenance-window.ts";
import { parseDuration } from "./duration.ts";
import type { Problem } from "./errors.ts";
import { isZone, parseWall } from "./wall-time.ts";
import { zoneProblem } from "./zone-name.ts";

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  version: parseAskedVersion,
  "blocked version": parseVersionEntry,
  duration: parseDuration,
  "wall-clock time": parseWall,
  zone: isZone,
  "wrong zone": zoneProblem,
  recurrence: parseRecurrence,
  language: canonicalLanguage,
  "Accept-Language header": (text) => chooseLanguage(["en", "de"], languageRanges(text, text), text),
  window: (text) => parseWindow({ start: text, duration: text, zone: text, overrun: text, repeat: text }, "w", "api", []),
  message: (text) => parseMessage({ en: text, [text]: "" }, "m", "upgrade", []),
};

const pieces = [
  ...[..."019aAnPTHSZvx.,;:-_+=*<>{}()/ \t\u0000\u00ffİ１"],
  ...[
    "\u{1F4A5}",
    "\ud83d",
    "FREQ=",
    "BYDAY=SU,",
    "Europe/",
    ">=1 ",
    "de;q=0.001,",
    "abcdefgh-",
    "{end_time}",
    "2026-12-06T02:00",
  ],
];
const units = pieces.flatMap((one) => ["", "a", "."].map((next) => one + next));
const texts = ["", "P", "1.2.3-", "FREQ=DAILY;"].flatMap((begin) => units.map((unit) => begin + unit.repeat(16_384)));
const anyText = fc.oneof(fc.string({ unit: "binary", maxLength: 600 }), fc.string({ unit: fc.constantFrom(...pieces) }));

for (const [name, read] of Object.entries(readers))
  test(`no text as a ${name} throws, and hundreds of the worst take less than a hundred million steps of a loop together`, () => {
    for (const length of [64, 1_000, 16_384]) {
      const cut = texts.map((text) => text.slice(0, length));
      const cost = costOf(() => cut.map(read), 2);
      assert.ok(cost < 100, `${cost} million steps for ${length} characters`);
    }
    forAll([anyText], 1_000, (text) => void read(text));
  });

/** There is a problem exactly if there is no result. */
function assertNoted(read: (problems: Problem[]) => unknown): void {
  const problems: Problem[] = [];
  assert.equal(read(problems) === null, problems.length > 0);
}

test("no value as a form throws, and a window or message that is none has a problem", () => {
  const value = fc.anything({ withBigInt: true, withDate: true, withSparseArray: true, withNullPrototype: true });
  const wild = fc.oneof(value, anyText, fc.constantFrom("PT2H", "2026-12-06T02:00", "hold", "FREQ=WEEKLY", ["2026-12-13"]));
  const window = "platforms instances start zone duration end reminder overrun message repeat except".split(" ");
  const names = [...window, "minimum", "recommended", "blocked", "exempt", "store", "name", "__proto__"];
  const form = fc.oneof(value, fc.dictionary(fc.constantFrom(...names), wild));
  const keys = fc.constantFrom(...Object.keys(exampleForm), "__proto__", "x");
  forAll(
    [value, form, fc.dictionary(keys, fc.oneof(wild, fc.dictionary(fc.constantFrom("ios", "a"), form)))],
    1_000,
    (any, one, rest) => {
      for (const document of [any, { ...exampleForm, ...rest }]) parseManifest(document, []);
      assertNoted((problems) => parseWindow(one, "w", "manifest", problems));
      for (const kind of ["upgrade", "default"] as const) assertNoted((problems) => parseMessage(any, "m", kind, problems));
      if (typeof one === "object" && one !== null) compilePolicy(parsePolicy({ ...one }, "", []));
    },
  );
});
