import { z } from "zod";
import { isInstanceId } from "../project/instance.ts";
import { DAY } from "../values/duration.ts";
import type { Problem } from "../values/errors.ts";
import { joinPath, listed } from "../values/fields.ts";
import { instantAheadRule, instantProblem, parseInstantAhead, printInstant } from "../values/instant.ts";
import { internal, type Member, orNull, plain, type Stored } from "../values/member.ts";
import { instanceIdForm, instantAheadPattern, platformNameForm } from "../values/text-forms.ts";
import { isPlatformName, platformNameRule } from "../versions/platform.ts";
import { checkCredential, credentialChoices, credentialHead, credentialTimes } from "./credential-schema.ts";
import { hasCredentialForm, isChecksumValid } from "./credential-text.ts";

const endpoints = ["config", "maintenance"] as const;
export type Endpoint = (typeof endpoints)[number];

const maxNames = 1_000;
const names = <S extends z.ZodType>(name: S, what: string) =>
  z
    .array(name, { error: `expected a list of ${what}, or null for all` })
    .meta({ minItems: 1, maxItems: maxNames, uniqueItems: true })
    .nullable();
const text = z.string({ error: "expected text" });

const rehearsalForm = z
  .union(
    [
      z.strictObject({
        at: z
          .string()
          .refine((at) => parseInstantAhead(at, 0) !== null, { error: ({ input }) => instantProblem(input) })
          .meta({ description: "Instant of the answers", pattern: instantAheadPattern }),
      }),
      z.strictObject({ ignore_maintenance: z.literal(true).describe("Answers without maintenance") }),
    ],
    { error: `expected { at: ${instantAheadRule} } or { ignore_maintenance: true }` },
  )
  .meta({
    id: "Rehearsal",
    description:
      "For testers: answers as of an instant, or without any maintenance. They carry `drawbridge-rehearsal` and `Cache-Control: no-store`. Requires `expires_at`, at most 30 days ahead",
    examples: [{ at: "2026-12-06T02:30:00+01:00" }],
  });

/** For testers. The instant is epoch ms; the key expires by the real clock. */
export type Rehearsal = { readonly at: number } | { readonly ignoreMaintenance: true };

const rehearsal: Member<typeof rehearsalForm, Rehearsal> = {
  wire: rehearsalForm,
  stored: z.union([z.object({ at: z.number() }), z.object({ ignoreMaintenance: z.literal(true) })]),
  read: (form, now) => ("at" in form ? { at: parseInstantAhead(form.at, now) ?? Number.NaN } : { ignoreMaintenance: true }),
  print: (value) => ("at" in value ? { at: printInstant(value.at) } : { ignore_maintenance: true }),
};

const scope = {
  endpoints: plain(
    names(z.enum(endpoints, { error: `expected ${listed(endpoints, "or")}` }), "config and maintenance").meta({
      id: "KeyEndpoints",
      description: "Only these endpoints; null: both",
    }),
  ),
  platforms: plain(
    names(text.meta({ ...platformNameForm.meta() }), "platforms").meta({
      id: "KeyPlatforms",
      description: "Only these platforms; null: all",
    }),
  ),
  instances: plain(
    names(text.meta({ ...instanceIdForm.meta() }), "ids of instances").meta({
      id: "KeyInstances",
      description: "Only these instances; null: all",
    }),
  ),
};

const { name, expiresAt } = credentialChoices;

export const importChoices = { name, ...scope, expiresAt };

/** A key that rehearses always expires. */
export const readKeyChoices = { ...importChoices, rehearsal: orNull(rehearsal) };

/** Sent by apps in `x-api-key`. */
export const readKeyMembers = {
  ...credentialHead,
  imported: plain(z.boolean().describe("Whether its text was chosen by an import")),
  /** Imported with the form of a Drawbridge key but a wrong checksum, which must not reject it. */
  mistyped: internal(z.boolean()),
  ...scope,
  ...credentialTimes,
  replacedBy: plain(
    z.string().nullable().meta({
      id: "ReplacedBy",
      description: "Id of the key that replaced this one at a rotation; null: none",
    }),
  ),
  rehearsal: readKeyChoices.rehearsal,
};
export type ReadKey = Stored<typeof readKeyMembers>;
export type ReadKeyRequest = Stored<typeof readKeyChoices>;

/** A repeated header arrives joined by a comma. */
export function isKeyText(text: string): boolean {
  return /^[\x21-\x2b\x2d-\x7e]{16,128}$/.test(text);
}

export const keyTextRule = "16 to 128 printable ASCII characters without spaces or commas";

/** No such key exists, unless exactly this text was imported. */
export function isMistyped(text: string): boolean {
  return hasCredentialForm("dbr_", text) && !isChecksumValid("dbr_", text);
}

/** Milliseconds. A tester's key left in a build must not simulate another time permanently. */
const longestRehearsal = 30 * DAY;

/** The plan checks that its platforms and instances exist. */
export function checkReadKeyRequest(request: ReadKeyRequest, now: number): Problem[] {
  const problems = checkCredential(request, now);
  checkScope(request.endpoints, "endpoints", problems, () => true, "");
  checkScope(request.platforms, "platforms", problems, isPlatformName, platformNameRule);
  checkScope(request.instances, "instances", problems, isInstanceId, "an instance id of 1 to 128 characters");
  if (request.rehearsal !== null && (request.expiresAt === null || request.expiresAt > now + longestRehearsal)) {
    problems.push({
      path: "expires_at",
      message: "expected an instant at most 30 days ahead: a rehearsal key must expire",
    });
  }
  return problems;
}

function checkScope(
  names: readonly string[] | null,
  path: string,
  problems: Problem[],
  accepts: (name: string) => boolean,
  rule: string,
): void {
  if (names === null) return;
  if (names.length === 0 || names.length > maxNames) {
    problems.push({ path, message: `expected 1 to ${maxNames} names, or leave it out for all` });
  }
  const given = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (!accepts(name)) problems.push({ path: joinPath(path, index), message: `expected ${rule}` });
    else if (given.has(name)) problems.push({ path: joinPath(path, index), message: "is listed twice" });
    given.add(name);
  }
}
