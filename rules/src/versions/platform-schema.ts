import { z } from "zod";
import { messageMembers } from "../texts/message-schema.ts";
import type { ProblemSink } from "../values/errors.ts";
import { joinPath, listed, readText, readWord } from "../values/fields.ts";
import { timeProblem } from "../values/instant.ts";
import {
  defaultMembers,
  fields,
  optional,
  optionalFields,
  optionalLine,
  optionalText,
  printValue,
  readValue,
  required,
  type Value,
} from "../values/schema.ts";
import { dateForm, osForm, versionEntryForm, versionForm, wallTimeForm } from "../values/text-forms.ts";
import { ZONE_FORM } from "../values/time-zones.ts";
import { isZone, parseDate, parseWall } from "../values/wall-time.ts";
import { zoneProblem } from "../values/zone-name.ts";
import type { Wire } from "../wire/values.ts";
import { compareVersions, parseVersion } from "./app-version.ts";
import { defaultStores, emptyPolicy, isPlatformName, platformNameRule } from "./platform.ts";
import { type StoreName, storeLinks } from "./store-link-schema.ts";
import {
  maxEntries,
  maxNotesLength,
  type PolicyStep,
  parseBound,
  parseEntries,
  parseRequiredOs,
  type Release,
  type VersionPolicy,
} from "./version-policy.ts";

const atRule = 'a wall-clock time such as "2027-03-01T09:00", without Z or an offset: the time zone goes into `zone`';

function bound(description: string) {
  // An empty member is invalid, not absent.
  return optionalText(versionForm.describe(description), (value, path, problems) => parseBound(value ?? "", path, problems));
}

const stepSchema = fields({
  at: required(wallTimeForm.describe("Wall-clock time in `zone`"), readAt, (at) => at),
  zone: optional(
    z.string().meta({ description: "IANA time zone; UTC by default", pattern: ZONE_FORM.source, examples: ["Europe/Rome"] }),
    "UTC",
    readText(zoneProblem, (text) => (isZone(text) ? text : null)),
    (zone) => (zone === "UTC" ? undefined : zone),
  ),
  minimum: bound("Replaces `minimum`"),
  recommended: bound("Replaces `recommended`"),
}).meta({
  id: "PolicyStep",
  description: "From then on, its versions replace the policy's",
  examples: [{ at: "2027-03-01T09:00", zone: "Europe/Rome", minimum: "2.6.0" }],
});

const policyStep = optional(stepSchema, null, parseStep, (step: Value<typeof stepSchema>) => printValue(stepSchema, step));

function parseStep(value: unknown, path: string, problems: ProblemSink): PolicyStep | null {
  const step = readValue(stepSchema, value, path, problems);
  if (!step || step.minimum !== null || step.recommended !== null) return step;
  problems.push({ path: joinPath(path, "minimum"), message: "is missing: a step requires `minimum`, `recommended` or both" });
  return null;
}

function readAt(value: unknown, path: string, problems: ProblemSink): string | null {
  const at = typeof value === "string" ? parseWall(value) : null;
  if (at === null)
    problems.push({
      path,
      message: value === undefined ? `is missing: expected ${atRule}` : timeProblem(value, `expected ${atRule}`),
    });
  return at;
}

const maxReleases = 200;
const longestName = 64;

const readDate = readText(
  (value) => timeProblem(value, 'expected a date such as "2026-11-16", without a time'),
  (text) => (parseDate(text) === null ? null : text),
);

const releaseSchema = fields({
  version: required(versionForm.describe("Version as the app sends it"), readVersion, (version) => version),
  date: optionalText(dateForm.describe("Day of the release"), readDate),
  notes: optionalLine(maxNotesLength, { description: "Release notes", examples: ["Faster checkout"] }),
  requires_os: optionalText(
    osForm.describe("Lowest version of the operating system that can install it, or an Android API level"),
    parseRequiredOs,
  ),
});

/** A list, since YAML reads the unquoted key `2.10` as 2.1. */
const releaseList = optional(
  z.array(releaseSchema).meta({
    id: "Releases",
    description: "Released versions, as targets for updates",
    maxItems: maxReleases,
    uniqueItems: true,
    examples: [[{ version: "2.6.0", date: "2026-11-16", notes: "Faster checkout" }]],
  }),
  null,
  parseReleases,
  (releases: readonly Release[]) => releases.map((release) => printValue(releaseSchema, { requires_os: null, ...release })),
);

function parseReleases(value: unknown, path: string, problems: ProblemSink): readonly Release[] | null {
  if (!Array.isArray(value)) {
    problems.push({ path, message: 'expected a list, such as [{ version: "2.6.0", date: "2026-11-16" }]' });
    return null;
  }
  if (value.length > maxReleases) problems.push({ path, message: `expected at most ${maxReleases} releases` });
  const releases: Release[] = [];
  for (const [index, item] of value.slice(0, maxReleases).entries()) {
    const at = joinPath(path, index);
    const release = readValue(releaseSchema, item, at, problems);
    if (!release) continue;
    const same = releases.findIndex(({ version }) => isSameVersion(version, release.version));
    if (same >= 0) problems.push({ path: joinPath(at, "version"), message: "expected each version once: remove this duplicate" });
    const { requires_os, ...others } = release;
    releases.push(requires_os === null ? others : { ...others, requires_os });
  }
  return releases.length === 0 ? null : releases;
}

function isSameVersion(one: string, other: string): boolean {
  const [a, b] = [parseVersion(one), parseVersion(other)];
  return a !== null && b !== null && compareVersions(a, b) === 0;
}

function readVersion(value: unknown, path: string, problems: ProblemSink): string | null {
  if (value !== undefined) return parseBound(value ?? "", path, problems);
  problems.push({ path, message: 'is missing: expected a version in quotes, such as "2.10"' });
  return null;
}

const storeWords = ["android", "apple", "none"] as const;
const entries = z.array(versionEntryForm).meta({ maxItems: maxEntries, uniqueItems: true });

function entryList(id: string, description: string, example: readonly string[]) {
  return optional(entries.meta({ id, description, examples: [example] }), emptyPolicy.blocked, parseEntries, (list) =>
    list.length === 0 ? undefined : [...list],
  );
}

const policyMembers = {
  minimum: optionalText(
    versionForm.meta({ id: "MinimumVersion", description: "Older versions must update", examples: ["2.4.0"] }),
    parseBound,
  ),
  recommended: optionalText(
    versionForm.meta({ id: "RecommendedVersion", description: "Version that apps are told to update to", examples: ["2.6.0"] }),
    parseBound,
  ),
  blocked: entryList("BlockedVersions", "Versions and ranges that must update", ["2.5.0", ">=2.5.3 <2.5.5"]),
  exempt: entryList("ExemptVersions", "Versions and ranges that never have to update", ["3.0.0-beta.2"]),
  releases: releaseList,
  step: policyStep,
};

const messagesSchema = fields(messageMembers).meta({
  id: "PlatformMessages",
  description: "Shown on this platform in place of the project's",
});

/** @param usual store by default; undefined means the setting is required */
function platformFields(usual: StoreName | undefined) {
  const linkMembers = {
    name: optionalLine(longestName, {
      id: "PlatformName",
      description: "Display name; iOS, Android and Huawei have one already",
      examples: ["Fire TV"],
    }),
    store: optional(
      z.enum(storeWords).describe("Link that a blocked app opens; by default `android` for android and `apple` for ios"),
      usual,
      readStore,
      (store) => (store === usual ? undefined : store),
    ),
    /** A missing link falls back to the project's. */
    stores: storeLinks,
    messages: optionalFields(messagesSchema),
  };
  // Parsed in this order; listed and printed with the policy first.
  return fields({ ...linkMembers, ...policyMembers }, { keys: Object.keys({ ...policyMembers, ...linkMembers }) });
}

const schemas = new Map([...defaultStores].map(([name, store]) => [name, platformFields(store)]));
const otherSchema = platformFields(undefined);

/** For documents of the API: whether `store` may be left out depends on the name. */
export const platformSchema = platformFields("apple");

export type Platform = Readonly<ReturnType<typeof platformFrom>>;
export type PlatformForm = Wire<typeof platformSchema>;

function platformFrom({ name, store, stores, messages, releases, step, ...rules }: Value<typeof platformSchema>) {
  const policy: VersionPolicy = { ...rules, ...(releases ? { releases } : {}), ...(step ? { step } : {}) };
  return { name, store, stores, messages, policy };
}

export const absentPlatform: Omit<Platform, "store"> = platformFrom(defaultMembers(otherSchema) as Value<typeof platformSchema>);

export function parsePlatform(value: unknown, path: string, name: string, problems: ProblemSink): Platform | null {
  if (!isPlatformName(name)) problems.push({ path, message: `expected ${platformNameRule}` });
  const read = readValue(schemas.get(name) ?? otherSchema, value ?? {}, path, problems);
  return read && platformFrom(read);
}

export function printPlatform({ policy, ...links }: Platform, name: string): PlatformForm {
  const printed = printValue(schemas.get(name) ?? otherSchema, { ...links, releases: null, step: null, ...policy });
  const { name: shown, store, stores, messages, ...rest } = printed;
  return {
    ...rest,
    ...(shown === undefined ? {} : { name: shown }),
    ...(store === undefined ? {} : { store }),
    ...(stores === undefined ? {} : { stores }),
    ...(messages === undefined ? {} : { messages }),
  };
}

function readStore(value: unknown, path: string, problems: ProblemSink): (typeof storeWords)[number] | null {
  if (value !== undefined) return readWord(value, path, problems, storeWords);
  problems.push({ path, message: `expected ${listed(storeWords, "or")}: the link that a blocked app opens` });
  return null;
}
