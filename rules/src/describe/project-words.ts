import { defaultLockOutLimit } from "../impact/lock-out.ts";
import type { InstanceForm } from "../project/instance.ts";
import type { ProjectForm } from "../project/project.ts";
import { isMap } from "../values/fields.ts";
import { durationText, listOf, localizedEdits, type MemberWords, textsWords, valueWords, type WordsOf } from "./member-words.ts";
import { linkWords } from "./platform-words.ts";
import { listNames, plainName } from "./reader.ts";
import { act, valueEdit } from "./sentence.ts";
import { describeLanguage } from "./text-place.ts";

const screens = {
  upgrade: "upgrade",
  maintenance: "maintenance",
  recommended: "recommended-update",
  announced: "announcement",
};

export const projectWords: WordsOf<ProjectForm> = {
  name: valueWords((of) => `name of ${of}`, null, String),
  languages: valueWords(
    () => "languages",
    describeLanguage("en"),
    (list) =>
      listNames(
        listOf(list).map((tag) => describeLanguage(String(tag))),
        12,
      ),
  ),
  ttl: valueWords(() => "cache time", "30 s", durationText),
  reminder: valueWords(() => "reminder time before maintenance", "1 h", durationText),
  no_window: valueWords(() => "times while nothing is planned", noWindowText("epoch"), noWindowText),
  lock_out_limit_percent: valueWords(
    () => "lock-out limit",
    `${defaultLockOutLimit}%`,
    (value) => `${value}%`,
  ),
  stores: linkWords(),
  messages: textsWords((kind) => kind, messageNames()),
  titles: textsWords((kind) => kind, named("title")),
};

function noWindowText(value: unknown): string {
  return value === "epoch" ? "1 January 1970" : "none";
}

function messageNames(): Readonly<Record<string, string>> {
  return { ...named("message"), default: "default message" };
}

function named(form: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(screens).map(([kind, screen]) => [kind, `${screen} ${form}`]));
}

export const instanceWords: WordsOf<InstanceForm> = {
  name: {
    label: (of) => `name of ${of}`,
    // By its id: the name is what changes.
    edits({ id, before, after }) {
      if (isMap(before) && isMap(after)) return localizedEdits(`name of ${id}`, before, after);
      return [valueEdit({ label: `name of ${id}`, before: nameIn(before), after: nameIn(after) })];
    },
  },
  reminder: valueWords((of) => `reminder time of ${of}`, "the project's", durationText),
};

function nameIn(name: unknown): string | undefined {
  return name === undefined ? undefined : plainName(name as InstanceForm["name"]);
}

export const protectionWords = {
  four_eyes: switchWords("required approval", "approval of changes"),
  reason_required: switchWords("required reasons", "reasons for changes"),
} as const satisfies Readonly<Record<string, MemberWords>>;

function switchWords(did: string, label: string): MemberWords {
  return {
    label: () => label,
    edits: ({ before, after }) =>
      (before === true) === (after === true) ? [] : [act(`${after === true ? "turned on" : "turned off"} ${did}`)],
  };
}
