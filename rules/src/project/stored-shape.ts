import { readKeyMembers } from "../credentials/read-key.ts";
import { tokenMembers } from "../credentials/token.ts";
import type { Override } from "../occurrence/occurrence.ts";
import type { Grant } from "../people/role.ts";
import { isMap } from "../values/fields.ts";
import { hasMembers } from "../values/member.ts";
import { parseVersion } from "../versions/app-version.ts";
import type { Platform } from "../versions/platform-schema.ts";
import type { PolicyStep, Release, VersionPolicy } from "../versions/version-policy.ts";
import { webhookMembers } from "../webhooks/webhook.ts";
import type { MaintenanceWindow } from "../windows/maintenance-window.ts";
import type { Instance } from "./instance.ts";
import { type Kind, kinds } from "./kind.ts";
import type { Mark } from "./mark.ts";
import type { Project } from "./project.ts";
import { currentSchema } from "./project-state.ts";
import { type Protection, proposalMembers, type ResourceValues } from "./resource.ts";

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === "string";
const number: Check = (value) => typeof value === "number";
const truth: Check = (value) => typeof value === "boolean";
const version: Check = (value) => typeof value === "string" && parseVersion(value) !== null;

function orNull(check: Check): Check {
  return (value) => value === null || check(value);
}

function optional(check: Check): Check {
  return (value) => value === undefined || check(value);
}

function oneOf(...values: readonly unknown[]): Check {
  return (value) => values.includes(value);
}

function list(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

/** Other members are allowed: a newer program may have added them. */
function record<T>(fields: Readonly<Record<keyof T, Check>>): Check {
  const checks = Object.entries<Check>(fields);
  return (value) => isMap(value) && checks.every(([name, check]) => check(Object.hasOwn(value, name) ? value[name] : undefined));
}

function valuesOf(check: Check): Check {
  return (value) => isMap(value) && Object.values(value).every(check);
}

const localized = valuesOf(text);
const texts = orNull(localized);
const stores = record({ android: orNull(text), apple: orNull(text) });
const names = orNull(list(text));
const mark = record<Mark>({ act: text, rule: text, actor: text, reason: text, at: number, revision: orNull(number) });
const trail = optional(list(mark));
interface Trailed {
  readonly trail: unknown;
}

const shapes: Readonly<Record<Kind, Check>> = {
  project: record<Project>({
    name: text,
    languages: list(text),
    ttl: number,
    reminder: number,
    noWindow: oneOf("epoch", "null"),
    lockOutLimit: optional(number),
    stores,
    messages: valuesOf(texts),
    titles: optional(valuesOf(texts)),
  }),
  platform: record<Platform & Trailed>({
    trail,
    name: optional(orNull(text)),
    store: text,
    stores,
    messages: optional(valuesOf(texts)),
    policy: record<VersionPolicy>({
      minimum: orNull(version),
      recommended: orNull(version),
      blocked: list(text),
      exempt: list(text),
      releases: optional(
        list(record<Release>({ version, date: orNull(text), notes: orNull(text), requires_os: optional(text) })),
      ),
      step: optional(
        record<PolicyStep>({
          at: text,
          zone: text,
          minimum: orNull(version),
          recommended: orNull(version),
        }),
      ),
    }),
  }),
  instance: record<Instance>({ name: (value) => text(value) || localized(value), reminder: orNull(number) }),
  window: record<MaintenanceWindow & Trailed>({
    trail,
    title: optional(orNull(text)),
    platforms: names,
    instances: names,
    start: text,
    zone: text,
    duration: orNull(number),
    end: orNull(text),
    reminder: orNull(number),
    overrun: oneOf("end", "hold"),
    repeat: optional(orNull(text)),
    except: optional(list(text)),
    message: texts,
    origin: text,
    since: optional(number),
  }),
  override: record<Override & Trailed>({
    trail,
    window: text,
    occurrence: text,
    start: orNull(number),
    end: orNull(number),
    canceled: truth,
    completed: truth,
    byHand: optional(truth),
    kept: optional(
      orNull(record<NonNullable<Override["kept"]>>({ plannedStart: number, plannedEnd: number, lead: orNull(number) })),
    ),
  }),
  manifest: record<ResourceValues["manifest"]>({ document: isMap }),
  read_key: (value) => hasMembers(readKeyMembers, value),
  token: (value) => hasMembers(tokenMembers, value),
  grant: record<Grant>({ role: text }),
  protection: record<Protection>({ fourEyes: truth, reasonRequired: truth }),
  proposal: (value) => hasMembers(proposalMembers, value),
  webhook: (value) => hasMembers(webhookMembers, value),
};

/** A newer program adds at most one form: those beyond are damage. */
const FARTHEST_FORM = currentSchema + 20;

interface StoredText {
  readonly kind: string;
  readonly schema: number;
  readonly value: string | null;
}

/** For people, after the name of the resource. Null means it is sound; a deletion has only its kind. */
export function findDamage({ kind, schema, value }: StoredText): string | null {
  if (!Object.hasOwn(kinds, kind)) return "is of a kind that this version does not know";
  if (!Number.isSafeInteger(schema) || schema < 1 || schema > FARTHEST_FORM) return "has no valid form number";
  if (value === null) return null;
  try {
    const parsed: unknown = JSON.parse(value);
    // Another form has fields that only its readers know.
    const isSound = schema === currentSchema ? shapes[kind as Kind](parsed) : isMap(parsed);
    return isSound ? null : "does not have the fields of its kind";
  } catch {
    return "is not valid JSON";
  }
}
