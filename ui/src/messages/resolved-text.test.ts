import assert from "node:assert/strict";
import { test } from "node:test";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { emptyForm } from "./message-form.ts";
import { fillPlaceholders, reminderFromAnswer, resolveText, situationAt } from "./resolved-text.ts";

const form = {
  ...emptyForm,
  languages: ["en", "de"],
  messages: { ...emptyForm.messages, upgrade: { de: "Bitte {minimum_version}", en: "Update" } },
};

test("a text is told in the language that was asked for, else in the first of the project", () => {
  assert.deepEqual(resolveText(form, "upgrade", "de"), { text: "Bitte {minimum_version}", language: "de", source: "own" });
  assert.deepEqual(resolveText(form, "upgrade", "de-CH"), { text: "Bitte {minimum_version}", language: "de", source: "other" });
  assert.deepEqual(resolveText(form, "upgrade", "ja"), { text: "Update", language: "en", source: "other" });
});

test("without any text, a screen that blocks has a built-in one, and a notice has none", () => {
  assert.equal(resolveText(form, "maintenance", "fr").source, "built_in");
  assert.match(resolveText(form, "maintenance", "fr").text, /maintenance est en cours/);
  assert.deepEqual(resolveText(form, "default", "fr"), { text: "", language: "", source: "none" });
});

test("a text is filled with its values, and one that is wrong stands as it is", () => {
  const told = { text: "Bitte {minimum_version}", language: "de", source: "own" } as const;
  const valuesIn = (language: string) => ({ minimum_version: `minimum_version ${language}` });
  assert.deepEqual(fillPlaceholders(told, valuesIn), { text: "Bitte minimum_version de", language: "de", isWrong: false });
  assert.deepEqual(fillPlaceholders({ ...told, text: "Bitte {min" }, valuesIn), {
    text: "Bitte {min",
    language: "de",
    isWrong: true,
  });
});

const hour = 3_600_000;
const iso = (at: number) => new Date(at).toISOString();

function occurrence(window: string, start: number, end: number, covered: Partial<ListedOccurrence> = {}): ListedOccurrence {
  const times = { planned_start: iso(start), planned_end: iso(end), start: iso(start), end: iso(end) };
  const other = {
    announced_at: "",
    local_start: "",
    local_end: "",
    overrun: "end",
    origin: "api",
    repeat: null,
    state: "scheduled",
  } as const;
  const scope = { scope: "Acme Shop", actions: [], instances: null, platforms: null, zone: "Europe/Rome" };
  return { occurrence: `${window}/x`, window, name: window, ...times, ...other, ...scope, ...covered };
}

test("the phone is in the maintenance that is active, else in the next that covers its platform or instance", () => {
  const list = [
    occurrence("ios", 2 * hour, 3 * hour, { platforms: ["ios"] }),
    occurrence("eu", hour, 2 * hour, { instances: ["eu"] }),
  ];
  const windowAt = (platform: string, instance: string | null, at: number) => situationAt(list, platform, instance, at).window;
  assert.equal(windowAt("ios", "eu", 0), "ios");
  assert.equal(windowAt("ios", "eu", 1.5 * hour), "eu", "in force goes first");
  assert.equal(windowAt("android", "eu", 0), "eu");
  assert.equal(windowAt("android", "us", 0), null);
  assert.equal(windowAt("android", null, 0), null);
});

test("what is canceled or over is no maintenance, and then there is an example that is to come", () => {
  const list = [occurrence("past", 0, hour), occurrence("gone", 5 * hour, 6 * hour, { state: "canceled" })];
  const example = situationAt(list, "ios", null, 2.5 * hour);
  assert.deepEqual(example, { start: 4 * hour, end: 6 * hour, zone: "UTC", window: null, name: "" });
});

test("windows that touch are one maintenance, which ends with the last and speaks with its text", () => {
  const list = [occurrence("first", hour, 2 * hour), occurrence("second", 2 * hour, 4 * hour, { zone: "Asia/Tokyo" })];
  const found = situationAt(list, "ios", null, 1.5 * hour);
  assert.deepEqual(found, { start: hour, end: 4 * hour, zone: "Asia/Tokyo", window: "second", name: "second" });
});

test("a reminder is announced from its lead until the maintenance begins", () => {
  const times = { remainder_start: iso(hour), start_time: iso(2 * hour), end_time: iso(3 * hour) };
  const answer = (is_maintenance: boolean, changed: object = times) => ({
    status: 200,
    headers: {},
    reason: "",
    forced_by: null,
    body: { is_maintenance, instance_name: "Europe", ...changed },
  });
  const stateAt = (at: number) => reminderFromAnswer(answer(at >= 2 * hour && at < 3 * hour), at)?.state;
  assert.deepEqual([0, hour, 2 * hour, 3 * hour].map(stateAt), ["later", "announced", "active", "ended"]);
  const none = { remainder_start: null, start_time: null, end_time: null };
  assert.equal(reminderFromAnswer(answer(false, none), hour)?.state, "ended");
  assert.equal(reminderFromAnswer({ ...answer(false), status: 404 }, hour), null);
});
