/** Every answer of `/config` that tells users to update names a version above theirs that is allowed to run. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { applyEdits } from "drawbridge-rules/changes/edit.ts";
import { manifestEdits } from "drawbridge-rules/changes/manifest-edits.ts";
import { compareVersions } from "drawbridge-rules/versions/app-version.ts";
import fc from "fast-check";
import { entryText, versionOf, versionText } from "../../test/arbitrary-version.ts";
import { AskedView, bodyOf } from "../../test/asked-view.ts";
import { formWith, manifestFrom, problemsOfManifest, stateFrom } from "../../test/example-project.ts";
import { readManifestText } from "../document/read-text.ts";
import { previewEffects } from "./change-preview.ts";
import { knownVersions } from "./version-effect.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const stores = { apple: "https://example.com/a" };

/** Answers for versions with different targets must not be shared. */
function asker(view: AskedView) {
  return (platform: string, version: string, lang = "en") => {
    const found = view.answer("config", { platform, current_version: version, lang }, now);
    assert.ok("outcome" in found, `${platform} ${version}`);
    return { ...bodyOf(found), etag: found.outcome.etag };
  };
}

test("for 1 000 random policies, the version that a text names is above the asking one and may run", () => {
  let told = 0;
  const policy = fc.record({
    minimum: fc.option(versionText),
    // Mostly above all others, so that the message is accepted.
    recommended: fc.oneof(versionText, fc.constant("999999999999999.999999999999999.2")),
    blocked: fc.uniqueArray(entryText, { maxLength: 5 }),
    exempt: fc.uniqueArray(entryText, { maxLength: 2 }),
  });
  const accepted = policy.filter((ios) => problemsOfManifest(formOf(ios)).length === 0);
  fc.assert(
    fc.property(accepted, fc.array(versionText, { minLength: 5, maxLength: 15 }), (ios, versions) => {
      const view = new AskedView(stateFrom(formOf(ios)));
      const ask = asker(view);
      const known = knownVersions([view.project.platform("ios")]).versions.slice(0, 40);
      const etags = new Map<string, string>();
      for (const version of [...versions, ...known.map(({ text }) => text)]) {
        const { force_upgrade, message, etag } = ask("ios", version);
        if (!force_upgrade) continue;
        told += 1;
        assert.ok(compareVersions(versionOf(message), versionOf(version)) > 0, `${version} is told to update to ${message}`);
        assert.equal(ask("ios", message).force_upgrade, false, `${version} is told to update to ${message}, which must not run`);
        assert.equal(etags.get(message) ?? etag, etag);
        etags.set(message, etag);
      }
      assert.equal(new Set(etags.values()).size, etags.size);
    }),
    { numRuns: 1_000 },
  );
  assert.ok(told > 5_000, `only ${told} answers named a version`);
});

function formOf(ios: object) {
  return formWith({ stores, messages: { upgrade: { en: "{update_to}" } }, platforms: { ios } });
}

function manifestOf(ios: object) {
  return manifestFrom(formOf(ios));
}

test("over the whole ruler of the demo, in each language, the text names a version above that may run", () => {
  const text = readFileSync(new URL("../../../examples/acme-shop.yaml", import.meta.url), "utf8");
  const view = new AskedView(stateFrom({ ...(readManifestText(text).document as object), windows: {} }));
  const ask = asker(view);
  const digits = Array.from({ length: 7 }, (_, digit) => digit);
  const grid = digits.flatMap((a) => digits.flatMap((b) => digits.map((c) => `${a}.${b}.${c}`)));
  let told = 0;
  for (const platform of view.project.platformNames) {
    const known = knownVersions([view.project.platform(platform)]).versions.map((version) => version.text);
    for (const version of [...known, ...grid]) {
      for (const lang of ["en", "de", "it"]) {
        const { force_upgrade, message } = ask(platform, version, lang);
        if (!force_upgrade) continue;
        const target = / (?:to|auf|alla) (\S+) (?:or|oder|o) /.exec(message)?.[1] ?? "";
        assert.ok(compareVersions(versionOf(target), versionOf(version)) > 0, `${platform} ${version}: ${message}`);
        assert.equal(ask(platform, target).force_upgrade, false, `${platform} ${version}: ${message}`);
        told += 1;
      }
    }
  }
  assert.ok(told > 1_000, `${told} texts`);
});

test("a review shows each version that users are sent to, also where only that changes", () => {
  const before = stateFrom(formOf({ minimum: "2", recommended: "3", blocked: ["2.1", ">=2.5 <2.6", "2.8"] }));
  const edits = manifestEdits(before, manifestOf({ minimum: "2", recommended: "4", blocked: ["2.1", ">=2.5 <2.6", "2.8"] }));
  const { texts } = previewEffects(before, applyEdits(before, edits), now);
  assert.deepEqual(
    texts.map((text) => [text.version, text.before?.message, text.after?.message]),
    [["2.8", "3", "4"]],
  );
  const first = previewEffects(stateFrom(formWith({ stores })), before, now);
  assert.deepEqual(
    first.texts.flatMap(({ after }) => after?.message || []),
    ["2", "2.6", "3"],
  );
});
