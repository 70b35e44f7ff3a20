import assert from "node:assert/strict";
import { test } from "node:test";
import { occurrencesBetween } from "drawbridge-rules/occurrence/occurrence.ts";
import { endAt } from "drawbridge-rules/occurrence/occurrence-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { ResourceMap } from "drawbridge-rules/project/resource-map.ts";
import fc from "fast-check";
import { type Form, formWith, keyEdit, overrideEdit, stateFrom, windowEdit } from "../../../test/example-project.ts";
import { committedAt, feedAt, parseCalendar, withRevisions } from "../../../test/feed-of-state.ts";
import { forAllAsync } from "../../../test/for-all.ts";
import { pluck } from "../../../test/pluck.ts";
import type { Feed } from "./feed.ts";
import { calendarParts } from "./feed-api.ts";

const day = 86_400_000;
const form = formWith({
  name: "Acme Shop",
  languages: ["de", "en"],
  instances: { "eu-1": { name: { en: "Europe", de: "Europa" } }, "us-1": { name: "US" } },
});
/** Sundays at two in Rome: the clocks go forward on 28 March 2027. */
const weekly = { start: "2026-11-01T02:00", zone: "Europe/Rome", duration: "PT2H", repeat: "FREQ=WEEKLY;BYDAY=SU" };
const now = "2026-12-05T12:00:00Z";

const printCalendar = (feed: Feed) => [...calendarParts(feed)].join("");

async function calendarOf(edits: readonly Edit[], revisions: Readonly<Record<string, number>> = {}, at: string | number = now) {
  return parseCalendar(printCalendar(await feedAt(withRevisions(stateFrom(form, ...edits), revisions), at)));
}

async function eventOf(edits: readonly Edit[], revisions: Readonly<Record<string, number>> = {}, at = now) {
  const { events } = await calendarOf(edits, revisions, at);
  const [event] = events;
  assert.ok(event && events.length === 1);
  return event;
}

const single = (rest: Form = {}) => windowEdit("db-upgrade", { zone: "Europe/Rome", ...rest });
const name = "db-upgrade/2026-12-06T02:00";

test("every occurrence from 31 days ago to 366 days ahead is an event at its instants, on both sides of a change of clocks", async () => {
  const { events } = await calendarOf([windowEdit("weekly", weekly)]);
  // 2026-11-08 ended 27 days ago, 2026-11-01 more than 31; the last Sunday within 366 days of 2026-12-05 is 2027-12-05.
  assert.equal(events.length, 57);
  const found = new Map(events.map(({ uid, start, end }) => [uid, [start, end].map((time) => new Date(time).toISOString())]));
  assert.deepEqual(found.get("weekly/2026-11-08T02:00@acme-shop"), ["2026-11-08T01:00:00.000Z", "2026-11-08T03:00:00.000Z"]);
  assert.deepEqual(found.get("weekly/2027-03-21T02:00@acme-shop"), ["2027-03-21T01:00:00.000Z", "2027-03-21T03:00:00.000Z"]);
  // 02:00 does not exist on that night and is 03:00, which is 01:00 UTC.
  assert.deepEqual(found.get("weekly/2027-03-28T02:00@acme-shop"), ["2027-03-28T01:00:00.000Z", "2027-03-28T03:00:00.000Z"]);
  assert.deepEqual(found.get("weekly/2027-04-04T02:00@acme-shop"), ["2027-04-04T00:00:00.000Z", "2027-04-04T02:00:00.000Z"]);
  assert.ok(found.has("weekly/2027-12-05T02:00@acme-shop"));
});

test("for any window another program reads the very instants that apps are told", async () => {
  const repeat = fc.constantFrom(
    {},
    { repeat: "FREQ=DAILY;INTERVAL=9" },
    { repeat: "FREQ=WEEKLY" },
    { repeat: "FREQ=MONTHLY;COUNT=4" },
  );
  const forms = fc.record({
    zone: fc.constantFrom("UTC", "Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"),
    start: fc
      .integer({ min: -40, max: 20 })
      .map((days) => new Date(Date.UTC(2026, 9, 20, 1, 30) + days * day).toISOString().slice(0, 16)),
    duration: fc.constantFrom("PT1S", "PT90M", "P3D"),
    overrun: fc.constantFrom("end", "hold"),
    rule: repeat,
  });
  await forAllAsync([forms, fc.integer({ min: -20 * 96, max: 20 * 96 })], 30, async ({ rule, ...rest }, quarters) => {
    const at = Date.UTC(2026, 9, 25) + quarters * 900_000;
    const edit = windowEdit("w", { ...rest, ...rule });
    assert.ok(edit.kind === "window" && edit.value);
    const told = occurrencesBetween("w", edit.value, [], at - 31 * day, at + 366 * day);
    const { events } = await calendarOf([edit], {}, at);
    const actual = pluck(events, "uid", "start", "end");
    assert.deepEqual(
      actual,
      told.map((one) => [`${one.name}@acme-shop`, one.start, endAt(one, at)]),
    );
  });
});

test("an event has title, scope and message in the project's first language", async () => {
  const message = { en: "Upgrade until {end_time}.", de: "Wartung von {instance_name} bis {end_time}, {{wirklich}." };
  const { summary, description, status } = await eventOf([single({ instances: ["eu-1", "us-1"], message })]);
  assert.equal(summary, "Acme Shop: db-upgrade");
  assert.equal(status, "CONFIRMED");
  assert.match(description, /^Wartung von Europa, US bis So\., 6\. Dez\. 2026, 04:00 MEZ, \{wirklich}\.\n\n/);
  assert.match(description, /\nCovers: Europa \(eu-1\), US \(us-1\)\nTime: So\., 6\. Dez\. 2026, 02:00 MEZ – /);
});

test("one without a message of its own has the project's, or the built-in one", async () => {
  assert.match((await eventOf([single()])).description, /^\S.*04:00/);
  assert.match((await eventOf([single({ platforms: ["ios"] })])).description, /Covers: iOS\n/);
  assert.match((await eventOf([single()])).description, /Covers: all of Acme Shop\n/);
});

test("the sequence is that of the last change of the occurrence, and no other's", async () => {
  const started = overrideEdit("weekly", "2026-12-06T02:00", { end: Date.parse("2026-12-06T05:00:00Z") });
  const { events } = await calendarOf([windowEdit("weekly", weekly), started], { weekly: 7, "weekly/2026-12-06T02:00": 12 });
  const sequences = new Map(events.map(({ uid, sequence }) => [uid, sequence]));
  assert.equal(sequences.get("weekly/2026-12-06T02:00@acme-shop"), 12);
  assert.equal(sequences.get("weekly/2026-12-13T02:00@acme-shop"), 7);
  const edited = await calendarOf([windowEdit("weekly", weekly), started], { weekly: 20, "weekly/2026-12-06T02:00": 12 });
  assert.deepEqual(new Set(edited.events.map(({ sequence }) => sequence)), new Set([20]));
});

test("an event started early, extended or moved has its actual times, and mentions the planned ones", async () => {
  const [start, end] = [Date.parse("2026-12-05T23:30:00Z"), Date.parse("2026-12-06T04:15:00Z")];
  const event = await eventOf([single(), overrideEdit("db-upgrade", "2026-12-06T02:00", { start, end, byHand: true })]);
  assert.deepEqual([event.start, event.end], [start, end]);
  assert.match(event.description, /\nPlanned: So\., 6\. Dez\. 2026, 02:00 MEZ – So\., 6\. Dez\. 2026, 04:00 MEZ$/);
});

test("a canceled occurrence is there, marked, at the times that it would have had", async () => {
  const revisions = { "db-upgrade": 3, [name]: 8 };
  const event = await eventOf([single(), overrideEdit("db-upgrade", "2026-12-06T02:00", { canceled: true })], revisions);
  assert.deepEqual([event.status, event.sequence, event.stamp], ["CANCELLED", 8, committedAt(8)]);
  assert.deepEqual([event.start, event.end], [Date.parse("2026-12-06T01:00:00Z"), Date.parse("2026-12-06T03:00:00Z")]);
  assert.match(event.description, /^Canceled\.\n/);
});

test("a canceled occurrence does not cut short the hold of the one before it, as little as for apps", async () => {
  const daily = windowEdit("daily", { start: "2026-12-05T02:00", duration: "PT2H", repeat: "FREQ=DAILY", overrun: "hold" });
  const canceled = overrideEdit("daily", "2026-12-06T02:00", { canceled: true });
  const { events } = await calendarOf([daily, canceled], {}, "2026-12-06T03:00:00Z");
  const held = events.find(({ uid }) => uid === "daily/2026-12-05T02:00@acme-shop");
  assert.equal(new Date(held?.end ?? 0).toISOString(), "2026-12-06T03:15:00.000Z");
});

test("an event is revised at the time of its commit, or when a hold last moved its end", async () => {
  const edits = [single({ overrun: "hold" })];
  assert.equal((await eventOf(edits, { "db-upgrade": 5 })).stamp, committedAt(5));
  const held = await eventOf(edits, { "db-upgrade": 5 }, "2026-12-06T03:20:00Z");
  assert.equal(new Date(held.stamp).toISOString(), "2026-12-06T03:15:00.000Z");
  assert.equal(new Date(held.end).toISOString(), "2026-12-06T03:30:00.000Z");
});

test("an occurrence of milliseconds is a second long in the calendar, and never shorter than it was", async () => {
  const [start, end] = [Date.parse("2026-12-06T01:00:00.400Z"), Date.parse("2026-12-06T01:00:00.700Z")];
  const event = await eventOf([single(), overrideEdit("db-upgrade", "2026-12-06T02:00", { start, end, completed: true })]);
  assert.deepEqual([event.start, event.end], [start - 400, end + 300]);
});

const payloads = [
  "a; b, c \\ d",
  "\\n is no line end; \\\\n neither",
  "END:VEVENT\r\nBEGIN:VEVENT\r\nUID:evil\r\nEND:VEVENT",
  "\u00e4\u{1f6a7}\u200d".repeat(60),
  "bell\u0007 null\u0000 escape\u001b[31m delete\u007f next\u0085",
  "line\u2028separator\u2029",
];

/** Text as a calendar keeps it: no control characters, and one kind of line end. */
const kept = (text: string): string => text.replace(/\r\n?|\u2028|\u2029/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "");

for (const payload of payloads)
  test(`the text ${JSON.stringify(payload.slice(0, 30))} is text wherever it stands, and makes no event`, async () => {
    const state = withRevisions(stateFrom(form, single({ instances: ["eu-1"] })));
    const project = state.project.get("");
    const instance = state.instance.get("eu-1");
    const window = state.window.get("db-upgrade");
    assert.ok(project && instance && window);
    // As an older version, or another program, may have stored it.
    const stored = {
      ...state,
      window: ResourceMap.of([["db-upgrade", { ...window, value: { ...window.value, message: { de: payload } } }]]),
      project: ResourceMap.of([["", { ...project, value: { ...project.value, name: payload } }]]),
      instance: ResourceMap.of([["eu-1", { ...instance, value: { ...instance.value, name: payload } }]]),
    };
    const text = printCalendar(await feedAt(stored, now));
    const { name: title, events } = parseCalendar(text);
    assert.equal(title, kept(payload));
    assert.deepEqual(pluck(events, "uid", "summary"), [[`${name}@acme-shop`, `${kept(payload)}: db-upgrade`]]);
    assert.ok(events[0]?.description.startsWith(`${kept(payload)}\n\nCovers: ${kept(payload)} (eu-1)\n`));
    for (const line of text.split("\r\n")) assert.ok(Buffer.byteLength(line) <= 75, line);
    assert.ok(text.endsWith("END:VCALENDAR\r\n") && !/[^\r]\n|\r[^\n]/.test(text));
  });

test("whatever texts there are, the calendar has one event, and its summary is the text", async () => {
  const [base] = [withRevisions(stateFrom(form, single()))];
  const project = base.project.get("");
  assert.ok(project);
  await forAllAsync([fc.string({ unit: "binary", maxLength: 60 })], 100, async (text) => {
    const state = { ...base, project: ResourceMap.of([["", { ...project, value: { ...project.value, name: text } }]]) };
    const { events } = parseCalendar(printCalendar(await feedAt(state, now)));
    assert.deepEqual(pluck(events, "summary"), [`${kept(text.toWellFormed())}: db-upgrade`]);
  });
});

test("a feed for an instance shows only the windows that cover it", async () => {
  const edits = [
    windowEdit("everybody", { start: "2026-12-07T02:00" }),
    windowEdit("both", { start: "2026-12-08T02:00", instances: ["us-1", "eu-1"], message: { en: "{instance_name} rests" } }),
    windowEdit("other", { start: "2026-12-09T02:00", instances: ["us-1"] }),
    windowEdit("ios", { start: "2026-12-10T02:00", platforms: ["ios"] }),
    keyEdit("k", { name: "internal" }),
  ];
  const text = printCalendar(await feedAt(withRevisions(stateFrom(form, ...edits)), now, "eu-1"));
  const { events, name: title } = parseCalendar(text);
  assert.equal(title, "Acme Shop: Europa");
  assert.deepEqual(pluck(events, "summary"), ["Acme Shop: everybody", "Acme Shop: both"]);
  assert.match(events[1]?.description ?? "", /^Europa rests\n\nCovers: Europa \(eu-1\)\n/);
  assert.doesNotMatch(text, /us-1|\bUS\b|\bios\b|internal/);
});

test("there are at most 1 000 events: what is to come, the next first", async () => {
  const daily = (id: string) => windowEdit(id, { start: "2026-01-01T02:00", duration: "PT1H", repeat: "FREQ=DAILY" });
  const { events } = await calendarOf(["a", "b", "c"].map(daily));
  assert.equal(events.length, 1_000);
  const first = Math.min(...events.map(({ end }) => end));
  assert.ok(first > Date.parse(now));
  const actual = pluck(events, "start");
  assert.deepEqual(
    actual,
    events.map(({ start }) => start).toSorted((a, b) => a - b),
  );
});

test("a reader is asked to come again in a quarter of an hour", async () =>
  assert.equal((await calendarOf([])).refresh, "PT15M"));
