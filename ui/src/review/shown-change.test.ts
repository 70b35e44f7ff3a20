import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import { versionOf } from "../../../server/test/arbitrary-version.ts";
import { figureTexts } from "./review-texts.ts";
import {
  changeFigure,
  committedChange,
  fixPath,
  plannedChange,
  platformSides,
  type ShownChange,
  textSides,
} from "./shown-change.ts";

function planned(differences: ChangeAnswer["differences"], rest: Partial<ChangeAnswer> = {}): ShownChange {
  const none = { warnings: [], problems: [], guards: [], approval_required: false, reason_required: false };
  return plannedChange({ revision: 1, etag: null, dry_run: true, changed: true, differences, ...none, ...rest });
}

const traffic = {
  requests: 100,
  other: 0,
  versions: [
    { version: versionOf("2.3.0"), requests: 10 },
    { version: versionOf("2.4.0"), requests: 60 },
    { version: versionOf("2.5.0"), requests: 30 },
  ],
};

test("both sides of a platform are those of the plan, whatever was published in between", () => {
  const change = planned([{ path: "platforms.ios.minimum", before: "2.3.0", after: "2.5.0" }]);
  const published = [
    { id: "ios", etag: "1", revision: 1, minimum: "2.4.0", blocked: ["2.4.1"] },
  ] as unknown as readonly Platform[];
  assert.deepEqual(platformSides(change, published), [
    { platform: "ios", before: { minimum: "2.3.0", blocked: ["2.4.1"] }, after: { minimum: "2.5.0", blocked: ["2.4.1"] } },
  ]);
  assert.deepEqual(platformSides(planned([{ path: "platforms.ios.releases", after: [] }]), published), []);
});

test("a commit has its sides itself, and its number is counted on the present traffic", () => {
  const [before, after] = [{ minimum: "2.4.0" }, { minimum: "2.5.0" }];
  const differences = [{ path: "minimum", before: "2.4.0", after: "2.5.0" }];
  const changes = [{ kind: "platform", id: "ios", before, after, differences }] as const;
  const change = committedChange({ at: "2026-11-26T10:00:00Z", changes: [...changes] }, planned([]).reader);
  const sides = platformSides(change, []);
  assert.deepEqual(sides, [{ platform: "ios", before, after }]);
  const figure = changeFigure(change, sides, () => traffic);
  assert.deepEqual([figure?.value, figure?.label, figure?.color], ["60%", figureTexts.effects.forced, "closed"]);
});

test("the number of a plan is its largest share, and a later one is not of now", () => {
  const counts = { requests: 200, forced: 0, freed: 0, recommended: 0, other: 0 };
  const of = (rest: object) => ({ platform: "ios", last_24h: counts, ...rest }) as never;
  const number = (...impact: object[]) => changeFigure(planned([], { impact: impact.map(of) }), [], () => null);
  const forced = { last_24h: { ...counts, forced: 50 } };
  assert.deepEqual([number(forced)?.value, number(forced)?.color], ["25%", "closed"]);
  assert.equal(number({ ...forced, at: "2026-12-01T09:00:00Z" })?.color, "planned");
  assert.deepEqual([number({})?.value, number({})?.label], ["0%", figureTexts.unaffected]);
  assert.equal(number({ last_24h: { ...counts, requests: 0 } })?.label, figureTexts.unknown);
  assert.equal(number(), null);
});

test("texts are found in each language, also in a resource that is new", () => {
  const change = planned([
    { path: "messages.upgrade.de", before: "Alt", after: "Neu" },
    { path: "titles.upgrade.de", after: "Titel" },
    { path: "windows.move", after: { start: "2026-12-01T02:00", message: { en: "Back soon" } } },
  ]);
  assert.deepEqual(textSides(change), [
    { kind: "upgrade", platform: null, language: "de", title: { after: "Titel" }, message: { before: "Alt", after: "Neu" } },
    { kind: "window", platform: null, language: "en", title: {}, message: { after: "Back soon" } },
  ]);
});

test("a guard about a platform leads to the member that changes, and one about a link or a text to that", () => {
  const differences = [
    { path: "platforms.android.minimum", after: "2" },
    { path: "platforms.ios.step.minimum", after: "3" },
    { path: "platforms.ios.minimum", after: "2" },
  ];
  const locks = { code: "locks_out", path: "platforms.ios", platform: "ios", share: 96, limit: 20, detail: "" } as const;
  assert.equal(fixPath({ ...locks, from_step: false }, differences), "platforms.ios.minimum");
  assert.equal(fixPath({ ...locks, from_step: true }, differences), "platforms.ios.step.minimum");
  const link = { code: "store_link", path: "platforms.ios", platform: "ios", store: "apple", minimum: null, detail: "" } as const;
  assert.equal(fixPath(link, differences), "platforms.ios.stores.apple");
  const text = { code: "first_language", path: "messages.upgrade", language: "en", detail: "" } as const;
  assert.equal(fixPath(text, differences), "messages.upgrade.en");
});
