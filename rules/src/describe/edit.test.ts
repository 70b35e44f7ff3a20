import assert from "node:assert/strict";
import { test } from "node:test";
import { describeDifferences, describePlace } from "./edit.ts";
import { namesIn } from "./reader.ts";

const names = namesIn({ instance: { "eu-1": "Acme Europe" }, person: { u_1: "Vera" } });
const reader = { zone: "Europe/Rome", now: Date.parse("2026-11-25T21:00:00Z"), names };

/** @param changes path, before, after */
function say(...changes: readonly (readonly [string, unknown, unknown])[]): readonly string[] {
  const differences = changes.map(([path, before, after]) => ({ path, before, after }));
  return describeDifferences(differences, reader).map(({ text, did }) => `${text} | ${did}`);
}

test("a value says what it was and is, and its author what was done", () => {
  assert.deepEqual(say(["platforms.ios.minimum", "2.4.0", "25.0"]), [
    "iOS minimum 2.4.0 → 25.0 | raised the iOS minimum 2.4.0 → 25.0",
  ]);
  assert.deepEqual(say(["platforms.ios.minimum", undefined, "2.4"]), ["iOS minimum: 2.4 | set the iOS minimum to 2.4"]);
  assert.deepEqual(say(["platforms.android.minimum", "2.4", undefined]), [
    "Android minimum removed (was 2.4) | removed the Android minimum",
  ]);
  assert.deepEqual(say(["stores.apple", "https://a.example/1", undefined]), [
    "App Store link of the project removed | removed the App Store link of the project",
  ]);
  assert.deepEqual(say(["lock_out_limit_percent", undefined, 30], ["ttl", "PT30S", "1m"]), [
    "Lock-out limit 20% → 30% | changed the lock-out limit 20% → 30%",
    "Cache time 30 s → 1 min | changed the cache time 30 s → 1 min",
  ]);
});

test("a changed value and a changed text say how they are now", () => {
  const now = (path: string, before: unknown, after: unknown) =>
    describeDifferences([{ path, before, after }], reader).map((edit) => edit.now);
  assert.deepEqual(now("platforms.ios.minimum", "2.4.0", "2.5.0"), ["iOS minimum is now 2.5.0"]);
  assert.deepEqual(now("messages.upgrade.de", "Alt", "Neu"), ["Upgrade message in German changed"]);
  assert.deepEqual(now("platforms.ios.minimum", "2.4.0", undefined), [undefined]);
});

test("lists say what came and what went", () => {
  assert.deepEqual(say(["platforms.ios.blocked", ["2.5.0"], ["2.5.1", ">=2.5.3 <2.5.5"]]), [
    "Blocked 2.5.1 and 2.5.3 to below 2.5.5 on iOS | blocked 2.5.1 and 2.5.3 to below 2.5.5 on iOS",
    "Unblocked 2.5.0 on iOS | unblocked 2.5.0 on iOS",
  ]);
  assert.deepEqual(say(["windows.backup.except", undefined, ["2026-12-08"]]), [
    "Skipped 8 December of backup | skipped 8 December of backup",
  ]);
  const [plain, bound] = [{ version: "2" }, { version: "2", requires_os: "17" }];
  assert.deepEqual(say(["platforms.ios.releases", [], [bound]]), [
    "Declared iOS release 2 (requires 17) | declared iOS release 2 (requires 17)",
  ]);
  assert.deepEqual(say(["platforms.ios.releases", [bound], [{ ...bound, notes: "x", requires_os: "18" }]]), [
    "Changed date or notes of iOS release 2 | changed date or notes of iOS release 2",
    "iOS 2 system requirement 17 → 18 | changed the iOS 2 system requirement 17 → 18",
  ]);
  assert.deepEqual(say(["platforms.ios.releases", [bound], [plain]]), [
    "iOS 2 system requirement removed (was 17) | removed the iOS 2 system requirement",
  ]);
  assert.deepEqual(say(["platforms.ios.releases", [{ version: "2" }], [{ version: "2" }, { version: "3" }]]), [
    "Declared iOS release 3 | declared iOS release 3",
  ]);
});

test("texts are quoted by kind and language", () => {
  const [edit] = describeDifferences([{ path: "messages.upgrade.de", before: "alt", after: "neu\nund lang" }], reader);
  assert.equal(edit?.text, "Upgrade message in German: changed to “neu und lang”");
  assert.deepEqual([edit?.did, edit?.before, edit?.after], ["changed the upgrade message in German", "alt", "neu\nund lang"]);
});

test("what is created or deleted is one sentence", () => {
  const window = { start: "2026-12-01T02:00", zone: "Europe/Rome", duration: "PT2H", repeat: "FREQ=WEEKLY;BYDAY=TU" };
  const created = Object.entries({ ...window, instances: ["eu-1"] });
  const sentence = "lanned backup for Acme Europe: every Tuesday 02:00–04:00 (Rome), from 1 December";
  assert.deepEqual(say(...created.map(([member, value]) => [`windows.backup.${member}`, undefined, value] as const)), [
    `P${sentence} | p${sentence}`,
  ]);
  assert.deepEqual(say(...created.map(([member, value]) => [`windows.backup.${member}`, value, undefined] as const)), [
    "Deleted window backup | deleted window backup",
  ]);
  assert.deepEqual(say(["platforms.tv.store", undefined, "none"], ["platforms.tv.minimum", undefined, "2"]), [
    "Added platform tv | added platform tv",
    "Tv minimum: 2 | set the tv minimum to 2",
  ]);
  assert.deepEqual(say(["members.u_1", "viewer", "editor"], ["administrators.u_2", undefined, "administrator"]), [
    "Made Vera an editor (was viewer) | made Vera an editor (was viewer)",
    "Made u_2 an administrator | made u_2 an administrator",
  ]);
});

test("a path is the name of its place", () => {
  const places = ["platforms.ios.minimum", "windows.db.start", 'instances."eu.1".reminder', "messages.upgrade.en", ""];
  const actual = places.map((path) => describePlace(path, reader));
  assert.deepEqual(actual, ["iOS minimum", "Start of db", "Reminder time of eu.1", "Messages", ""]);
});
