/** Members that requests for keys and tokens share. */

import type { Problem } from "drawbridge-rules/values/errors.ts";
import { readLine } from "drawbridge-rules/values/fields.ts";
import { instantAheadRule, parseInstantAhead } from "drawbridge-rules/values/instant.ts";
import { instantProblem } from "drawbridge-rules/values/time-problem.ts";
import type { accessTokenRequest } from "drawbridge-rules/wire/access-token.ts";
import type { Wire } from "drawbridge-rules/wire/wire.ts";
import type { z } from "zod";
import type { RequestBody } from "./admin-route.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";

/** Epoch ms; null: never. */
export function readExpiry(text: string | null | undefined, now: number, problems: Problem[]): number | null {
  if (text === undefined || text === null) return null;
  const at = parseInstantAhead(text, now);
  if (at === null)
    problems.push({ path: "expires_at", message: instantProblem(text, `expected ${instantAheadRule}, or null for never`) });
  else if (at <= now) problems.push({ path: "expires_at", message: "expected an instant in the future, or null for never" });
  return at;
}

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
  const { name, expires_at } = fields as Partial<Wire<typeof accessTokenRequest>>;
  if (name !== undefined) readLine(name, "name", found, 100);
  const own = readOwn(fields, found);
  const expiresAt = readExpiry(expires_at, now, found);
  refuseIfAny(found, body, what);
  return { name: name ?? "", ...own, expiresAt };
}
