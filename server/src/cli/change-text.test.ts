import assert from "node:assert/strict";
import { test } from "node:test";
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

function linesOf(answer: Partial<ChangeAnswer>, overridden: readonly string[] = []): string[] {
  return changeLines("acme-shop", { ...nothing, ...answer }, overridden, (_, text) => text);
}

test("a change is shown line by line, what to think of after it", () => {
  const shown = linesOf({
    differences: [
      { path: "platforms.ios.minimum", before: "2.4.0", after: "2.5.0" },
      { path: "platforms.ios.blocked", after: ["2.5.1"] },
      { path: "instances.us-1.name", before: "Acme US" },
    ],
    warnings: [{ code: "more_coverage", path: "windows", detail: "More windows cover few instances." }],
    problems: [{ path: "windows.x.platforms.0", detail: "there is no platform of that name" }],
    guards: [{ code: "four_eyes", path: "platforms.ios", changes: 1, detail: "Needs approval." }],
  });
  assert.deepEqual(shown, [
    "acme-shop: 3 changes against revision 12",
    '  ~ platforms.ios.minimum  "2.4.0" → "2.5.0"',
    '  + platforms.ios.blocked  ["2.5.1"]',
    '  - instances.us-1.name    "Acme US"',
    "  ! More windows cover few instances.   (warning)",
    "  ✗ windows.x.platforms.0: there is no platform of that name   (problem)",
    "  ✗ four_eyes: Needs approval.   (refusal)",
  ]);
});

test("a refusal that was overridden is said to be so", () => {
  const guards = [{ code: "four_eyes" as const, path: "", changes: 1, detail: "Needs approval." }];
  assert.deepEqual(linesOf({ guards }, ["four_eyes"]).at(-1), "  ✗ four_eyes: Needs approval.   (overridden)");
});

test("values that do not fit on a line have one each", () => {
  const [before, after] = ["a".repeat(60), "b".repeat(60)];
  assert.deepEqual(linesOf({ differences: [{ path: "messages.upgrade.en", before, after }] }).slice(1), [
    "  ~ messages.upgrade.en",
    `      "${before}"`,
    `    → "${after}"`,
  ]);
});

test("what was changed another way is told once: where it is undone", () => {
  const differences = [
    { path: "platforms.ios.minimum", before: "2.6.0", after: "2.4.0" },
    { path: "platforms.ios.blocked", before: ["2.5.1"] },
    { path: "platforms.ios.exempt", after: ["9.9.9"] },
  ];
  const drift = [
    { path: "platforms.ios.minimum", applied: "2.4.0", current: "2.6.0", desired: "2.4.0" },
    { path: "platforms.ios.blocked", current: ["2.5.1"] },
    { path: "ttl", applied: "PT30S", desired: "PT1M" },
  ];
  assert.deepEqual(linesOf({ differences, drift }).slice(1), [
    '  ~ platforms.ios.minimum  "2.6.0" → "2.4.0"',
    '      overwrites a change made outside the manifest; at the last apply it was "2.4.0"',
    '  - platforms.ios.blocked  ["2.5.1"]',
    "      overwrites a change made outside the manifest; at the last apply it was missing",
    '  + platforms.ios.exempt   ["9.9.9"]',
    "  ttl",
    '      overwrites a change made outside the manifest; at the last apply it was "PT30S"',
  ]);
});

test("a review says what versions, readers and instances would get, before and after", () => {
  const version = (text: string, forced: boolean) => ({
    platform: "ios",
    version: text,
    before: { forced: false, rule: "current" as const },
    after: { forced, rule: forced ? ("below_minimum" as const) : ("below_recommended" as const) },
  });
  const shown = linesOf({
    effects: {
      versions: [version("2.4.0", true), version("2.4.0.0.0.1", true), version("2.6.0", false)],
      texts: [
        {
          platform: "ios",
          version: "2.4.0",
          before: { title: "", message: "", config_message: "", android_source: "", apple_source: "" },
          after: {
            title: "Update",
            message: "Please \u001b[2Jupdate",
            config_message: "Please \u001b[2Jupdate",
            android_source: "",
            apple_source: "",
          },
        },
        {
          platform: "ios",
          version: "2.5.0",
          before: { title: "Update", message: "Get 2.6.0.", config_message: "", android_source: "", apple_source: "" },
          after: { title: "Update", message: "Get 2.7.0.", config_message: "News.", android_source: "", apple_source: "" },
        },
      ],
      maintenance: [
        {
          platform: null,
          instance: "eu-1",
          before: null,
          after: { state: "scheduled", start: "2026-12-06T01:00:00.000+00:00", end: "2026-12-06T03:00:00.000+00:00" },
        },
      ],
      more: false,
    },
  });
  assert.deepEqual(shown.slice(1), [
    "  Versions (one for each range with the same result):",
    "    ios 2.4.0, above 2.4.0  may run (current) → must update (below the minimum)",
    "    ios 2.6.0               may run (current) → may run (update recommended)",
    "  Texts that users see:",
    '    title of ios 2.4.0           nothing → "Update"',
    '    message of ios 2.4.0         nothing → "Please \\u001b[2Jupdate"',
    '    message of ios 2.5.0         "Get 2.6.0." → "Get 2.7.0."',
    '    config_message of ios 2.5.0  nothing → "News."',
    "  Maintenance that users see:",
    "    instance eu-1  none planned → Sun 2026-12-06 01:00 to 03:00 UTC",
  ]);
});

test("a review of many versions shows the first, and says how many more there are", () => {
  const versions = Array.from({ length: 40 }, (_, index) => ({
    platform: `p${String(index).padStart(2, "0")}`,
    version: "1",
    before: null,
    after: { forced: false, rule: "no_policy" as const },
  }));
  const shown = linesOf({ effects: { versions, texts: [], maintenance: [], more: true } });
  assert.equal(shown.length, 16);
  assert.equal(shown.at(-2), "    … and 28 more; --json has all");
});

test("the review of a rollback lists what it leaves alone", () => {
  const left_alone = [
    { kind: "read_key" as const, count: 2, names: ["iOS", "Android\u001b[2J"] },
    { kind: "grant" as const, count: 1, names: ["u_aaaaaaaaaa"] },
    { kind: "window" as const, count: 21, names: ["hotfix"] },
  ];
  assert.deepEqual(linesOf({ left_alone }).slice(1), [
    "  Unaffected:",
    "    2 keys                      iOS, Android\\u001b[2J",
    "    1 member",
    "    21 windows started by hand  hotfix, …",
  ]);
});

test("the headline says when there is nothing to do, nothing to see, or no project yet", () => {
  assert.deepEqual(linesOf({ changed: false }), ["acme-shop: no changes at revision 12"]);
  assert.deepEqual(linesOf({}), ["acme-shop: no changes that apps see, only to what the manifest manages, against revision 12"]);
  assert.equal(linesOf({ differences: [{ path: "name", after: "Acme" }] })[0], "acme-shop: a new project, 1 change");
});

test("a text that would command the terminal is shown, not obeyed", () => {
  const [, line] = linesOf({ differences: [{ path: "name\u001b[2J", after: "\u202egpj\u009b31m" }] });
  assert.equal(line, '  + name\\u001b[2J  "\\u202egpj\\u009b31m"');
});
