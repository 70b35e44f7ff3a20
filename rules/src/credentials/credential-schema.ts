import { z } from "zod";
import type { Problem } from "../values/errors.ts";
import { readLine } from "../values/fields.ts";
import { instantAheadRule, instantProblem, parseInstantAhead } from "../values/instant.ts";
import { instantMember, internal, orNull, plain, type Stored } from "../values/member.ts";
import { instantAheadPattern, lineForm } from "../values/text-forms.ts";
import { instant } from "../wire/values.ts";

const longestName = 100;
const expiryRule = `expected ${instantAheadRule}, or null for never`;
const expiry = z
  .string({ error: expiryRule })
  .refine((text) => parseInstantAhead(text, 0) !== null, { error: ({ input }) => instantProblem(input, expiryRule) });

export const credentialChoices = {
  name: plain(
    z
      .string({ error: `expected a name of 1 to ${longestName} characters` })
      .meta({ id: "CredentialName", ...lineForm(longestName).meta(), examples: ["ios app"] }),
  ),
  expiresAt: orNull(instantMember(expiry), {
    id: "Expiry",
    pattern: instantAheadPattern,
    description: "RFC 3339 with an offset, in a request also a duration from now such as `7d`; null: never",
    examples: ["7d"],
  }),
};

const { name, expiresAt } = credentialChoices;

export const credentialHead = {
  name,
  /** SHA-256, hex. */
  hash: internal(z.string()),
  last4: plain(z.string().meta({ id: "LastCharacters", description: "Last characters of the text", examples: ["x8Qz"] })),
};

export const credentialTimes = {
  createdAt: instantMember(instant),
  expiresAt,
  /** Permanent: no rollback, import or rotation resets it to null. */
  revokedAt: orNull(instantMember(instant), { id: "RevokedAt", description: "Null: not revoked" }),
};

export const credentialMembers = { ...credentialHead, ...credentialTimes };

export function checkCredential({ name, expiresAt }: Stored<typeof credentialChoices>, now: number): Problem[] {
  const problems: Problem[] = [];
  readLine(name, "name", problems, longestName);
  if (expiresAt !== null && !(expiresAt > now))
    problems.push({ path: "expires_at", message: "expected an instant in the future, or null for never" });
  return problems;
}
