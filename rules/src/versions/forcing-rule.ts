import type { ForcingRuleKind, Mark } from "../project/mark.ts";
import type { Revisioned } from "../project/project-state.ts";
import { marksOf } from "../project/trail.ts";
import type { AppVersion } from "./app-version.ts";
import type { Platform } from "./platform-schema.ts";
import { policyAt, stepInstant } from "./policy-step.ts";
import { compilePolicy, decide } from "./version-policy.ts";

export interface MarkedRule {
  readonly rule: ForcingRuleKind;
  readonly versions: string;
  /** Epoch ms from which it forces. */
  readonly since: number;
  readonly mark: Mark & { readonly revision: number };
}

export function markedRules(held: Revisioned<Platform> | undefined): MarkedRule[] {
  const stepAt = stepInstant(held?.value.policy ?? {});
  return marksOf(held).flatMap((mark): MarkedRule[] => {
    const { act: rule, rule: versions, at } = mark;
    if (rule === "step") return [{ rule, versions, since: Math.max(at, stepAt ?? at), mark }];
    return rule === "minimum" || rule === "blocked" ? [{ rule, versions, since: at, mark }] : [];
  });
}

/** A step that took place replaces the minimum. */
export function rulesAt(held: Revisioned<Platform> | undefined, now: number): MarkedRule[] {
  const all = markedRules(held);
  const isStepped = all.some(({ rule, since }) => rule === "step" && since <= now);
  return all.filter(({ rule }) => (rule === "minimum" ? !isStepped : rule !== "step" || isStepped));
}

/** Null means none does, or no trail tells. */
export function ruleFor(held: Revisioned<Platform> | undefined, version: AppVersion, now: number): MarkedRule | null {
  if (!held) return null;
  const policy = policyAt(held.value.policy, now);
  const { rule } = decide(compilePolicy(policy), version);
  if (rule !== "blocked" && rule !== "below_minimum") return null;
  const isBlocking = ({ versions }: MarkedRule) =>
    decide(compilePolicy({ ...policy, minimum: null, blocked: [versions] }), version).forced;
  const found = rulesAt(held, now).filter((one) => (one.rule === "blocked") === (rule === "blocked"));
  return (rule === "blocked" ? found.find(isBlocking) : found[0]) ?? null;
}
