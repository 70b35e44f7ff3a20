import { z } from "zod";
import { message, textsMember } from "../texts/message-schema.ts";
import type { ProblemSink } from "../values/errors.ts";
import { listed, readWord } from "../values/fields.ts";
import { defaultMembers, fields, optional, printValue, readValue, type Value } from "../values/schema.ts";
import { versionEntryForm, versionForm } from "../values/text-forms.ts";
import type { Wire } from "../wire/wire.ts";
import { defaultStores, emptyPolicy, isPlatformName, platformNameRule } from "./platform.ts";
import { policyStep } from "./policy-step-schema.ts";
import { releaseList } from "./release-schema.ts";
import { type StoreName, storeLinks } from "./store-link-schema.ts";
import { maxEntries, parseBound, parseEntries, type VersionPolicy } from "./version-policy.ts";

const storeWords = ["android", "apple", "none"] as const;
const entries = z.array(versionEntryForm).meta({ maxItems: maxEntries, uniqueItems: true });

const policyMembers = {
  minimum: optional(
    versionForm.meta({ id: "MinimumVersion", description: "Older versions must update", examples: ["2.4.0"] }),
    null,
    parseBound,
    (version) => version,
  ),
  recommended: optional(
    versionForm.meta({ id: "RecommendedVersion", description: "Version that apps are told to update to", examples: ["2.6.0"] }),
    null,
    parseBound,
    (version) => version,
  ),
  blocked: optional(
    entries.meta({
      id: "BlockedVersions",
      description: "Versions and ranges that must update",
      examples: [["2.5.0", ">=2.5.3 <2.5.5"]],
    }),
    emptyPolicy.blocked,
    parseEntries,
    printEntries,
  ),
  exempt: optional(
    entries.meta({
      id: "ExemptVersions",
      description: "Versions and ranges that never have to update",
      examples: [["3.0.0-beta.2"]],
    }),
    emptyPolicy.exempt,
    parseEntries,
    printEntries,
  ),
  releases: releaseList,
  step: policyStep,
};

/** Shown in place of the project's on this platform. */
const messagesSchema = fields({ upgrade: message("upgrade") }).meta({
  id: "PlatformMessages",
  description: "Shown on this platform in place of the project's",
});

/** @param usual the store that a platform of this name opens by default; undefined: the setting is required */
function platformFields(usual: StoreName | undefined) {
  const linkMembers = {
    /** The link that an app on this platform opens to update; `none` if there is none (a web app). */
    store: optional(
      z
        .enum(storeWords)
        .meta({ description: "Link that a blocked app opens; by default `android` for android and `apple` for ios" }),
      usual,
      readStore,
      (store) => (store === usual ? undefined : store),
    ),
    /** The platform's own links; a missing one falls back to the project's. */
    stores: storeLinks,
    messages: textsMember(messagesSchema),
  };
  // Parsed in this order; listed and printed with the policy first.
  return fields({ ...linkMembers, ...policyMembers }, { keys: Object.keys({ ...policyMembers, ...linkMembers }) });
}

const schemas = new Map([...defaultStores].map(([name, store]) => [name, platformFields(store)]));
const otherSchema = platformFields(undefined);

/** For documents of the API: whether `store` may be left out depends on the name. */
export const platformSchema = platformFields("apple");

/** A platform that apps run on, with its update links and version policy. */
export type Platform = Readonly<ReturnType<typeof platformFrom>>;
export type PolicyForm = Wire<typeof platformSchema>;

/** Without members that are null. */
function platformFrom({ store, stores, messages, releases, step, ...rules }: Value<typeof platformSchema>) {
  const policy: VersionPolicy = { ...rules, ...(releases ? { releases } : {}), ...(step ? { step } : {}) };
  return { store, stores, messages, policy };
}

/** Defaults of a platform's members. */
export const absentPlatform: Partial<Platform> = platformFrom(defaultMembers(otherSchema) as Value<typeof platformSchema>);

export function parsePlatform(value: unknown, path: string, name: string, problems: ProblemSink): Platform | null {
  if (!isPlatformName(name)) problems.push({ path, message: `expected ${platformNameRule}` });
  const read = readValue(schemas.get(name) ?? otherSchema, value ?? {}, path, problems);
  return read && platformFrom(read);
}

export function printPlatform({ policy, ...links }: Platform, name: string): PolicyForm {
  const printed = printValue(schemas.get(name) ?? otherSchema, { ...links, releases: null, step: null, ...policy });
  const { store, stores, messages, ...rest } = printed;
  return {
    ...rest,
    ...(store === undefined ? {} : { store }),
    ...(stores === undefined ? {} : { stores }),
    ...(messages === undefined ? {} : { messages }),
  };
}

function printEntries(list: readonly string[]): string[] | undefined {
  return list.length === 0 ? undefined : [...list];
}

function readStore(value: unknown, path: string, problems: ProblemSink): (typeof storeWords)[number] | null {
  if (value !== undefined) return readWord(value, path, problems, storeWords);
  problems.push({ path, message: `expected ${listed(storeWords, "or")}: the link that a blocked app opens` });
  return null;
}
