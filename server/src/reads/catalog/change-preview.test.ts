/** A preview says exactly what apps then get: every claim is compared with the answer itself. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { applyEdits } from "drawbridge-rules/changes/edit.ts";
import { manifestEdits } from "drawbridge-rules/changes/manifest.ts";
import { soleId } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import fc from "fast-check";
import { arbitraryManifest, arbitraryState, instant } from "../../../test/arbitrary-manifest.ts";
import { entryText, versionText } from "../../../test/arbitrary-version.ts";
import { AskedView, bodyOf } from "../../../test/asked-view.ts";
import { exampleForm, type Form, formWith, overrideEdit, stateFrom, windowEdit } from "../../../test/example-project.ts";
import { costOf } from "../../../test/work-cost.ts";
import { previewEffects } from "./change-preview.ts";
import { knownVersions } from "./version-effect.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

/** The read API's answers: whether they force an update, the rule and the texts; null: a problem. */
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

test("the versions that a preview names are exactly those whose answer changes, among all that can be told apart", () => {
  fc.assert(
    fc.property(arbitraryState, arbitraryManifest, instant, (before, manifest, at) => {
      const after = applyEdits(before, manifestEdits(before, manifest));
      const { versions, more } = previewEffects(before, after, at);
      fc.pre(!more);
      const [was, is] = [new AskedView(before), new AskedView(after)];
      const said = new Map(versions.map((effect) => [`${effect.platform} ${effect.version}`, effect]));
      for (const platform of new Set([...was.project.platformNames, ...is.project.platformNames])) {
        for (const version of knownVersions([was.project.platform(platform), is.project.platform(platform)]).versions) {
          const told = [was, is].map((project) => asked(project, platform, version.text, at)?.decision ?? null);
          const effect = said.get(`${platform} ${version.text}`);
          said.delete(`${platform} ${version.text}`);
          if (JSON.stringify(told[0]) !== JSON.stringify(told[1])) assert.deepEqual([effect?.before, effect?.after], told);
          else assert.equal(effect, undefined);
        }
      }
      assert.deepEqual([...said], []);
    }),
    { numRuns: 150 },
  );
});

test("any version whose answer changes is decided as one that the review names", () => {
  fc.assert(
    fc.property(arbitraryState, arbitraryManifest, versionText, (before, manifest, version) => {
      const after = applyEdits(before, manifestEdits(before, manifest));
      const { versions, more } = previewEffects(before, after, now);
      fc.pre(!more);
      const [was, is] = [new AskedView(before), new AskedView(after)];
      for (const platform of new Set([...was.project.platformNames, ...is.project.platformNames])) {
        const told = [was, is].map((project) => asked(project, platform, version, now)?.decision ?? null);
        const isAlike = versions.some(
          (one) => one.platform === platform && JSON.stringify([one.before, one.after]) === JSON.stringify(told),
        );
        assert.ok(isAlike || JSON.stringify(told[0]) === JSON.stringify(told[1]), `${platform} ${version}`);
      }
    }),
    { numRuns: 150 },
  );
});

test("with long lists, too, the versions that a preview names are exactly those whose answer changes", () => {
  const policy = fc.record(
    {
      minimum: versionText,
      recommended: versionText,
      blocked: fc.uniqueArray(entryText, { minLength: 5, maxLength: 25 }),
      exempt: fc.uniqueArray(entryText, { maxLength: 5 }),
    },
    { requiredKeys: ["blocked"] },
  );
  fc.assert(
    fc.property(
      policy,
      policy,
      fc.subarray(["minimum", "recommended", "blocked", "exempt"] as const),
      (first, other, changed) => {
        const second = { ...first, ...Object.fromEntries(changed.map((key) => [key, other[key]])) };
        const stores = { apple: "https://example.com/a" };
        const [before, after] = [first, second].map((ios) => stateFrom(formWith({ stores, platforms: { ios } })));
        assert.ok(before && after);
        const { versions, texts, more } = previewEffects(before, after, now);
        fc.pre(!more);
        const [was, is] = [new AskedView(before), new AskedView(after)];
        const known = knownVersions([was.project.platform("ios"), is.project.platform("ios")]).versions;
        const told = known.map(({ text }) => [was, is].map((project) => asked(project, "ios", text, now)));
        const changing = known.filter((_, index) => told[index]?.[0]?.decision.rule !== told[index]?.[1]?.decision.rule);
        assert.deepEqual(
          versions.map(({ version }) => version),
          changing.map(({ text }) => text),
        );
        const shown = new Set(texts.map(({ before: one, after: another }) => JSON.stringify([one, another])));
        const different = told
          .map((pair) => pair.map((one) => one?.text ?? null))
          .filter(([one, another]) => JSON.stringify(one) !== JSON.stringify(another));
        for (const pair of different) assert.ok(shown.has(JSON.stringify(pair)), JSON.stringify(pair));
      },
    ),
    { numRuns: 200 },
  );
});

test("the texts that a review shows are those that are answered, before and after", () => {
  fc.assert(
    fc.property(arbitraryState, arbitraryManifest, instant, (before, manifest, at) => {
      const after = applyEdits(before, manifestEdits(before, manifest));
      const [was, is] = [new AskedView(before), new AskedView(after)];
      for (const { platform, version, before: shown, after: then } of previewEffects(before, after, at).texts) {
        assert.deepEqual(shown, asked(was, platform, version, at)?.text ?? null);
        assert.deepEqual(then, asked(is, platform, version, at)?.text ?? null);
        assert.notDeepEqual(shown, then);
      }
    }),
    { numRuns: 150 },
  );
});

test("the preview of an instance's current maintenance is the answer of /maintenance", () => {
  fc.assert(
    fc.property(arbitraryState, arbitraryManifest, instant, (before, manifest, at) => {
      const after = applyEdits(before, manifestEdits(before, manifest));
      const sides = [new AskedView(before), new AskedView(after)];
      const said = previewEffects(before, after, at).maintenance;
      for (const instance of new Set([...before.instance.keys(), ...after.instance.keys()])) {
        const told = sides.map((project) => activeText(project, instance, at));
        const effect = said.find((one) => one.instance === instance && [one.before, one.after].some(isActive));
        if (told[0] === told[1]) assert.equal(effect, undefined);
        else assert.deepEqual([effect?.before, effect?.after].map(printed), told);
      }
    }),
    { numRuns: 150 },
  );
});

function isActive(told: { readonly state: string } | null): boolean {
  return told?.state === "active";
}

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

test("a change that no app can notice has no effect", () => {
  const state = stateFrom(exampleForm);
  const renamed: Edit = { kind: "read_key", id: "k", value: null };
  assert.deepEqual(previewEffects(state, applyEdits(state, [renamed]), now), {
    versions: [],
    texts: [],
    maintenance: [],
    more: false,
  });
});

test("a raised minimum names the versions that it forces, the shortest first, and what they will read", () => {
  const messages = { upgrade: { en: "Get {minimum_version}.", de: "Hol {minimum_version}." } };
  const found = between(
    { messages, platforms: { ios: { minimum: "2.3.0" } } },
    { messages, platforms: { ios: { minimum: "2.4.0" } } },
  );
  assert.deepEqual(found.versions, [
    {
      platform: "ios",
      version: "2.3.0",
      before: { forced: false, rule: "current" },
      after: { forced: true, rule: "below_minimum" },
    },
    {
      platform: "ios",
      version: "2.3.0.0.0.1",
      before: { forced: false, rule: "current" },
      after: { forced: true, rule: "below_minimum" },
    },
  ]);
  const screen = (title: string, message: string) => ({
    title,
    message,
    config_message: message,
    android_source: "",
    apple_source: "",
  });
  const [old, raised] = ["Get 2.3.0.", "Get 2.4.0."].map((message) => screen("Update required", message));
  assert.deepEqual(found.texts, [
    { platform: "ios", version: "0", before: old, after: raised },
    { platform: "ios", version: "2.3.0", before: screen("", ""), after: raised },
  ]);
});

test("a new platform is shown as a change from nothing", () => {
  const { versions } = between({}, { platforms: { tv: { store: "none" } } });
  assert.deepEqual(versions, [{ platform: "tv", version: "0", before: null, after: { forced: false, rule: "no_policy" } }]);
});

test("of very many versions the first 200 are named, and the preview says that there are more", () => {
  const blocked = Array.from({ length: 300 }, (_, i) => `1.${i}.0-beta`);
  const found = between({}, { platforms: { ios: { blocked } } });
  assert.equal(found.versions.length, 200);
  assert.equal(found.more, true);
  assert.ok(found.versions.every(({ version }, i) => version.length >= (found.versions[i - 1]?.version.length ?? 0)));
});

test("the two largest lists that a policy can hold are compared for less than two thousand million steps of a loop", () => {
  const listOf = (major: number) => Array.from({ length: 500 }, (_, i) => `>=${major}.${i}.1 <${major}.${i}.9`);
  const cost = costOf(
    () => between({ platforms: { ios: { blocked: listOf(1) } } }, { platforms: { ios: { blocked: listOf(2) } } }),
    2,
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

test("upcoming maintenance is shown also while other maintenance is active", () => {
  const form = formWith({ instances: { "eu-1": { name: "Europe" } } });
  const state = stateFrom(form, windowEdit("now", { start: "2026-11-21T11:00" }));
  const planned = applyEdits(state, [windowEdit("next", { start: "2026-12-06T02:00" })]);
  const { maintenance } = previewEffects(state, planned, now);
  assert.deepEqual(
    maintenance.map(({ platform, instance, before, after }) => [platform ?? instance, before, after?.state]),
    [
      ["android", null, "scheduled"],
      ["ios", null, "scheduled"],
      ["eu-1", null, "scheduled"],
    ],
  );
});

test("a window that starts immediately is shown for /config on every platform, with its message", () => {
  const state = stateFrom(formWith({ instances: { "eu-1": { name: "Europe" } } }));
  const closed = applyEdits(state, [windowEdit("now", { start: "2026-11-21T11:00", message: { en: "Closed." } })]);
  const { maintenance, texts } = previewEffects(state, closed, now);
  assert.deepEqual(
    maintenance.map(({ platform, instance, after }) => [platform ?? instance, after?.state]),
    [
      ["android", "active"],
      ["ios", "active"],
      ["eu-1", "active"],
    ],
  );
  assert.deepEqual([...new Set(texts.map(({ after }) => after?.message))], ["Closed."]);
});

test("a deleted project is shown as no project", () => {
  const state = stateFrom(exampleForm);
  const { versions } = previewEffects(state, applyEdits(state, [{ kind: "project", id: soleId, value: null }]), now);
  assert.ok(versions.length > 0 && versions.every(({ after }) => after === null));
});
