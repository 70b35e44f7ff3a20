import type { Policies } from "drawbridge-rules/texts/placeholder-values.ts";
import type { Policy } from "drawbridge-rules/wire/policy.ts";
import { readPolicy } from "../version-policies/policy-draft.ts";
import type { Kind } from "./message-form.ts";

/** Policies of the platforms that show the project's message of a kind, with their releases and steps. */
export type ShownPolicies = Readonly<Record<Kind, Policies>>;

/** A platform with an upgrade message of its own never shows the project's. */
export function toShownPolicies(policies: readonly Policy[]): ShownPolicies {
  const all = new Map(policies.map((policy) => [policy.id, readPolicy(policy)]));
  const own = policies.filter(({ messages }) => messages?.upgrade !== undefined).map(({ id }) => id);
  const upgrade = new Map([...all].filter(([id]) => !own.includes(id)));
  return { upgrade, maintenance: all, recommended: all, announced: all, default: all };
}
