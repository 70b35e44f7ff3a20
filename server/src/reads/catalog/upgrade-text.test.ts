/** Every text that tells users to update names one version above theirs, the same everywhere, that is allowed to run. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { applyEdits } from "drawbridge-rules/changes/edit.ts";
import { manifestEdits } from "drawbridge-rules/changes/manifest.ts";
import { compareVersions } from "drawbridge-rules/versions/app-version.ts";
import fc from "fast-check";
import { entryText, versionOf, versionText } from "../../../test/arbitrary-version.ts";
import { AskedView, bodyOf } from "../../../test/asked-view.ts";
import { formWith, manifestFrom, problemsOfManifest, stateFrom } from "../../../test/example-project.ts";
import { forAll } from "../../../test/for-all.ts";
import { previewEffects } from "./maintenance-effect.ts";
import { knownVersions } from "./version-effect.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const stores = { apple: "https://example.com/a" };

/** Answers for versions with different targets must not be shared. */
function asker(view: AskedView) {
  return (platform: string, version: string, lang = "en", endpoint: "config" | "gate" = "config") => {
    const found = view.answer(endpoint, { platform, current_version: version, lang }, now);
    assert.ok("outcome" in found, `${platform} ${version}`);
    return { ...bodyOf(found), etag: found.outcome.etag };
  };
}

test("for random policies, /config, /gate and the review name one version above the asking one, and that may run", () => {
  let told = 0;
  const policy = fc.record({
    minimum: fc.option(versionText),
    // Mostly above all others, so that the message is accepted.
    recommended: fc.oneof(versionText, fc.constant("999999999999999.999999999999999.2"), fc.constant(null)),
    blocked: fc.uniqueArray(entryText, { maxLength: 5 }),
    exempt: fc.uniqueArray(entryText, { maxLength: 2 }),
    releases: fc.uniqueArray(fc.oneof(versionText, fc.constant("999999999999999.999999999999999.1")), { maxLength: 3 }),
  });
  const accepted = policy
    .map(({ releases, ...rules }) => ({ ...rules, releases: distinct(releases).map((version) => ({ version })) }))
    .filter((ios) => problemsOfManifest(formOf(ios)).length === 0);
  const empty = stateFrom(formWith({ stores }));
  forAll([accepted, fc.array(versionText, { minLength: 20, maxLength: 20 })], 250, (ios, versions) => {
    const state = stateFrom(formOf(ios));
    const view = new AskedView(state);
    const ask = asker(view);
    const { texts } = previewEffects(empty, state, now);
    const reviewed = texts.filter(({ platform }) => platform === "ios");
    const known = knownVersions([view.project.platform("ios")]).versions.slice(0, 40);
    const etags = new Map<string, string>();
    const named = new Set<string>();
    for (const version of [...versions, ...known.map(({ text }) => text)]) {
      const { force_upgrade, message, etag } = ask("ios", version);
      const gate = ask("ios", version, "en", "gate");
      if (gate.update === "none") continue;
      told += 1;
      const target = gate.update_to;
      assert.ok(compareVersions(versionOf(target), versionOf(version)) > 0, `${version} is told to update to ${target}`);
      assert.equal(ask("ios", target).force_upgrade, false, `${version} is told to update to ${target}, which must not run`);
      const { recommended } = ios;
      const isOffered = recommended !== null && compareVersions(versionOf(recommended), versionOf(version)) > 0;
      if (isOffered && !ask("ios", recommended).force_upgrade)
        assert.equal(compareVersions(versionOf(target), versionOf(recommended)), 0);
      assert.deepEqual([gate.title, gate.message], [`Get ${target}`, target]);
      named.add(`${gate.update} ${target}`);
      if (!force_upgrade) continue;
      assert.equal(message, target);
      assert.equal(etags.get(message) ?? etag, etag);
      etags.set(message, etag);
    }
    assert.equal(new Set(etags.values()).size, etags.size);
    for (const { version, after } of reviewed) {
      if (version === null) continue;
      const { title, message } = ask("ios", version, "en", "gate");
      const shown = { title, message, config_message: ask("ios", version).message };
      assert.deepEqual(after, { ...shown, android_source: "", apple_source: stores.apple });
    }
    const shown = new Set(reviewed.map(({ after }) => after?.message));
    for (const one of named) assert.ok(shown.has(one.split(" ")[1]), `the review lacks ${one}`);
  });
  assert.ok(told > 2_500, `only ${told} answers named a version`);
});

/** The first of versions that compare equal. */
function distinct(versions: readonly string[]): readonly string[] {
  return versions.filter((text, index) =>
    versions.slice(0, index).every((other) => compareVersions(versionOf(other), versionOf(text)) !== 0),
  );
}

function formOf(ios: object) {
  const texts = (text: string) => ({ upgrade: { en: text }, recommended: { en: text } });
  return formWith({ stores, messages: texts("{update_to}"), titles: texts("Get {update_to}"), platforms: { ios } });
}

const manifestOf = (ios: object) => manifestFrom(formOf(ios));

test("a review shows each version that users are sent to, also where only that changes", () => {
  const policy = (newest: string) => ({
    minimum: "2",
    blocked: ["2.1", ">=2.5 <2.6", "2.8"],
    releases: [{ version: newest }],
  });
  const before = stateFrom(formOf(policy("3")));
  const edits = manifestEdits(before, manifestOf(policy("4")));
  const { texts } = previewEffects(before, applyEdits(before, edits), now);
  const actual = texts.map((text) => [text.version, text.before?.message, text.after?.message]);
  assert.deepEqual(actual, [["2.8", "3", "4"]]);
  const first = previewEffects(stateFrom(formWith({ stores })), before, now);
  const found = first.texts.flatMap(({ after }) => after?.message || []);
  assert.deepEqual(found, ["2", "2.6", "3"]);
});
