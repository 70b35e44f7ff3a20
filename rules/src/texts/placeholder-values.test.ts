import assert from "node:assert/strict";
import { test } from "node:test";
import { formWith } from "../../../server/test/example-project.ts";
import { placeholderProblems } from "../../../server/test/finished-steps.ts";
import { pluck } from "../../../server/test/pluck.ts";
import { parseManifest } from "../changes/manifest.ts";
import type { Problem } from "../values/errors.ts";

const whole = { minimum: "2", recommended: "3" };
const everywhere = { ios: whole, android: whole };
const web = { store: "none" };

function pathsOf(platforms: Record<string, unknown>, rest: Record<string, unknown>): string[] {
  return problemsOf(platforms, rest).map(({ path }) => path);
}

function problemsOf(platforms: Record<string, unknown>, rest: Record<string, unknown>): Problem[] {
  const manifest = parseManifest(formWith({ platforms, instances: { a: { name: "A" } }, ...rest }), []);
  assert.ok(manifest);
  return placeholderProblems(manifest);
}

function window(rest: Record<string, unknown>) {
  return { windows: { w: { start: "2026-12-06T02:00", duration: "PT2H", ...rest } } };
}

/** Message, platforms, and whether {minimum_version} and {recommended_version} are refused there. */
const situations: [string, Record<string, unknown>, boolean, boolean][] = [
  ["upgrade", everywhere, false, false],
  ["upgrade", { ios: { minimum: "2" } }, false, true],
  ["upgrade", { ios: { blocked: ["1"] } }, true, true],
  ["upgrade", { ios: { recommended: "3" }, android: { exempt: ["1"] } }, false, false],
  ["upgrade", { ...everywhere, web: { ...web, blocked: ["1"] } }, true, true],
  ["maintenance", everywhere, false, false],
  ["maintenance", { ios: whole }, true, true],
  ["maintenance", { ios: whole, android: { minimum: "2" } }, false, true],
  ["default", { ios: whole, android: { recommended: "3" } }, true, false],
  ["default", { ...everywhere, constructor: web }, true, true],
];

for (const [kind, platforms, minimum, recommended] of situations)
  test(`${kind} message with ${JSON.stringify(platforms)}: {minimum_version} ${minimum ? "is refused" : "has a value"}, {recommended_version} ${recommended ? "is refused" : "has a value"}`, () => {
    const messages = (text: string) => ({ messages: { [kind]: { de: "Nichts.", en: text } } });
    assert.deepEqual(pathsOf(platforms, messages("{minimum_version}")), minimum ? [`messages.${kind}.en`] : []);
    assert.deepEqual(pathsOf(platforms, messages("{recommended_version}")), recommended ? [`messages.${kind}.en`] : []);
    for (const always of ["{current_version}", "{project_name}", "{{minimum_version}"])
      assert.deepEqual(pathsOf(platforms, messages(always)), []);
  });

/** Scope of a window, platforms, and whether {minimum_version} is refused in its message. */
const scopes: [Record<string, unknown>, Record<string, unknown>, boolean][] = [
  [{}, everywhere, false],
  [{}, { ios: whole }, true],
  [{}, { ...everywhere, web }, true],
  [{ platforms: ["ios"] }, { ios: whole }, false],
  [{ platforms: ["ios", "web"] }, { ios: whole, web }, true],
  // Apps that only ask /config see it when every instance is closed, on any platform.
  [{ instances: ["a"] }, { ios: whole }, true],
  [{ instances: ["a"] }, everywhere, false],
];

for (const [scope, platforms, isRefused] of scopes)
  test(`message of a window ${JSON.stringify(scope)} with ${JSON.stringify(platforms)}: {minimum_version} ${isRefused ? "is refused" : "has a value"}`, () =>
    assert.deepEqual(
      pathsOf(platforms, window({ ...scope, message: { en: "{minimum_version}" } })),
      isRefused ? ["windows.w.message.en"] : [],
    ));

/** Platforms, and the versions named as having nothing to update to. */
const updates: [Record<string, unknown>, string | null][] = [
  [{ ios: { minimum: "2" } }, null],
  [{ ios: { ...whole, blocked: ["2.5", "2.7.*", ">=2.8 <2.9"] } }, null],
  [{ ios: { minimum: "2", blocked: ["2.5", ">=2.8 <2.9"] } }, null],
  [{ ios: { minimum: "2", blocked: ["2.5"] } }, "version 2.5 on ios"],
  [{ ios: { ...whole, blocked: ["3.1"] }, web: { ...web, blocked: ["1"] } }, "version 3.1 on ios, version 1 on web"],
  [{ ios: { ...whole, blocked: ["3.1"], exempt: [">=3"] } }, null],
];

for (const [platforms, on] of updates)
  test(`an upgrade message with {update_to} and ${JSON.stringify(platforms)}: ${on === null ? "accepted" : `refused for ${on}`}`, () => {
    const problems = problemsOf(platforms, {
      messages: { upgrade: { en: "To {update_to}!", de: "Auf {update_to}!", fr: "Oui." } },
    });
    assert.deepEqual(pluck(problems, "path"), on === null ? [] : ["messages.upgrade.en", "messages.upgrade.de"]);
    for (const { message } of problems)
      assert.equal(
        message,
        `{update_to} has no value for ${on}: the policy forces an update there and names no higher version that may run. Set recommended to one, declare one as a release, end the blocked range below one ("<2.5.5"), or remove the placeholder`,
      );
  });

test("the project's upgrade message is checked where it is shown: not on a platform that has one of its own; titles are", () => {
  const own = { minimum: "2", blocked: ["3"], messages: { upgrade: { en: "Update." } } };
  const texts = { upgrade: { en: "{update_to} {recommended_version}" } };
  assert.deepEqual(pathsOf({ ios: own }, { messages: texts }), []);
  assert.deepEqual(pathsOf({ ios: { ...own, messages: {} } }, { messages: texts }), [
    "messages.upgrade.en",
    "messages.upgrade.en",
  ]);
  assert.deepEqual(pathsOf({ ios: own }, { titles: texts }), ["titles.upgrade.en", "titles.upgrade.en"]);
});

test("only a window on instances has an instance's name", () => {
  const message = { en: "{instance_name}", de: "Nichts." };
  assert.deepEqual(pathsOf({}, window({ instances: ["a"], message })), []);
  assert.deepEqual(pathsOf({}, window({ message })), ["windows.w.message.en"]);
  assert.deepEqual(pathsOf({}, window({ platforms: ["ios"], message })), ["windows.w.message.en"]);
});

test("the times of the interruption have a value in every message about one", () => {
  const text = { en: "{start_time} {end_time}" };
  assert.deepEqual(pathsOf({}, { messages: { maintenance: text }, ...window({ message: text }) }), []);
});

test("the problem says on which platforms, and every text that has it is named", () => {
  const problems = problemsOf(
    { ios: whole, web },
    { messages: { default: { en: "{minimum_version}", de: "Ab {minimum_version}" } } },
  );
  assert.deepEqual(pluck(problems, "path"), ["messages.default.en", "messages.default.de"]);
  assert.match(problems[0]?.message ?? "", /^\{minimum_version\} has no value on android, web, .*set minimum there/);
});
