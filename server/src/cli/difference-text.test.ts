import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChangeAnswer } from "drawbridge-client/wire";
import { changeLines } from "./difference-text.ts";

const nothing: ChangeAnswer = {
  revision: 12,
  etag: '"e.12"',
  dry_run: true,
  changed: true,
  differences: [],
  warnings: [],
  problems: [],
  refusals: [],
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
    warnings: [{ path: "windows.db-upgrade.instances", detail: "covers 1 of 2 instances" }],
    problems: [{ path: "windows.x.platforms.0", detail: "there is no platform of that name" }],
    refusals: [{ guard: "store_link", path: "platforms.ios", detail: "forces an upgrade" }],
  });
  assert.deepEqual(shown, [
    "acme-shop: 3 changes against revision 12",
    '  ~ platforms.ios.minimum  "2.4.0" → "2.5.0"',
    '  + platforms.ios.blocked  ["2.5.1"]',
    '  - instances.us-1.name    "Acme US"',
    "  ! windows.db-upgrade.instances covers 1 of 2 instances   (warning)",
    "  ✗ windows.x.platforms.0: there is no platform of that name   (problem)",
    "  ✗ store_link platforms.ios forces an upgrade   (refusal)",
  ]);
});

test("a refusal that was overridden is said to be so", () => {
  const refusals = [{ guard: "in_use" as const, path: "instances.eu-1", detail: "cannot go" }];
  assert.deepEqual(linesOf({ refusals }, ["in_use"]).at(-1), "  ✗ in_use instances.eu-1 cannot go   (overridden)");
});

test("values that do not fit on a line have one each", () => {
  const [before, after] = ["a".repeat(60), "b".repeat(60)];
  assert.deepEqual(linesOf({ differences: [{ path: "messages.upgrade.en", before, after }] }).slice(1), [
    "  ~ messages.upgrade.en",
    `      "${before}"`,
    `    → "${after}"`,
  ]);
});

test("what was changed another way is told in words", () => {
  const drift = [
    { path: "platforms.ios.minimum", applied: "2.4.0", current: "2.6.0", desired: "2.4.0" },
    { path: "platforms.ios.blocked", current: ["2.5.1"] },
    { path: "ttl", applied: "PT30S", desired: "PT1M" },
  ];
  assert.deepEqual(linesOf({ drift }).slice(1), [
    "",
    "Changed another way since the manifest was last applied, and undone by applying it:",
    '  platforms.ios.minimum was changed from "2.4.0" to "2.6.0"; the manifest says "2.4.0"',
    '  platforms.ios.blocked was added: ["2.5.1"]; the manifest does not have it',
    '  ttl was taken away; the manifest says "PT1M"',
  ]);
});

test("the headline says when there is nothing to do, nothing to see, or no project yet", () => {
  assert.deepEqual(linesOf({ changed: false }), ["acme-shop: nothing to change at revision 12"]);
  assert.deepEqual(linesOf({}), ["acme-shop: no visible change, only what the manifest owns, against revision 12"]);
  assert.equal(linesOf({ differences: [{ path: "name", after: "Acme" }] })[0], "acme-shop: a new project, 1 change");
});

test("a text that would command the terminal is shown, not obeyed", () => {
  const [, line] = linesOf({ differences: [{ path: "name\u001b[2J", after: "\u202egpj\u009b31m" }] });
  assert.equal(line, '  + name\\u001b[2J  "\\u202egpj\\u009b31m"');
});
