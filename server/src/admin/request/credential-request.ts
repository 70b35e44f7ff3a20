/** Members that requests for keys and tokens share. */

import { checkCredential, credentialChoices } from "drawbridge-rules/credentials/credential-schema.ts";
import type { Problem } from "drawbridge-rules/values/errors.ts";
import { readMembers } from "drawbridge-rules/values/member.ts";
import type { Wire } from "drawbridge-rules/wire/wire.ts";
import type { z } from "zod";
import type { RequestBody } from "./admin-route.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";

/**
 * Name, expiry and the kind's own members. @param what noun for the error @param now epoch ms
 * @throws invalid, with everything that is wrong
 */
export function readTokenRequest<S extends z.ZodObject, Own extends object>(
  schema: S,
  { body, now, what }: { readonly body: RequestBody | null; readonly now: number; readonly what: string },
  readOwn: (fields: Partial<Wire<S>>, problems: Problem[]) => Own,
) {
  const { fields, problems } = readBodyFields(schema, body);
  const found = [...problems];
  const named = new Set(problems.map(({ path }) => path));
  const chosen = readMembers(credentialChoices, fields as never, { name: "", expiresAt: null }, now);
  for (const problem of checkCredential(chosen, now)) if (!named.has(problem.path)) found.push(problem);
  const own = readOwn(fields, found);
  refuseIfAny(found, body, what);
  return { ...chosen, ...own };
}
