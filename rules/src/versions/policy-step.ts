/** From its instant on, the step's versions replace the policy's. */
import { DAY } from "../values/duration.ts";
import { remembered } from "../values/remembered.ts";
import { wallToInstant } from "../values/wall-time.ts";
import type { PolicyStep, VersionPolicy } from "./version-policy.ts";

const instants = new WeakMap<PolicyStep, number>();

/** Epoch ms. In a doubled hour, the first counts; in a gap, its end. */
export function stepTime(step: PolicyStep): number {
  return remembered(instants, step, () => wallToInstant(step.at, step.zone));
}

/** Epoch ms. */
export function stepInstant({ step }: Pick<VersionPolicy, "step">): number | null {
  return step ? stepTime(step) : null;
}

/** It takes place within a day, or did within the last one. */
export function isStepDue(step: PolicyStep, now: number): boolean {
  return Math.abs(stepTime(step) - now) <= DAY;
}

/** Milliseconds: a step moved there is more than a day away, so no guard refuses the move. */
const leastAhead = 1.5 * DAY;

/** Its own time of day, one or more days later. */
export function laterStepTime(step: PolicyStep, now: number): string {
  const days = Math.max(1, Math.ceil((now + leastAhead - stepTime(step)) / DAY));
  const date = new Date(Date.parse(`${step.at.slice(0, 10)}T00:00Z`) + days * DAY);
  return `${date.toISOString().slice(0, 10)}T${step.at.slice(11)}`;
}

const before = new WeakMap<VersionPolicy, VersionPolicy>();
const after = new WeakMap<VersionPolicy, VersionPolicy>();

/** The same object for the same policy. */
export function policyBeforeStep(policy: VersionPolicy): VersionPolicy {
  if (!policy.step) return policy;
  return remembered(before, policy, () => withoutStep(policy));
}

export function policyAfterStep(policy: VersionPolicy): VersionPolicy {
  const { step } = policy;
  if (!step) return policy;
  const { minimum, recommended } = step;
  return remembered(after, policy, () => ({
    ...withoutStep(policy),
    ...(minimum === null ? {} : { minimum }),
    ...(recommended === null ? {} : { recommended }),
  }));
}

function withoutStep({ step: _, ...policy }: VersionPolicy): VersionPolicy {
  return policy;
}

/** Has no step. */
export function policyAt(policy: VersionPolicy, now: number): VersionPolicy {
  const at = stepInstant(policy);
  return at !== null && now >= at ? policyAfterStep(policy) : policyBeforeStep(policy);
}

export function policiesOverTime(policy: VersionPolicy): readonly VersionPolicy[] {
  return policy.step ? [policyBeforeStep(policy), policyAfterStep(policy)] : [policy];
}
