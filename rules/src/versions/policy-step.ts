/**
 * One dated step of a version policy: from its instant on, its versions replace the policy's. Evaluated by the clock, like windows,
 * unless it is held.
 */
import { wallToInstant } from "../values/wall-time.ts";
import type { PolicyStep, VersionPolicy } from "./version-policy.ts";

const instants = new WeakMap<PolicyStep, number>();

/** Epoch ms at which the step is planned, held or not. In a doubled hour, the first counts; in a gap, its end. */
export function plannedStepInstant(step: PolicyStep): number {
  const known = instants.get(step) ?? wallToInstant(step.at, step.zone);
  instants.set(step, known);
  return known;
}

/** Epoch ms at which the policy changes; null: never. */
export function stepInstant({ step }: Pick<VersionPolicy, "step">): number | null {
  return step && !step.held ? plannedStepInstant(step) : null;
}

const before = new WeakMap<VersionPolicy, VersionPolicy>();
const after = new WeakMap<VersionPolicy, VersionPolicy>();

/** The policy up to its step: the same object for the same policy. */
export function policyBeforeStep(policy: VersionPolicy): VersionPolicy {
  if (!policy.step) return policy;
  const known = before.get(policy) ?? withoutStep(policy);
  before.set(policy, known);
  return known;
}

/** The policy from its step on, held or not; without a step, the policy itself. The same object for the same policy. */
export function policyAfterStep(policy: VersionPolicy): VersionPolicy {
  const { step } = policy;
  if (!step) return policy;
  const { minimum, recommended } = step;
  const known = after.get(policy) ?? {
    ...withoutStep(policy),
    ...(minimum === null ? {} : { minimum }),
    ...(recommended === null ? {} : { recommended }),
  };
  after.set(policy, known);
  return known;
}

function withoutStep({ step: _, ...policy }: VersionPolicy): VersionPolicy {
  return policy;
}

/** The policy without a step that holds at the instant. @param now epoch ms */
export function policyAt(policy: VersionPolicy, now: number): VersionPolicy {
  const at = stepInstant(policy);
  return at !== null && now >= at ? policyAfterStep(policy) : policyBeforeStep(policy);
}

/** The policies without steps that can hold one after another, so that guards check each of them: also of a step that is held. */
export function policiesOverTime(policy: VersionPolicy): readonly VersionPolicy[] {
  return policy.step ? [policyBeforeStep(policy), policyAfterStep(policy)] : [policy];
}
