/** A preview says exactly what apps then get: every claim is compared with the answer itself. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { applyEdits } from "drawbridge-rules/changes/edit.ts";
import { manifestEdits } from "drawbridge-rules/changes/manifest.ts";
import { isInRange } from "drawbridge-rules/impact/version-range.ts";
import { soleId } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import type { AppVersion } from "drawbridge-rules/versions/app-version.ts";
import fc from "fast-check";
import { arbitraryManifest, arbitraryState, instant } from "../../../test/arbitrary-manifest.ts";
import { entryText, versionOf, versionText } from "../../../test/arbitrary-version.ts";
import { AskedView, bodyOf } from "../../../test/asked-view.ts";
import { exampleForm, type Form, formWith, overrideEdit, stateFrom, windowEdit } from "../../../test/example-project.ts";
import { forAll } from "../../../test/for-all.ts";
import { costOf } from "../../../test/work-cost.ts";
import { previewEffects } from "./maintenance-effect.ts";
import { knownVersions } from "./version-effect.ts";

type Preview = ReturnType<typeof previewEffects>;
const now = Date.parse("2026-11-21T12:00:00Z");

/** The read API's answers: whether they force an update, the rule and the texts; null means a problem. */
function asked(view: AskedView, platform: string, version: string, at: number) {
  const found = view.answer("config", { platform, current_version: version }, at);
  if ("code" in found) return null;
  const body = bodyOf(found);
  const gate = view.answer("gate", { platform, current_version: version }, at);
  assert.ok("outcome" in gate);
  const { title, message } = bodyOf(gate);
  const { message: config_message, android_source, apple_source } = body;
  const rule = found.outcome.reason?.split(",")[0];
  return {
    decision: { forced: body.force_upgrade, rule },
    text: { title, message, config_message, android_source, apple_source },
  };
}

/** Fails unless exactly one range has each of the versions whose answer changes, and none has another. */
function checkRanges(found: Preview, platform: string, versions: readonly AppVersion[], sides: readonly AskedView[], at: number) {
  const ranges = found.versions.filter((effect) => effect.platform === platform && effect.at === undefined);
  for (const version of versions) {
    const told = sides.map((project) => asked(project, platform, version.text, at)?.decision ?? null);
    const own = ranges.filter((range) => isInRange(version, range)).map(({ before, after }) => [before, after]);
    assert.deepEqual(own, JSON.stringify(told[0]) === JSON.stringify(told[1]) ? [] : [told], `${platform} ${version.text}`);
  }
}

/** Without builds, which compare across pre-releases: no order of versions has their ranges. */
function isOrdered(view: AskedView, platform: string): boolean {
  return knownVersions([view.project.platform(platform)]).versions.every(({ build }) => build === null);
}

test("the ranges of a preview have exactly the versions whose answer changes, among all that can be told apart", () =>
  forAll([arbitraryState, arbitraryManifest, instant, versionText], 50, (before, manifest, at, other) => {
    const after = applyEdits(before, manifestEdits(before, manifest));
    const found = previewEffects(before, after, at);
    fc.pre(!found.more && before.project.size > 0 && after.project.size > 0);
    const sides = [new AskedView(before), new AskedView(after)];
    for (const platform of new Set(sides.flatMap(({ project }) => project.platformNames))) {
      if (sides.some((view) => !isOrdered(view, platform))) continue;
      const { versions } = knownVersions(sides.map(({ project }) => project.platform(platform)));
      checkRanges(found, platform, [...versions, versionOf(other)], sides, at);
    }
  }));

test("with long lists, too, the ranges have exactly the versions whose answer changes", () => {
  const policy = fc.record(
    {
      minimum: versionText,
      recommended: versionText,
      blocked: fc.uniqueArray(entryText, { minLength: 5, maxLength: 25 }),
      exempt: fc.uniqueArray(entryText, { maxLength: 5 }),
    },
    { requiredKeys: ["blocked"] },
  );
  forAll([policy, policy, fc.subarray(["minimum", "recommended", "blocked", "exempt"] as const)], 60, (first, other, changed) => {
    const second = { ...first, ...Object.fromEntries(changed.map((key) => [key, other[key]])) };
    const stores = { apple: "https://example.com/a" };
    const [before, after] = [first, second].map((ios) => stateFrom(formWith({ stores, platforms: { ios } })));
    assert.ok(before && after);
    const found = previewEffects(before, after, now);
    fc.pre(!found.more);
    const sides = [new AskedView(before), new AskedView(after)];
    const known = knownVersions(sides.map(({ project }) => project.platform("ios"))).versions;
    if (sides.every((view) => isOrdered(view, "ios"))) checkRanges(found, "ios", known, sides, now);
    const told = known.map(({ text }) => sides.map((project) => asked(project, "ios", text, now)));
    const shown = new Set(found.texts.map(({ before: one, after: another }) => JSON.stringify([one, another])));
    const different = told
      .map((pair) => pair.map((one) => one?.text ?? null))
      .filter(([one, another]) => JSON.stringify(one) !== JSON.stringify(another));
    for (const pair of different) assert.ok(shown.has(JSON.stringify(pair)), JSON.stringify(pair));
  });
});

test("the texts that a review shows are those that are answered, before and after", () =>
  forAll([arbitraryState, arbitraryManifest, instant], 50, (before, manifest, at) => {
    const after = applyEdits(before, manifestEdits(before, manifest));
    const [was, is] = [new AskedView(before), new AskedView(after)];
    for (const { platform, version, before: shown, after: then } of previewEffects(before, after, at).texts) {
      if (version === null) continue;
      assert.deepEqual(shown, asked(was, platform, version, at)?.text ?? null);
      assert.deepEqual(then, asked(is, platform, version, at)?.text ?? null);
      assert.notDeepEqual(shown, then);
    }
  }));

test("the preview of an instance's current maintenance is the answer of /maintenance", () =>
  forAll([arbitraryState, arbitraryManifest, instant], 50, (before, manifest, at) => {
    const after = applyEdits(before, manifestEdits(before, manifest));
    const sides = [new AskedView(before), new AskedView(after)];
    const said = previewEffects(before, after, at).maintenance;
    for (const instance of new Set([...before.instance.keys(), ...after.instance.keys()])) {
      const told = sides.map((project) => activeText(project, instance, at));
      const effect = said.find((one) => one.instance === instance && [one.before, one.after].some(isActive));
      if (told[0] === told[1]) assert.equal(effect, undefined);
      else assert.deepEqual([effect?.before, effect?.after].map(printed), told);
    }
  }));

const isActive = (told: { readonly state: string } | null): boolean => told?.state === "active";

function printed(told: { readonly start: number; readonly end: number } | null | undefined): string | null {
  return told ? `${new Date(told.start).toISOString()} ${new Date(told.end).toISOString()}` : null;
}

function activeText(view: AskedView, instance: string, at: number): string | null {
  const found = view.answer("maintenance", { instanceId: instance }, at);
  if ("code" in found) return null;
  const body = bodyOf(found);
  return body.is_maintenance ? printed({ start: Date.parse(body.start_time), end: Date.parse(body.end_time) }) : null;
}

function between(before: Form, after: Form, ...edits: Edit[]) {
  return previewEffects(stateFrom(formWith(before), ...edits), stateFrom(formWith(after), ...edits), now);
}

test("a raised minimum has one range of versions that it forces, their share, and the text for the one with most requests", () => {
  const messages = { upgrade: { en: "{current_version} is too old: get {minimum_version}." } };
  const [before, after] = ["2.3.0", "2.4.0"].map((minimum) =>
    stateFrom(formWith({ messages, platforms: { ios: { minimum, store: "none" } } })),
  );
  assert.ok(before && after);
  const versions = [
    { version: "2.3.1", day: 10, week: 10 },
    { version: "2.3.2", day: 30, week: 30 },
    { version: "2.4.0", day: 60, week: 60 },
  ];
  const traffic = new Map([["ios", { versions, other: { day: 0, week: 0 } }]]);
  const found = previewEffects(before, after, now, traffic);
  const actual = found.versions.map(({ from, to, after: then, requests }) => [from?.text, to?.text, then?.rule, requests]);
  assert.deepEqual(actual, [["2.3.0", "2.4.0", "below_minimum", 40]]);
  assert.deepEqual(
    found.texts.map(({ to, version, after: then }) => [to?.text, version, then?.message]),
    [
      ["2.3.0", null, "{current_version} is too old: get 2.4.0."],
      ["2.4.0", "2.3.2", "2.3.2 is too old: get 2.4.0."],
    ],
  );
});

test("a text that all versions get has no version", () => {
  const form = { windows: { w: { start: "2026-11-21T11:00", duration: "PT2H", message: { en: "Closed." } } } };
  const { texts } = between(form, { windows: { w: { ...form.windows.w, message: { en: "Back soon." } } } });
  const actual = texts.map(({ platform, from, to, version, after }) => [platform, from, to, version, after?.message]);
  const expected = ["android", "ios"].map((platform) => [platform, null, null, null, "Back soon."]);
  assert.deepEqual(actual, expected);
});

test("a new platform is shown as a change from nothing", () => {
  const { versions } = between({}, { platforms: { tv: { store: "none" } } });
  const everywhere = { from: null, to: null, inclusive: false, except: [], requests: null };
  assert.deepEqual(versions, [{ platform: "tv", ...everywhere, before: null, after: { forced: false, rule: "no_policy" } }]);
});

test("of very many versions the first 50 are named, and the preview says that there are more", () => {
  const blocked = Array.from({ length: 300 }, (_, i) => `1.${i}.0-beta`);
  const found = between({}, { platforms: { ios: { blocked } } });
  assert.deepEqual([found.versions.length, found.more], [50, true]);
});

test("the two largest lists that a policy can hold are compared for less than two thousand million steps of a loop", () => {
  const listOf = (major: number) => Array.from({ length: 500 }, (_, i) => `>=${major}.${i}.1 <${major}.${i}.9`);
  const cost = costOf(
    () => between({ platforms: { ios: { blocked: listOf(1) } } }, { platforms: { ios: { blocked: listOf(2) } } }),
    1,
  );
  assert.ok(cost < 2_000, `${cost} million steps`);
});

test("maintenance that is scheduled, moved or removed is shown where it applies", () => {
  const instances = { "eu-1": { name: "Europe" }, "us-1": { name: "US" } };
  const hour = 3_600_000;
  const start = Date.parse("2026-12-06T02:00:00Z");
  const state = stateFrom(formWith({ instances }));
  const planned = applyEdits(state, [windowEdit("w", { instances: ["eu-1"], duration: "PT2H" })]);
  const told = { state: "scheduled", start, end: start + 2 * hour };
  assert.deepEqual(previewEffects(state, planned, now).maintenance, [
    { platform: null, instance: "eu-1", before: null, after: told },
  ]);
  const moved = applyEdits(planned, [overrideEdit("w", "2026-12-06T02:00", { start: start + hour, end: start + 3 * hour })]);
  const later = { ...told, start: start + hour, end: start + 3 * hour };
  assert.deepEqual(previewEffects(planned, moved, now).maintenance, [
    { platform: null, instance: "eu-1", before: told, after: later },
  ]);
  assert.deepEqual(previewEffects(moved, state, now).maintenance, [
    { platform: null, instance: "eu-1", before: later, after: null },
  ]);
});

test("maintenance that is active is shown for /config on every platform, with its message, and so is what comes after it", () => {
  const state = stateFrom(formWith({ instances: { "eu-1": { name: "Europe" } } }));
  const closed = applyEdits(state, [windowEdit("now", { start: "2026-11-21T11:00", message: { en: "Closed." } })]);
  const planned = applyEdits(closed, [windowEdit("next", { start: "2026-12-06T02:00" })]);
  const shown = ({ maintenance }: Preview) =>
    maintenance.map(({ platform, instance, before, after }) => [platform ?? instance, before, after?.state]);
  const everywhere = (told: string) => ["android", "ios", "eu-1"].map((name) => [name, null, told]);
  const found = previewEffects(state, closed, now);
  assert.deepEqual(shown(found), everywhere("active"));
  assert.deepEqual([...new Set(found.texts.map(({ after }) => after?.message))], ["Closed."]);
  assert.deepEqual(shown(previewEffects(closed, planned, now)), everywhere("scheduled"));
});

test("a project that is new or deleted has no effect on apps, nor has a change that they cannot notice", () => {
  const state = stateFrom(exampleForm);
  const withoutKey = applyEdits(state, [{ kind: "read_key", id: "k", value: null }]);
  const none = applyEdits(state, [{ kind: "project", id: soleId, value: null }]);
  for (const [before, after] of [
    [state, none],
    [none, state],
    [state, withoutKey],
  ] as const)
    assert.deepEqual(previewEffects(before, after, now), { versions: [], texts: [], maintenance: [], more: false });
});
