/** Warnings about version policies, alone and with the texts that they show. */

import { findProject, type ProjectState } from "../project/project-state.ts";
import type { LocalizedText } from "../texts/language.ts";
import { parseTemplate } from "../texts/message.ts";
import type { PlacedText } from "../texts/project-texts.ts";
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
export function policyWarnings(state: ProjectState, now: number): Problem[] {
  return [...state.platform].flatMap(([name, { value }]) => [
    ...recommendedWarnings(name, value),
    ...stepWarnings(name, value, now),
  ]);
}

/**
 * Warns of texts that send users of blocked versions to a lower one, in each review that changes the platform or the project:
 * unlike other warnings, also where they did so before.
 */
export function* downgradeWarnings(before: ProjectState, after: ProjectState): Steps<Problem[]> {
  const isOther = after.project.differingFrom(before.project).length > 0;
  const found: Problem[] = [];
  for (const name of isOther ? after.platform.keys() : after.platform.differingFrom(before.platform)) {
    const platform = after.platform.get(name)?.value;
    if (!platform) continue;
    for (const { path, texts } of upgradeTexts(after, name, platform)) {
      for (const bound of namedBounds(texts)) found.push(...(yield* downgradesOn(name, platform, bound, path)));
    }
  }
  return found;
}

/** Texts that users of the platform see when an update is forced. */
function upgradeTexts(state: ProjectState, name: string, { messages }: Platform): PlacedText[] {
  const project = findProject(state);
  const message =
    messages.upgrade === null
      ? { path: "messages.upgrade", texts: project?.messages.upgrade ?? {} }
      : { path: `platforms.${name}.messages.upgrade`, texts: messages.upgrade };
  return [message, { path: "titles.upgrade", texts: project?.titles.upgrade ?? {} }];
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

/** Bounds of the policy that a text names, in any language. */
function namedBounds(texts: LocalizedText): NamedBound[] {
  const templates = Object.values(texts).map((text) => parseTemplate(text));
  const used = new Set(templates.flatMap((template) => ("error" in template ? [] : template.placeholders)));
  return (["minimum", "recommended"] as const).filter((bound) => used.has(placeholders[bound]));
}

function* downgradesOn(name: string, platform: Platform, bound: NamedBound, text: string): Steps<Problem[]> {
  for (const policy of policiesOverTime(platform.policy)) {
    const found = yield* downgradesUnder(policy, name, bound, text);
    if (found.length > 0) return found;
  }
  return [];
}

/** @param text path of the text that names the bound */
function* downgradesUnder(policy: VersionPolicy, name: string, bound: NamedBound, text: string): Steps<Problem[]> {
  const entries = yield* blockedFrom(policy, bound);
  if (entries.length === 0) return [];
  const first = entries.slice(0, MAX_NAMED).map((entry) => JSON.stringify(entry));
  const rest = entries.length - first.length;
  const blocked = rest > 0 ? `${first.join(", ")} and ${rest} more` : first.join(", ");
  return [
    {
      path: `platforms.${name}.blocked`,
      message: `blocks versions at or above ${policy[bound]} (${blocked}), and ${text} tells users on them to update to {${placeholders[bound]}}, which is ${policy[bound]}: their own version or an older one. Use {update_to} instead`,
    },
  ];
}
