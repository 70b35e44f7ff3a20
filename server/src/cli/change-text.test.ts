import assert from "node:assert/strict";
import { test } from "node:test";
import { namesIn } from "drawbridge-rules/describe/reader.ts";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import { changeLines } from "./change-text.ts";

const nothing: ChangeAnswer = {
  revision: 12,
  etag: '"e.12"',
  dry_run: true,
  changed: true,
  differences: [],
  warnings: [],
  problems: [],
  guards: [],
  approval_required: false,
  reason_required: false,
};

function linesOf(answer: Partial<ChangeAnswer>): string[] {
  const names = { instance: { "us-1": "Acme US" }, window: { "db-upgrade": "Database upgrade" } };
  const reader = { zone: "UTC", now: Date.parse("2026-11-25T00:00:00Z"), names: namesIn(names) };
  const paint = (_: string, text: string) => text;
  const view = { subject: "acme-shop", reader, overridden: [], isFull: false, columns: null, paint };
  return changeLines({ ...nothing, ...answer }, view);
}

const counts = { requests: 1_000, forced: 380, freed: 0, recommended: 0, other: 4 };
const impact = [
  {
    platform: "ios",
    last_24h: counts,
    last_7d: counts,
    versions: [{ version: "2.3.0", requests_24h: 380, requests_7d: 380, effect: "forced" as const }],
    more_versions: 0,
    targets: [],
    guards_apply: true,
  },
];
const raised = [{ path: "platforms.ios.minimum", before: "2.4.0", after: "2.5.0" }];

test("a change is sentences, its problems after it", () => {
  const shown = linesOf({
    differences: [
      ...raised,
      { path: "platforms.ios.blocked", after: ["2.5.1"] },
      { path: "instances.us-1.name", before: "Acme US" },
    ],
    warnings: [{ code: "more_coverage", path: "windows", detail: "More windows cover few instances." }],
    problems: [{ path: "windows.x.platforms.0", detail: "there is no platform of that name" }],
    guards: [{ code: "four_eyes", path: "platforms.ios", changes: 1, detail: "Needs approval." }],
  });
  assert.deepEqual(shown, [
    "acme-shop: 3 changes",
    "  iOS minimum 2.4.0 → 2.5.0",
    "  Blocked 2.5.1 on iOS",
    "  Deleted instance Acme US",
    "  ✗ Needs approval. (four_eyes)",
    "  ✗ Platforms of x: there is no platform of that name (problem)",
    "  ! More windows cover few instances.",
  ]);
});

test("a counted share comes first, and one changed number takes few lines", () => {
  const shown = linesOf({ differences: raised, impact });
  assert.equal(shown[0], "38% of iOS users locked out in acme-shop: iOS minimum 2.4.0 → 2.5.0");
  assert.equal(shown.length, 2);
  const systems = impact.map((one) => ({ ...one, systems_24h: { requests: 3, too_old: 2 } }));
  const ofSystems = linesOf({ differences: raised, impact: systems }).join("\n");
  assert.match(ofSystems, /! 67% of 3 requests that must update, with a known operating system, can install no update$/m);
  const freed = impact.map((one) => ({ ...one, last_24h: { ...counts, forced: 0, freed: 40 } }));
  assert.match(linesOf({ differences: raised, impact: freed })[0] ?? "", /^4% of iOS users no longer locked out in acme-shop: /);
});

const everywhere = { from: null, to: null, inclusive: false, except: [] };
const shownTexts = { title: "", message: "", config_message: "", android_source: "", apple_source: "" };

test("a review says what versions, readers and instances would get, before and after", () => {
  const [current, forced] = [
    { forced: false, rule: "current" as const },
    { forced: true, rule: "below_minimum" as const },
  ];
  const range = { platform: "ios", from: "2.4.0", to: "25.0", inclusive: false, except: ["2.5.3"] };
  const update = { ...shownTexts, title: "Update", message: "Please \u001b[2Jupdate", config_message: "Please \u001b[2Jupdate" };
  const times = { start: "2026-12-06T01:00:00.000+00:00", end: "2026-12-06T03:00:00.000+00:00" };
  const shown = linesOf({
    effects: [
      { ...range, before: current, after: forced, share: 96 },
      { platform: "tv", ...everywhere, from: "2", to: "3", before: current, after: null, share: null },
    ],
    text_effects: [
      { ...range, version: "2.4.1", before: shownTexts, after: update },
      { ...everywhere, platform: "ios", version: null, before: update, after: { ...update, config_message: "News." } },
    ],
    maintenance_effects: [{ platform: null, instance: "eu-1", before: null, after: { state: "scheduled", ...times } }],
    more_effects: false,
  });
  const actual = shown.slice(1).map((line) => line.replace(/Sun 6 Dec( 2026)?/, "Sun 6 Dec"));
  assert.deepEqual(actual, [
    "  iOS 2.4.0 to below 25.0 except 2.5.3: may run → must update (96% of requests)",
    "  tv 2.*: may run → unknown platform",
    "  iOS 2.4.1, message: none → “Please \\u001b[2Jupdate”",
    "  eu-1: none planned → Sun 6 Dec 01:00–03:00 (UTC)",
  ]);
});

test("a review of many versions shows the first, and says how many more there are", () => {
  const effects = Array.from({ length: 40 }, (_, index) => {
    const after = { forced: false, rule: "no_policy" as const };
    return { ...everywhere, platform: `p${String(index).padStart(2, "0")}`, before: null, after, share: null };
  });
  const shown = linesOf({ effects, more_effects: true });
  assert.deepEqual([shown.length, shown.at(-2)], [7, "  … and 36 more; --json has all"]);
});

test("the review of a rollback lists what it leaves alone", () => {
  const unaffected = [
    { kind: "read_key" as const, count: 21, names: ["iOS", "Android\u001b[2J"] },
    { kind: "grant" as const, count: 1, names: ["u_aaaaaaaaaa"] },
    { kind: "window" as const, count: 1, names: ["by-hand-20261121t120000"] },
  ];
  assert.deepEqual(linesOf({ unaffected }).slice(1), [
    "  Unaffected:",
    "    21 keys                   iOS, Android\\u001b[2J, …",
    "    1 member",
    "    1 window started by hand",
  ]);
});

test("the headline says when there is nothing to do, nothing to see, or no project yet", () => {
  assert.deepEqual(linesOf({ changed: false }), ["acme-shop: no changes at revision 12"]);
  assert.deepEqual(linesOf({}), ["acme-shop: no changes that apps see, only to what the manifest manages"]);
  const created = [
    { path: "name", after: "Acme" },
    { path: "ttl", after: "30s" },
    { path: "platforms.ios", after: {} },
  ];
  assert.deepEqual(linesOf({ differences: created }), ["New project acme-shop (iOS). Nothing is blocked."]);
  const blocked = linesOf({ differences: [...created, { path: "platforms.android.minimum", after: "2" }] });
  assert.deepEqual(blocked, [
    "New project acme-shop (iOS and Android). Some versions of Android must update.",
    "  Android minimum: 2",
  ]);
});

test("a text that would command the terminal is shown, not obeyed", () => {
  const [line] = linesOf({ differences: [{ path: "platforms.x\u001b[2J.minimum", after: "\u202egpj\u009b31m" }] });
  assert.equal(line, "acme-shop: X\\u001b[2J minimum: \\u202egpj\\u009b31m");
});
