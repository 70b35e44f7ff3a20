/** Otherwise, a phone shows "Please update to .". */
import { inPrintedOrder, sameValue } from "../changes/document-diff.ts";
import type { Project } from "../project/project.ts";
import { findProject, type ProjectState } from "../project/project-state.ts";
import { ResourceIndex } from "../project/resource-index.ts";
import { onlyNew, type Problem, type ProblemSink } from "../values/errors.ts";
import { joinPath } from "../values/fields.ts";
import { runSteps, type Steps } from "../values/steps.ts";
import { builtInPlatforms, emptyPolicy, forces } from "../versions/platform.ts";
import type { Platform } from "../versions/platform-schema.ts";
import { policiesOverTime } from "../versions/policy-step.ts";
import { type UpdateGap, updateGap } from "../versions/update-target.ts";
import { compilePolicy, decide, type VersionPolicy } from "../versions/version-policy.ts";
import type { MaintenanceWindow } from "../windows/maintenance-window.ts";
import type { LocalizedText } from "./language.ts";
import { type MessageKind, type Placeholder, parseTemplate, screenKinds } from "./message.ts";

export type Policies = ReadonlyMap<string, VersionPolicy>;
type ProjectMessage = Exclude<MessageKind, "window">;

const projectMessages = [...screenKinds, "default"] as const;

export function platformsWithout(placeholder: Placeholder, kind: ProjectMessage, declared: Policies): readonly string[] {
  const shown = shownOn(kind, new Map([...undeclared, ...declared]));
  if (placeholder === "update_to") return runSteps(gapsIn(kind, shown)).map(({ platform }) => platform);
  return placeholder === "minimum_version" || placeholder === "recommended_version" ? lacking(placeholder, shown) : [];
}

interface Messages {
  readonly header: Project;
  readonly platforms: Readonly<Record<string, Pick<Platform, "policy" | "messages">>>;
  readonly windows: Readonly<Record<string, MaintenanceWindow>>;
}

export function* notePlaceholders({ header, platforms, windows }: Messages, problems: ProblemSink): Steps<void> {
  const declared = Object.entries(platforms).map(([name, { policy }]) => [name, policy] as const);
  const policies = new Map([...undeclared, ...declared]);
  yield* checkHeader(header, policies, platforms, problems);
  for (const [name, platform] of Object.entries(platforms)) yield* checkPlatform(name, platform, problems);
  for (const [id, window] of Object.entries(windows)) {
    checkWindow(id, window, policies, problems);
    yield;
  }
}

/** A platform's own message replaces the project's. */
function* checkHeader(
  { messages, titles }: Project,
  policies: Policies,
  platforms: Messages["platforms"],
  problems: ProblemSink,
): Steps<void> {
  for (const kind of projectMessages) {
    const hasOwn = (name: string) => Object.hasOwn(platforms, name) && Boolean(platforms[name]?.messages[kind]);
    const others = new Map([...policies].filter(([name]) => !hasOwn(name)));
    yield* checkText(kind, messages[kind], `messages.${kind}`, others, problems);
  }
  for (const kind of screenKinds) yield* checkText(kind, titles[kind], `titles.${kind}`, policies, problems);
}

function* checkPlatform(
  name: string,
  { policy, messages }: Pick<Platform, "policy" | "messages">,
  problems: ProblemSink,
): Steps<void> {
  const path = joinPath("platforms", name);
  for (const kind of projectMessages)
    yield* checkText(kind, messages[kind], `${path}.messages.${kind}`, new Map([[name, policy]]), problems);
}

function* checkText(
  kind: ProjectMessage,
  text: LocalizedText | null,
  path: string,
  policies: Policies,
  problems: ProblemSink,
): Steps<void> {
  if (!text) return;
  const shown = shownOn(kind, policies);
  yield* checkUpdateTarget(kind, text, path, shown, problems);
  check(text, path, shown, problems);
}

/** Problems that an edit introduces, in the order in which a manifest reports them. */
export function* newPlaceholderProblems(before: ProjectState, after: ProjectState): Steps<Problem[]> {
  const sides = [before, after].map(sideOf);
  const [was, is] = sides;
  const found = onlyNew(was ? yield* headerProblems(was) : [], is ? yield* headerProblems(is) : []);
  for (const id of reachedWindows(before, after, sides)) {
    const [past = [], present = []] = sides.map((side) => (side ? windowProblems(id, side) : []));
    found.push(...onlyNew(past, present));
    yield;
  }
  return found;
}

interface Side {
  readonly state: ProjectState;
  readonly header: Project;
  readonly policies: Policies;
}

function sideOf(state: ProjectState): Side | null {
  const header = findProject(state);
  const platforms = [...state.platform].map(([name, { value }]) => [name, value.policy] as const);
  return header && { state, header, policies: new Map([...undeclared, ...platforms]) };
}

function* headerProblems({ state, header, policies }: Side): Steps<Problem[]> {
  const problems: Problem[] = [];
  const platforms = Object.fromEntries([...state.platform].map(([name, { value }]) => [name, value]));
  yield* checkHeader(header, policies, platforms, problems);
  for (const [name, value] of Object.entries(platforms)) yield* checkPlatform(name, value, problems);
  return problems;
}

function windowProblems(id: string, { state, policies }: Side): Problem[] {
  const problems: Problem[] = [];
  const window = state.window.get(id)?.value;
  if (window) checkWindow(id, window, policies, problems);
  return problems;
}

const windowsByMessage = new ResourceIndex<MaintenanceWindow>(({ message }) =>
  Object.values(message ?? {}).some((text) => /_version\b/.test(text)) ? ["version"] : [],
);

/** Changed windows, and all that name a version if other platforms lack one. In the order of map keys. */
function reachedWindows(before: ProjectState, after: ProjectState, [was, is]: readonly (Side | null | undefined)[]): string[] {
  const changed = after.window.differingFrom(before.window);
  const isSame = sameValue(was && lackingIn(was), is && lackingIn(is));
  const naming = !was !== !is ? [...after.window.keys()] : isSame ? [] : windowsByMessage.find(after.window, "version");
  return inPrintedOrder([...changed, ...naming]);
}

function lackingIn({ policies }: Side): readonly (readonly string[])[] {
  const shown = shownOn("maintenance", policies);
  return [[...policies.keys()], lacking("minimum_version", shown), lacking("recommended_version", shown)];
}

const undeclared: readonly (readonly [string, VersionPolicy])[] = builtInPlatforms.map((name) => [name, emptyPolicy]);

type Shown = ReadonlyMap<string, readonly VersionPolicy[]>;

/** An upgrade is shown where some version must update, a recommendation where there is one. */
function shownOn(kind: ProjectMessage, policies: Policies): Shown {
  const isShown = (policy: VersionPolicy) =>
    kind === "upgrade" || kind === "unsupported" ? forces(policy) : kind !== "recommended" || policy.recommended !== null;
  const shown = [...policies].map(([name, policy]) => [name, policiesOverTime(policy).filter(isShown)] as const);
  return new Map(shown.filter(([, own]) => own.length > 0));
}

function checkWindow(
  id: string,
  { message, platforms, instances }: MaintenanceWindow,
  policies: Policies,
  problems: ProblemSink,
) {
  const path = `windows.${id}.message`;
  const shown = platforms ? new Map([...policies].filter(([name]) => platforms.includes(name))) : policies;
  check(message, path, shownOn("maintenance", shown), problems);
  if (instances) return;
  for (const language of languagesWith("instance_name", message)) {
    problems.push({
      path: joinPath(path, language),
      message: "{instance_name} has no value here: it requires a window on instances",
    });
  }
}

const settings = { minimum_version: "minimum", recommended_version: "recommended" } as const;

function check(message: LocalizedText | null, path: string, shown: Shown, problems: ProblemSink): void {
  for (const placeholder of ["minimum_version", "recommended_version"] as const) {
    const key = settings[placeholder];
    const without = lacking(placeholder, shown);
    if (without.length === 0) continue;
    for (const language of languagesWith(placeholder, message)) {
      problems.push({
        path: joinPath(path, language),
        message: `{${placeholder}} has no value on ${without.join(", ")}, where this message can be shown: set ${key} there, or remove the placeholder`,
      });
    }
  }
}

function* checkUpdateTarget(
  kind: ProjectMessage,
  message: LocalizedText,
  path: string,
  shown: Shown,
  problems: ProblemSink,
): Steps<void> {
  const languages = languagesWith("update_to", message);
  const gaps = languages.length === 0 ? [] : yield* gapsIn(kind, shown);
  if (gaps.length === 0) return;
  const on = gaps.map(({ platform, version }) => `${version === null ? "some versions" : `version ${version}`} on ${platform}`);
  const fault =
    kind === "recommended"
      ? `{update_to} may have no value on ${gaps.map(({ platform }) => platform).join(", ")}: the policy blocks the version that it recommends. Recommend one that may run, or remove the placeholder`
      : `{update_to} has no value for ${on.join(", ")}: the policy forces an update there and names no higher version that may run. Set recommended to one, declare one as a release, end the blocked range below one ("<2.5.5"), or remove the placeholder`;
  for (const language of languages) problems.push({ path: joinPath(path, language), message: fault });
}

function* gapsIn(kind: ProjectMessage, shown: Shown): Steps<(UpdateGap & { readonly platform: string })[]> {
  const gaps: (UpdateGap & { readonly platform: string })[] = [];
  for (const [platform, policies] of shown) {
    for (const policy of policies) {
      const gap = kind === "recommended" ? recommendationGap(policy) : yield* updateGap(policy);
      if (gap === null) continue;
      gaps.push({ platform, ...gap });
      break;
    }
  }
  return gaps;
}

/** Versions below a recommended one that may run can all update to it. */
function recommendationGap(policy: VersionPolicy): UpdateGap | null {
  const compiled = compilePolicy(policy);
  const { recommended } = compiled;
  return recommended !== null && decide(compiled, recommended).forced ? { version: null } : null;
}

function lacking(placeholder: keyof typeof settings, shown: Shown): readonly string[] {
  const key = settings[placeholder];
  return [...shown].filter(([, policies]) => policies.some((policy) => policy[key] === null)).map(([name]) => name);
}

function languagesWith(placeholder: Placeholder, message: LocalizedText | null): string[] {
  return Object.entries(message ?? {}).flatMap(([language, text]) => {
    const template = parseTemplate(text);
    return "error" in template || !template.placeholders.includes(placeholder) ? [] : [language];
  });
}
