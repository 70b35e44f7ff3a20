/** Warnings about version policies, alone and with the texts that they show. */

import { findProject, type ProjectState } from "../project/project-state.ts";
import type { LocalizedText } from "../texts/language.ts";
import { parseTemplate } from "../texts/message.ts";
import type { PlacedText } from "../texts/project-texts.ts";
import type { Problem } from "../values/errors.ts";
import type { Steps } from "../values/steps.ts";
import { instantToWall, isAmbiguousTime } from "../values/wall-time.ts";
import { type AppVersion, compareToBound, maxVersionNumbers, parseVersion } from "./app-version.ts";
import type { Platform } from "./platform-schema.ts";
import { policiesOverTime, policyAfterStep, stepTime } from "./policy-step.ts";
import { linkWarning, noLinks } from "./store-link.ts";
import { blockedFrom, type NamedBound } from "./update-target.ts";
import { compilePolicy, decide, type VersionPolicy } from "./version-policy.ts";

const placeholders = { minimum: "minimum_version", recommended: "recommended_version" } as const;

/** Maximum blocked entries named in a warning. */
const MAX_NAMED = 5;

/** Warns of links that the clients open only if an app allows it. */
export function linkWarnings(state: ProjectState): Problem[] {
  const places = [
    { path: "stores", links: findProject(state)?.stores ?? noLinks },
    ...[...state.platform].map(([name, { value }]) => ({ path: `platforms.${name}.stores`, links: value.stores })),
  ];
  return places.flatMap(({ path, links }) =>
    Object.entries(links).flatMap(([store, link]) => {
      const message = link === null ? null : linkWarning(link);
      return message === null ? [] : [{ path: `${path}.${store}`, message }];
    }),
  );
}

/** @param now epoch ms */
export function policyWarnings(state: ProjectState, now: number): Problem[] {
  return [...state.platform].flatMap(([name, { value }]) => [
    ...recommendedWarnings(name, value),
    ...suffixWarnings(name, value),
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

/** Warns of bounds with a pre-release: of the versions on the other side of it than their numbers or counters say. */
function suffixWarnings(name: string, { policy }: Platform): Problem[] {
  const stepped = policyAfterStep(policy);
  return (["minimum", "recommended"] as const).flatMap((bound) => [
    ...suffixProblems(policy, bound, `platforms.${name}.${bound}`),
    ...(policy.step && policy.step[bound] !== null ? suffixProblems(stepped, bound, `platforms.${name}.step.${bound}`) : []),
  ]);
}

function suffixProblems(policy: VersionPolicy, key: NamedBound, path: string): Problem[] {
  const bound = parseVersion(policy[key] ?? "");
  if (!bound?.pre) return [];
  const { text } = bound;
  const numbers = bound.numbers.join(".");
  if (/^\d+(?:[-_.]\d+)+$/.test(text) && bound.numbers.length === 1) {
    const message = `is version ${numbers} with the pre-release ${bound.pre.join(".")}: separate numbers by dots, as in "${text.replaceAll(/[-_]/g, ".")}"`;
    return [{ path, message }];
  }
  const compiled = compilePolicy(policy);
  const ruleOf = (version: string) => decide(compiled, parseVersion(version) ?? bound).rule;
  const isBelow = (version: string) => ruleOf(version) === (key === "minimum" ? "below_minimum" : "below_recommended");
  const messages: string[] = [];
  const next = nextNumber(bound);
  if (key === "minimum" && !decide(compiled, { ...bound, pre: null, build: null }).forced)
    messages.push(
      `${numbers} itself may run: it ranks above ${text}. To force it too, block "${numbers}" and exempt "${text}", or set the minimum to "${next}" and release under that number`,
    );
  if (key === "recommended" && ruleOf(numbers) === "current")
    messages.push(
      `${numbers} itself is current: it ranks above ${text}. To recommend an update there too, recommend "${next}" and release under that number`,
    );
  const overtaken = nextBuilds(bound).find(isBelow);
  if (overtaken !== undefined) {
    const result = key === "minimum" ? "is forced to update" : "is told to update";
    messages.push(
      `${overtaken} ranks below ${text} and ${result}: letters, and digits beside them, compare as text. Number releases by an identifier of digits alone, as in "${numbers}-rc.2"`,
    );
  }
  return messages.map((message) => ({ path, message }));
}

/** The lowest number above all with these numbers, except for six of them: there, the next one. */
function nextNumber({ numbers }: AppVersion): string {
  if (numbers.length < maxVersionNumbers) return `${numbers.join(".")}.1`;
  return [...numbers.slice(0, -1), (numbers.at(-1) ?? 0) + 1].join(".");
}

/** Versions that a publisher may number after this one, by a counter that letters precede or follow: b8, b10; rc1, RC2. */
function nextBuilds({ text, numbers, pre }: AppVersion): string[] {
  const ids = pre ?? [];
  const from = text.indexOf(ids.join("."), (/^v?[0-9.]+/.exec(text)?.[0] ?? numbers.join(".")).length);
  return ids.flatMap((id, index) =>
    nextIds(id)
      .map((next) => text.slice(0, from) + ids.with(index, next).join("."))
      .filter((one) => parseVersion(one)),
  );
}

function nextIds(id: string): string[] {
  const [, count, after] = /^([0-9]+)([a-zA-Z_-].*)$/.exec(id) ?? [];
  const [, before, counter] = /^(.*[a-zA-Z_-])([0-9]+)$/.exec(id) ?? [];
  const more = (digits: string) => `1${"0".repeat(digits.length)}`;
  return [
    ...(before !== undefined && counter !== undefined ? [before + more(counter)] : []),
    ...(count !== undefined && after !== undefined ? [more(count) + after] : []),
    ...(/^rc[0-9]+$/.test(id) ? [`RC${Number(id.slice(2)) + 1}`] : []),
  ];
}

/** Warns of a step whose time is ambiguous, or that hides a member of the policy since it took place. */
function stepWarnings(name: string, { policy }: Platform, now: number): Problem[] {
  const { step } = policy;
  if (!step) return [];
  const path = `platforms.${name}.step`;
  const warnings: Problem[] = [];
  const at = stepTime(step);
  const shown = instantToWall(at, step.zone);
  if (isAmbiguousTime(step.at, step.zone))
    warnings.push({ path: `${path}.at`, message: `${step.at} occurs twice in ${step.zone}: the step takes place at the first` });
  else if (shown !== step.at)
    warnings.push({ path: `${path}.at`, message: `${step.at} does not exist in ${step.zone}: the step takes place at ${shown}` });
  for (const key of ["minimum", "recommended"] as const) {
    if (at > now || step[key] === null || step[key] === policy[key]) continue;
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
