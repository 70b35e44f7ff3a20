import { defaultLockOutLimit } from "../impact/lock-out.ts";
import type { InstanceForm } from "../project/instance.ts";
import type { ProjectForm } from "../project/project.ts";
import { isMap, splitPath } from "../values/fields.ts";
import { defaultStores } from "../versions/platform.ts";
import type { WindowForm } from "../windows/maintenance-window.ts";
import type { Difference } from "../wire/problem.ts";
import { durationText, listOf, localizedEdits, type MemberWords, textsWords, valueWords, type WordsOf } from "./member-words.ts";
import { roleEdit } from "./people-change.ts";
import { linkWords, platformWords } from "./platform-words.ts";
import { listNames, plainName, type Reader } from "./reader.ts";
import { act, capitalized, type DescribedChanges, type DescribedEdit, shortened, valueEdit } from "./sentence.ts";
import { describeLanguage } from "./text-place.ts";
import { plannedWindow, windowWords } from "./window-words.ts";

const screens = {
  upgrade: "upgrade",
  unsupported: "unsupported-system",
  maintenance: "maintenance",
  recommended: "recommended-update",
  announced: "announcement",
};

const projectWords: WordsOf<ProjectForm> = {
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
  messages: textsWords((kind) => kind, { ...named("message"), default: "default message" }),
  titles: textsWords((kind) => kind, named("title")),
};

function noWindowText(value: unknown): string {
  return value === "epoch" ? "1 January 1970" : "none";
}

function named(form: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(screens).map(([kind, screen]) => [kind, `${screen} ${form}`]));
}

const instanceWords: WordsOf<InstanceForm> = {
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

const protectionWords = {
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

type Words = Readonly<Record<string, MemberWords>>;

interface Noun {
  readonly noun: string;
  readonly words: Words;
  readonly name: (id: string, reader: Reader) => string;
  /** Member that every resource of this kind has: where it is new, so is the resource. */
  readonly required: string;
}

const nouns: Readonly<Record<string, Noun>> = {
  platforms: { noun: "platform", words: platformWords, name: (id, { names }) => names.platform(id), required: "store" },
  instances: { noun: "instance", words: instanceWords, name: (id, { names }) => names.instance(id), required: "name" },
  windows: { noun: "window", words: windowWords, name: (id, { names }) => names.window(id), required: "start" },
};

/** A sentence for each changed member; of a created or deleted resource, one for all. */
export function describeDifferences(differences: readonly Difference[], reader: Reader): readonly DescribedEdit[] {
  return describeFirst(differences, reader, Number.POSITIVE_INFINITY).edits;
}

export function describeFirst(differences: readonly Difference[], reader: Reader, most: number): DescribedChanges {
  const groups = [...Map.groupBy(differences, ({ path }) => groupKey(splitPath(path))).values()];
  const edits = groups.slice(0, most).flatMap((group) => describeResource(group, reader));
  return { edits, more: Math.max(0, groups.length - most) };
}

/** `iOS minimum` for `platforms.ios.minimum`. */
export function describePlace(path: string, reader: Reader): string {
  const keys = splitPath(path);
  const noun = nounOf(keys);
  if (noun === null) return capitalized(ownWords(keys).words[keys.at(0) ?? ""]?.label("the project") ?? path);
  const [, id = "", member = ""] = keys;
  const name = noun.name(id, reader);
  return Object.hasOwn(noun.words, member) ? capitalized(noun.words[member]?.label(name) ?? name) : name;
}

function groupKey(keys: readonly string[]): string {
  return JSON.stringify(nounOf(keys) === null ? keys.slice(0, 1) : keys.slice(0, 2));
}

function nounOf([root = ""]: readonly string[]): Noun | null {
  return (Object.hasOwn(nouns, root) && nouns[root]) || null;
}

/** @param group of one resource, or of one member in the project */
export function describeResource(group: readonly Difference[], reader: Reader): readonly DescribedEdit[] {
  const keys = splitPath(group[0]?.path ?? "");
  const noun = nounOf(keys);
  if (keys[0] === "members" || keys[0] === "administrators")
    return group.map(({ path, before, after }) => roleEdit(splitPath(path)[1] ?? "", before, after, reader));
  if (noun === null) {
    const { words, depth } = ownWords(keys);
    return describeMembers(group, { depth, words, id: "", of: "the project" }, reader);
  }
  const [root = "", id] = keys;
  if (id === undefined) return [];
  const of = noun.name(id, reader);
  const [before, after] = [foldSide(group, 2, "before"), foldSide(group, 2, "after")];
  const required = root === "platforms" && defaultStores.has(id) ? null : noun.required;
  const [had, has] = [before, after].map((form) => required !== null && isMap(form) && Object.hasOwn(form, required));
  if (had && !has) return [act(`deleted ${noun.noun} ${of}`)];
  if (has && !had && root === "windows") return [plannedWindow(of, after as WindowForm, reader)];
  const isNew = has && !had;
  const others = isNew ? group.filter(({ path }) => splitPath(path)[2] !== required) : group;
  const edits = describeMembers(others, { depth: 2, words: noun.words, id, of }, reader);
  if (!isNew && (edits.length > 0 || group.some(({ path }) => splitPath(path).length > 2))) return edits;
  return [act(`${after === undefined ? "deleted" : "added"} ${noun.noun} ${of}`), ...edits];
}

function ownWords([root = ""]: readonly string[]): { readonly words: Words; readonly depth: number } {
  return root === "protection" ? { words: protectionWords, depth: 1 } : { words: projectWords, depth: 0 };
}

interface Place {
  readonly depth: number;
  readonly words: Words;
  readonly id: string;
  readonly of: string;
}

function describeMembers(
  group: readonly Difference[],
  { depth, words, id, of }: Place,
  reader: Reader,
): readonly DescribedEdit[] {
  const members = Map.groupBy(group, ({ path }) => splitPath(path)[depth] ?? "");
  return [...members].flatMap(([member, own]) => {
    if (member === "") return [];
    const [before, after] = [foldSide(own, depth + 1, "before"), foldSide(own, depth + 1, "after")];
    const known = Object.hasOwn(words, member) ? words[member] : undefined;
    return known?.edits({ of, id, before, after }, reader) ?? [act(`changed ${shortened(member)} of ${of}`)];
  });
}

/** @param depth number of keys above the value */
function foldSide(group: readonly Difference[], depth: number, side: "before" | "after"): unknown {
  let folded: unknown;
  for (const difference of group) {
    const value = difference[side];
    if (value === undefined) continue;
    const keys = splitPath(difference.path).slice(depth);
    folded = keys.length === 0 ? value : setAt(folded, keys, value);
  }
  return folded;
}

function setAt(into: unknown, [key = "", ...rest]: readonly string[], value: unknown): unknown {
  const map = isMap(into) ? into : {};
  const inner = Object.hasOwn(map, key) ? map[key] : undefined;
  // A key such as __proto__ is an id like any other.
  return Object.fromEntries([...Object.entries(map), [key, rest.length === 0 ? value : setAt(inner, rest, value)]]);
}
