/** Warnings about version policies, alone and with the message that they show. */

import { findProject, type ProjectState } from "../project/project-state.ts";
import type { LocalizedText } from "../texts/language.ts";
import { parseTemplate } from "../texts/message.ts";
import type { Problem } from "../values/errors.ts";
import type { Steps } from "../values/steps.ts";
import { instantToWall, isAmbiguousTime } from "../values/wall-time.ts";
import { compareToBound, parseVersion } from "./app-version.ts";
import type { Platform } from "./platform-schema.ts";
import { plannedStepInstant, policiesOverTime, policyAfterStep } from "./policy-step.ts";
import { blockedFrom, type NamedBound } from "./update-target.ts";
import type { VersionPolicy } from "./version-policy.ts";

const placeholders = { minimum: "minimum_version", recommended: "recommended_version" } as const;

/** Maximum blocked entries named in a warning. */
const MAX_NAMED = 5;

/** @param now epoch ms */
export function* policyWarnings(state: ProjectState, now: number): Steps<Problem[]> {
  const shared = namedBounds(findProject(state)?.messages.upgrade ?? null);
  const found: Problem[] = [];
  for (const [name, { value }] of state.platform) {
    found.push(...recommendedWarnings(name, value), ...stepWarnings(name, value, now));
    const { upgrade } = value.messages;
    const named = upgrade === null ? shared : namedBounds(upgrade);
    for (const bound of named) found.push(...(yield* downgradeWarnings(name, value, bound)));
  }
  return found;
}

function recommendedWarnings(name: string, { policy }: Platform): Problem[] {
  const message = "is below minimum: it recommends a version that is forced to update";
  if (isBelowMinimum(policy)) return [{ path: `platforms.${name}.recommended`, message }];
  return isBelowMinimum(policyAfterStep(policy)) ? [{ path: `platforms.${name}.step`, message: `recommended ${message}` }] : [];
}

function isBelowMinimum(policy: VersionPolicy): boolean {
  const [minimum, recommended] = [policy.minimum, policy.recommended].map((text) => parseVersion(text ?? ""));
  return !!minimum && !!recommended && compareToBound(recommended, minimum) < 0;
}

/** Warns of a step whose time is ambiguous, that is held, or that hides a member of the policy since it took place. */
function stepWarnings(name: string, { policy }: Platform, now: number): Problem[] {
  const { step } = policy;
  if (!step) return [];
  const path = `platforms.${name}.step`;
  const warnings: Problem[] = [];
  const at = plannedStepInstant(step);
  const shown = instantToWall(at, step.zone);
  if (isAmbiguousTime(step.at, step.zone))
    warnings.push({ path: `${path}.at`, message: `${step.at} occurs twice in ${step.zone}: the step takes place at the first` });
  else if (shown !== step.at)
    warnings.push({ path: `${path}.at`, message: `${step.at} does not exist in ${step.zone}: the step takes place at ${shown}` });
  if (step.held) warnings.push({ path: `${path}.held`, message: "is true: the step does not take place until it is removed" });
  for (const key of ["minimum", "recommended"] as const) {
    if (at > now || step.held || step[key] === null || step[key] === policy[key]) continue;
    warnings.push({
      path: `platforms.${name}.${key}`,
      message: `${policy[key] ?? "without a value"} has no effect: since ${step.at} (${step.zone}), the step's ${step[key]} applies. Set the version here, and remove the step`,
    });
  }
  return warnings;
}

/** Bounds of the policy that an upgrade message names, in any language. */
function namedBounds(texts: LocalizedText | null): NamedBound[] {
  const templates = Object.values(texts ?? {}).map((text) => parseTemplate(text));
  const used = new Set(templates.flatMap((template) => ("error" in template ? [] : template.placeholders)));
  return (["minimum", "recommended"] as const).filter((bound) => used.has(placeholders[bound]));
}

function* downgradeWarnings(name: string, platform: Platform, bound: NamedBound): Steps<Problem[]> {
  for (const policy of policiesOverTime(platform.policy)) {
    const found = yield* downgradesUnder(policy, name, platform, bound);
    if (found.length > 0) return found;
  }
  return [];
}

function* downgradesUnder(policy: VersionPolicy, name: string, { messages }: Platform, bound: NamedBound): Steps<Problem[]> {
  const entries = yield* blockedFrom(policy, bound);
  if (entries.length === 0) return [];
  const first = entries.slice(0, MAX_NAMED).map((entry) => JSON.stringify(entry));
  const rest = entries.length - first.length;
  const text = messages.upgrade === null ? "messages.upgrade" : `platforms.${name}.messages.upgrade`;
  const blocked = rest > 0 ? `${first.join(", ")} and ${rest} more` : first.join(", ");
  return [
    {
      path: `platforms.${name}.blocked`,
      message: `blocks versions at or above ${policy[bound]} (${blocked}), and ${text} tells users on them to update to {${placeholders[bound]}}, which is ${policy[bound]}: their own version or an older one. Use {update_to} instead`,
    },
  ];
}
