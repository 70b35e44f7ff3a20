import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultMessages } from "../../../rules/src/texts/default-messages.ts";
import type { GateState, GateWindow } from "../core/gate-state.ts";
import { englishWords, type GateWords } from "./english-words.ts";
import { findWords as findKnownWords } from "./find-words.ts";
import { printGateLines } from "./gate-lines.ts";
import { gateWords } from "./gate-words.ts";

const findWords = (tag: string, own?: Partial<GateWords>) => findKnownWords(gateWords, tag, own);

const open: GateState = {
  status: "open",
  blocked: false,
  title: "",
  message: "",
  language: null,
  updateTo: null,
  storeLink: null,
  unsupported: false,
  saving: false,
  canUpdate: false,
  window: null,
  nextChangeAt: null,
  checkedAt: null,
  source: "network",
  keptUntil: null,
  problem: null,
};
const window: GateWindow = {
  name: "Acme $& Europe",
  reminderStart: Date.parse("2026-12-05T11:00:00Z"),
  start: Date.parse("2026-12-05T13:00:00Z"),
  end: Date.parse("2026-12-05T15:00:00Z"),
};

test("there are thirteen languages, those of the server's default messages, and each word of each is its own text with the values of the English one", () => {
  assert.equal(Object.keys(gateWords).length, 13);
  const served = Object.keys(defaultMessages.upgrade).map((tag) => findWords(tag).language);
  assert.deepEqual([...new Set(served)].sort(), Object.keys(gateWords).sort());
  const valuesIn = (text: string) => text.match(/\{\w+\}/g) ?? [];
  for (const [language, words] of Object.entries(gateWords)) {
    for (const [name, text] of Object.entries(words)) {
      assert.deepEqual(valuesIn(text), valuesIn(englishWords[name as keyof GateWords]), `${language}: ${name}`);
    }
    assert.equal(new Set(Object.values(words)).size, Object.keys(words).length, `${language} has one text twice`);
  }
});

test("words are found by the language of a tag, in each way that phones and browsers write it", () => {
  for (const tag of ["de", "de-AT", "de_AT", "DE", "de-Latn-DE", "de_AT.UTF-8"]) assert.equal(findWords(tag).language, "de", tag);
  for (const tag of ["", "xx", "und", "constructor", "*"]) assert.deepEqual(findWords(tag).words, englishWords, tag);
});

test("Taiwan, Hong Kong and Macao read traditional characters, unless the tag says otherwise", () => {
  for (const tag of ["zh-TW", "zh_HK", "zh-MO", "zh-Hant", "zh-Hant-TW", "zh-hant-hk"])
    assert.equal(findWords(tag).language, "zh-Hant");
  for (const tag of ["zh", "zh-CN", "zh-SG", "zh-Hans-HK"]) assert.equal(findWords(tag).language, "zh");
});

test("an app replaces single words, and keeps the others", () => {
  const { words } = findWords("de", { update: "Hol dir die neue Version" });
  assert.deepEqual(words, { ...gateWords.de, update: "Hol dir die neue Version" });
});

test("Arabic runs from right to left, without Intl", () => {
  assert.equal(findWords("ar-EG").direction, "rtl");
  const others = Object.keys(gateWords).filter((language) => language !== "ar");
  for (const language of others) assert.equal(findWords(language).direction, "ltr", language);
});

test("an announced window without a title of the server is named by the client, in the user's language", () => {
  const announced: GateState = { ...open, status: "announced", window };
  assert.equal(printGateLines(announced, findWords("de")).title, "Geplante Wartung: Acme $& Europe");
  assert.equal(printGateLines({ ...announced, title: "Soon" }, findWords("de")).title, "Soon");
});

test("a line has the time of the device: the start of an announced window, the end of an active one", () => {
  const printed = (status: GateState["status"]) => printGateLines({ ...open, status, window }, findWords("en")).time ?? "";
  const local = (instant: number) => new Intl.DateTimeFormat("en", { timeStyle: "short" }).format(instant);
  assert.ok(printed("announced").includes(local(window.start)), printed("announced"));
  assert.ok(printed("maintenance").includes(local(window.end)), printed("maintenance"));
  assert.equal(printed("update_required"), "");
});

test("times follow the region of the user, and not only the language", () => {
  const printed = (tag: string) => printGateLines({ ...open, status: "maintenance", window }, findWords(tag)).time ?? "";
  const date = (tag: string) => new Intl.DateTimeFormat(tag, { dateStyle: "medium" }).format(window.end);
  assert.notEqual(date("en-GB"), date("en-US"));
  for (const tag of ["en-GB", "en-US", "de-AT", "zh-TW"]) assert.ok(printed(tag).includes(date(tag)), tag);
  assert.ok(printed("ko-KR").includes(date("en")), "English words have English dates");
});

test("a time that the message says already is not said again, and that of another zone is", () => {
  const clock = (language: string, instant: number) =>
    new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" }).format(instant);
  const printed = (tag: string, message: string) =>
    printGateLines({ ...open, status: "maintenance", window, message }, findWords(tag)).time;
  for (const tag of ["en", "en-GB", "de", "ja", "zh-TW"]) {
    assert.equal(printed(tag, `… ${clock(tag, window.end)} …`), null, tag);
    assert.notEqual(printed(tag, `… ${clock(tag, window.end + 3_600_000)} …`), null, tag);
  }
});

test("an engine without Intl has no line with a time, and no error", () => {
  const own = globalThis.Intl;
  try {
    Reflect.deleteProperty(globalThis, "Intl");
    assert.equal(printGateLines({ ...open, status: "maintenance", title: "Down", window }, findWords("en")).time, null);
  } finally {
    globalThis.Intl = own;
  }
});
