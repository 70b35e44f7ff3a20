import { findProject, type ProjectState } from "../project/project-state.ts";
import type { LocalizedText } from "../texts/language.ts";
import { parseTemplate } from "../texts/message.ts";
import type { PlacedText } from "../texts/project-texts.ts";
import type { Steps } from "../values/steps.ts";
import { shiftedStart } from "../values/wall-time.ts";
import type { Warning } from "../wire/warning.ts";
import { type AppVersion, compareToBound, maxVersionNumbers, parseVersion } from "./app-version.ts";
import type { Platform } from "./platform-schema.ts";
import { policiesOverTime, policyAfterStep, stepTime } from "./policy-step.ts";
import { foreignPart, noLinks } from "./store-link.ts";
import { blockedFrom, type NamedBound } from "./update-target.ts";
import { compilePolicy, decide, type VersionPolicy } from "./version-policy.ts";

const placeholders = { minimum: "minimum_version", recommended: "recommended_version" } as const;

const MAX_NAMED = 5;

/** Clients open these links only if an app allows it. */
export function linkWarnings(state: ProjectState): Warning[] {
  const places = [
    { path: "stores", of: {}, links: findProject(state)?.stores ?? noLinks },
    ...[...state.platform].map(([platform, { value }]) => {
      return { path: `platforms.${platform}.stores`, of: { platform }, links: value.stores };
    }),
  ];
  return places.flatMap(({ path, of, links }) =>
    Object.entries(links).flatMap(([store, link]) => {
      const part = link === null ? null : foreignPart(link);
      return part === null ? [] : [{ code: "foreign_link" as const, path: `${path}.${store}`, ...of, ...part }];
    }),
  );
}

export function policyWarnings(state: ProjectState, now: number): Warning[] {
  return [...state.platform].flatMap(([name, { value }]) => [
    ...recommendedWarnings(name, value),
    ...suffixWarnings(name, value),
    ...stepWarnings(name, value, now),
  ]);
}

/** Warns of texts that send users of blocked versions to a lower one, even if they did before. */
export function* downgradeWarnings(before: ProjectState, after: ProjectState): Steps<Warning[]> {
  const isOther = after.project.differingFrom(before.project).length > 0;
  const found: Warning[] = [];
  for (const name of isOther ? after.platform.keys() : after.platform.differingFrom(before.platform)) {
    const platform = after.platform.get(name)?.value;
    if (!platform) continue;
    for (const { path, texts } of upgradeTexts(after, name, platform)) {
      for (const bound of namedBounds(texts)) found.push(...(yield* downgradesOn(name, platform, bound, path)));
    }
  }
  return found;
}

function upgradeTexts(state: ProjectState, name: string, { messages }: Platform): PlacedText[] {
  const project = findProject(state);
  const message =
    messages.upgrade === null
      ? { path: "messages.upgrade", texts: project?.messages.upgrade ?? {} }
      : { path: `platforms.${name}.messages.upgrade`, texts: messages.upgrade };
  return [message, { path: "titles.upgrade", texts: project?.titles.upgrade ?? {} }];
}

function recommendedWarnings(name: string, { policy }: Platform): Warning[] {
  const isNow = isBelowMinimum(policy);
  if (!isNow && !isBelowMinimum(policyAfterStep(policy))) return [];
  const path = `platforms.${name}.${isNow ? "recommended" : "step"}`;
  return [{ code: "recommended_below_minimum", path, platform: name, from_step: !isNow }];
}

function isBelowMinimum(policy: VersionPolicy): boolean {
  const [minimum, recommended] = [policy.minimum, policy.recommended].map((text) => parseVersion(text ?? ""));
  return !!minimum && !!recommended && compareToBound(recommended, minimum) < 0;
}

/** Warns of versions on the other side of a pre-release bound than their numbers say. */
function suffixWarnings(name: string, { policy }: Platform): Warning[] {
  const stepped = policyAfterStep(policy);
  return (["minimum", "recommended"] as const).flatMap((bound) => [
    ...boundWarnings(policy, bound, name, ""),
    ...(policy.step && policy.step[bound] !== null ? boundWarnings(stepped, bound, name, ".step") : []),
  ]);
}

function boundWarnings(policy: VersionPolicy, member: NamedBound, platform: string, below: "" | ".step"): Warning[] {
  const bound = parseVersion(policy[member] ?? "");
  if (!bound?.pre) return [];
  const { text: version } = bound;
  const place = { path: `platforms.${platform}${below}.${member}`, platform, version };
  const numbers = bound.numbers.join(".");
  if (/^\d+(?:[-_.]\d+)+$/.test(version) && bound.numbers.length === 1)
    return [{ code: "dashed_version", ...place, release: numbers, suggestion: version.replaceAll(/[-_]/g, ".") }];
  const compiled = compilePolicy(policy);
  const ruleOf = (version: string) => decide(compiled, parseVersion(version) ?? bound).rule;
  const isBelow = (version: string) => ruleOf(version) === (member === "minimum" ? "below_minimum" : "below_recommended");
  const isUnaffected =
    member === "minimum" ? !decide(compiled, { ...bound, pre: null, build: null }).forced : ruleOf(numbers) === "current";
  const overtaken = nextBuilds(bound).find(isBelow);
  return [
    ...(isUnaffected ? [{ code: "prerelease_bound" as const, ...place, member, release: numbers, next: nextNumber(bound) }] : []),
    ...(overtaken === undefined
      ? []
      : [{ code: "counter_as_text" as const, ...place, member, overtaken, suggestion: `${numbers}-rc.2` }]),
  ];
}

/** The lowest number above all with these numbers, except for six of them: there, the next one. */
function nextNumber({ numbers }: AppVersion): string {
  if (numbers.length < maxVersionNumbers) return `${numbers.join(".")}.1`;
  return [...numbers.slice(0, -1), (numbers.at(-1) ?? 0) + 1].join(".");
}

/** By a counter that letters precede or follow: b8, b10; rc1, RC2. */
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

function stepWarnings(name: string, { policy }: Platform, now: number): Warning[] {
  const { step } = policy;
  if (!step) return [];
  const warnings: Warning[] = [];
  const at = stepTime(step);
  const shifted = shiftedStart(step.at, at, step.zone);
  if (shifted !== null) warnings.push({ path: `platforms.${name}.step.at`, platform: name, ...shifted });
  for (const member of ["minimum", "recommended"] as const) {
    const [own, step_version] = [policy[member], step[member]];
    if (at > now || step_version === null || step_version === own) continue;
    const { at: time, zone } = step;
    const versions = { version: own, step_version, time, zone };
    warnings.push({ code: "replaced_by_step", path: `platforms.${name}.${member}`, platform: name, member, ...versions });
  }
  return warnings;
}

function namedBounds(texts: LocalizedText): NamedBound[] {
  const templates = Object.values(texts).map((text) => parseTemplate(text));
  const used = new Set(templates.flatMap((template) => ("error" in template ? [] : template.placeholders)));
  return (["minimum", "recommended"] as const).filter((bound) => used.has(placeholders[bound]));
}

/** @param text path of the text that names the bound */
function* downgradesOn(name: string, platform: Platform, bound: NamedBound, text: string): Steps<Warning[]> {
  for (const policy of policiesOverTime(platform.policy)) {
    const entries = yield* blockedFrom(policy, bound);
    if (entries.length === 0) continue;
    const blocked = entries.slice(0, MAX_NAMED);
    const versions = { version: policy[bound] ?? "", blocked, more: entries.length - blocked.length };
    return [{ code: "downgrade", path: `platforms.${name}.blocked`, platform: name, member: bound, ...versions, text }];
  }
  return [];
}
