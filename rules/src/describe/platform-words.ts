import { isMap } from "../values/fields.ts";
import { compareVersions, parseVersion } from "../versions/app-version.ts";
import type { PlatformForm } from "../versions/platform-schema.ts";
import type { Release } from "../versions/version-policy.ts";
import { storeNames } from "./guard.ts";
import {
  entriesChanged,
  listOf,
  type MemberEdit,
  type MemberWords,
  memberOf,
  nameWords,
  ofWords,
  textsWords,
  valueWords,
  type WordsOf,
} from "./member-words.ts";
import { listNames, type Reader } from "./reader.ts";
import { act, type DescribedEdit, valueEdit } from "./sentence.ts";
import { formatDayAndTime, formatZone, wallAt } from "./times.ts";

const stores: Readonly<Record<string, string>> = { ...storeNames, none: "none" };
const messageKinds = {
  upgrade: "upgrade message",
  unsupported: "unsupported-system message",
  maintenance: "maintenance message",
  recommended: "recommended-update message",
  announced: "announcement",
  default: "default message",
};

export const platformWords: WordsOf<PlatformForm> = {
  name: nameWords("name"),
  minimum: valueWords((of) => `${of} minimum`, null, String, directionOf),
  recommended: valueWords((of) => `recommended ${of} version`, null, String, directionOf),
  blocked: entries("blocked versions", "blocked", "unblocked"),
  exempt: entries("exempt versions", "exempted", "no longer exempted"),
  releases: { label: (of) => `${of} releases`, edits: releaseEdits },
  step: { label: (of) => `dated change of ${of}`, edits: stepEdits },
  store: ofWords("store", "default", (value) => stores[String(value)] ?? String(value)),
  stores: linkWords(),
  messages: textsWords((kind, of) => `${kind} of ${of}`, messageKinds),
};

export function linkWords(): MemberWords {
  return {
    label: (of) => `store links of ${of}`,
    edits: ({ of, before, after }) =>
      (["android", "apple"] as const).flatMap((store) => {
        const [was, is] = [memberOf(before, store), memberOf(after, store)].map((link) =>
          link === undefined ? link : String(link),
        );
        const label = `${storeNames[store]} link of ${of}`;
        if (was === undefined && is === undefined) return [];
        return [is === undefined ? { ...act(`removed the ${label}`), text: `${label} removed` } : linkEdit(label, was, is)];
      }),
  };
}

/** Both links on one line would be too long for a terminal. */
function linkEdit(label: string, before: string | undefined, after: string): DescribedEdit {
  const edit = valueEdit({ label, before: undefined, after });
  return before === undefined ? edit : { ...edit, did: `changed the ${label}`, before, after };
}

function directionOf(before = "", after = ""): string {
  const [was, is] = [parseVersion(before), parseVersion(after)];
  const order = was && is ? compareVersions(is, was) : 0;
  if (order === 0) return "changed";
  return order > 0 ? "raised" : "lowered";
}

function entries(noun: string, added: string, removed: string): MemberWords {
  return {
    label: (of) => `${noun} of ${of}`,
    edits({ of, before, after }) {
      const [more, less] = entriesChanged(before, after);
      const edit = (verb: string, list: readonly string[]) =>
        list.length === 0 ? [] : [act(`${verb} ${listNames(list.map(entryText))} on ${of}`)];
      return [...edit(added, more), ...edit(removed, less)];
    },
  };
}

const comparators: Readonly<Record<string, (version: string) => string>> = {
  ">=": (version) => `${version} and newer`,
  ">": (version) => `newer than ${version}`,
  "<": (version) => `below ${version}`,
  "<=": (version) => `${version} and older`,
};

/** `2.5.3 to below 2.5.5` for `>=2.5.3 <2.5.5`, `2.5.3 and newer` for `>=2.5.3`. */
function entryText(entry: string): string {
  const [, from, to] = /^>=\s*(\S+)\s+<\s*(\S+)$/.exec(entry) ?? [];
  if (from !== undefined) return `${from} to below ${to}`;
  const [, comparator = "", version = ""] = /^([<>]=?)\s*(\S+)$/.exec(entry) ?? [];
  return comparators[comparator]?.(version) ?? entry;
}

function releaseEdits({ of, before, after }: MemberEdit): DescribedEdit[] {
  const [was, is] = [releasesIn(before), releasesIn(after)];
  const edit = (verb: string, versions: readonly string[]) =>
    versions.length === 0 ? [] : [act(`${verb} ${of} ${versions.length === 1 ? "release" : "releases"} ${listNames(versions)}`)];
  const added = [...is].flatMap(([version, { os }]) => (was.has(version) ? [] : os ? `${version} (requires ${os})` : version));
  const changed = [...is].flatMap(([version, { rest }]) => ((was.get(version)?.rest ?? rest) === rest ? [] : version));
  const systems = [...is].flatMap(([version, { os: next }]) => {
    const before = was.get(version);
    const label = `${of} ${version} system requirement`;
    return !before || before.os === next ? [] : valueEdit({ label, before: before.os, after: next });
  });
  const removed = [...was.keys()].filter((version) => !is.has(version));
  const found = [
    ...edit("declared", added),
    ...edit("changed date or notes of", changed),
    ...systems,
    ...edit("removed", removed),
  ];
  return found.length > 0 ? found : [act(`reordered the releases of ${of}`)];
}

function releasesIn(list: unknown): Map<string, { readonly os: string | undefined; readonly rest: string }> {
  const entries = listOf(list).map((release) => {
    const { version, requires_os: os, ...others } = release as Release;
    return [String(version), { os, rest: JSON.stringify(others) }] as const;
  });
  return new Map(entries);
}

function stepEdits({ of, before, after }: MemberEdit, reader: Reader): DescribedEdit[] {
  if (memberOf(after, "at") !== undefined && memberOf(before, "at") === undefined) {
    const versions = ["minimum", "recommended"]
      .filter((member) => memberOf(after, member) !== undefined)
      .map((member) => `${member} ${memberOf(after, member)}`);
    return [act(`planned ${listNames(versions)} on ${of} for ${stepTime(after, reader)}`)];
  }
  if (memberOf(after, "at") === undefined && memberOf(before, "at") !== undefined)
    return [act(`removed the dated change of ${of}`)];
  return ["at", "zone", "minimum", "recommended"].flatMap((member) => {
    const sides = [memberOf(before, member), memberOf(after, member)];
    if (sides.every((value) => value === undefined)) return [];
    const [was, is] = sides.map((value) => (value === undefined ? undefined : stepText(member, String(value), reader)));
    return [valueEdit({ label: `${stepLabels[member]} of the dated change of ${of}`, before: was, after: is })];
  });
}

const stepLabels: Readonly<Record<string, string>> = {
  at: "time",
  zone: "time zone",
  minimum: "minimum",
  recommended: "recommended version",
};

function stepText(member: string, value: string, { zone, now }: Reader): string {
  if (member === "zone") return formatZone(value);
  return member === "at" ? formatDayAndTime(value, wallAt(now, zone)) : value;
}

function stepTime(step: unknown, { now }: Reader): string {
  const [at, zone] = [String(memberOf(step, "at")), String((isMap(step) && step.zone) || "UTC")];
  return `${formatDayAndTime(at, wallAt(now, zone))} (${formatZone(zone)})`;
}
