/**
 * Whether every placeholder of a message has a value wherever the message can be shown. A sentence with a hole in it
 * ("Please update to .") is refused when it is written, not found by the person who is locked out.
 */
import { inPrintedOrder, sameValue } from "../changes/document-diff.ts";
import type { Project } from "../project/project.ts";
import { type ProjectState, projectOf } from "../project/project-state.ts";
import { ResourceIndex } from "../project/resource-index.ts";
import { onlyNew, type Problem, type ProblemSink } from "../values/errors.ts";
import { below } from "../values/fields.ts";
import { finished, type Steps } from "../values/steps.ts";
import { emptyPolicy, everyProjectHas, forces } from "../versions/platform.ts";
import { type UpdateGap, updateGap } from "../versions/update-target.ts";
import type { VersionPolicy } from "../versions/version-policy.ts";
import type { MaintenanceWindow } from "../windows/maintenance-window.ts";
import type { LocalizedText } from "./language.ts";
import { type MessageKind, type Placeholder, parseTemplate } from "./message.ts";

/** Of each platform. */
export type Policies = ReadonlyMap<string, VersionPolicy>;
type ProjectMessage = Exclude<MessageKind, "window">;

/** Platforms on which the placeholder has no value, of those on which a project's message of the kind can be shown. */
export function platformsWithout(placeholder: Placeholder, kind: ProjectMessage, declared: Policies): readonly string[] {
  const shown = shownOn(kind, new Map([...undeclared, ...declared]));
  if (placeholder === "update_to") return finished(gapsIn(shown)).map(({ platform }) => platform);
  return placeholder === "minimum_version" || placeholder === "recommended_version" ? lacking(placeholder, shown) : [];
}

/** The part of a manifest that has messages, or gives their placeholders values. */
interface Messages {
  readonly header: Project;
  readonly platforms: Readonly<Record<string, { readonly policy: VersionPolicy }>>;
  readonly windows: Readonly<Record<string, MaintenanceWindow>>;
}

/** Notes the problems of every message in a manifest; yields after each window. */
export function* notePlaceholders({ header, platforms, windows }: Messages, problems: ProblemSink): Steps<void> {
  const policies = policiesOf(platforms);
  yield* checkHeader(header, policies, problems);
  for (const [id, window] of Object.entries(windows)) {
    checkWindow(id, window, policies, problems);
    yield;
  }
}

function* checkHeader({ messages }: Project, policies: Policies, problems: ProblemSink): Steps<void> {
  yield* checkUpdateTarget(messages.upgrade, "messages.upgrade", shownOn("upgrade", policies), problems);
  for (const kind of ["upgrade", "maintenance", "default"] as const) {
    check(messages[kind], `messages.${kind}`, shownOn(kind, policies), problems);
  }
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
  const header = projectOf(state);
  const platforms = [...state.platform].map(([name, { value }]) => [name, value.policy] as const);
  return header && { state, header, policies: new Map([...undeclared, ...platforms]) };
}

function* headerProblems({ header, policies }: Side): Steps<Problem[]> {
  const problems: Problem[] = [];
  yield* checkHeader(header, policies, problems);
  return problems;
}

function windowProblems(id: string, { state, policies }: Side): Problem[] {
  const problems: Problem[] = [];
  const window = state.window.get(id)?.value;
  if (window) checkWindow(id, window, policies, problems);
  return problems;
}

/** Indexes windows by whether one of their messages names a version. */
const windowsByMessage = new ResourceIndex<MaintenanceWindow>(({ message }) =>
  Object.values(message ?? {}).some((text) => /_version\b/.test(text)) ? ["version"] : [],
);

/** Changed windows, and if the set of platforms without a value changed, all windows that name one. In the order of map keys. */
function reachedWindows(before: ProjectState, after: ProjectState, [was, is]: readonly (Side | null | undefined)[]): string[] {
  const changed = after.window.differingFrom(before.window);
  const isSame = sameValue(was && lackingIn(was), is && lackingIn(is));
  const naming = !was !== !is ? [...after.window.keys()] : isSame ? [] : windowsByMessage.find(after.window, "version");
  return inPrintedOrder([...changed, ...naming]);
}

function lackingIn({ policies }: Side): readonly (readonly string[])[] {
  return [[...policies.keys()], lacking("minimum_version", policies), lacking("recommended_version", policies)];
}

/** Of every platform that apps may name. */
function policiesOf(platforms: Messages["platforms"]): Policies {
  return new Map([...undeclared, ...Object.entries(platforms).map(([name, { policy }]) => [name, policy] as const)]);
}

const undeclared: readonly (readonly [string, VersionPolicy])[] = everyProjectHas.map((name) => [name, emptyPolicy]);

/** Only where some version is told to update is it shown to one. */
function shownOn(kind: ProjectMessage, policies: Policies): Policies {
  return kind === "upgrade" ? new Map([...policies].filter(([, policy]) => forces(policy))) : policies;
}

function checkWindow(
  id: string,
  { message, platforms, instances }: MaintenanceWindow,
  policies: Policies,
  problems: ProblemSink,
) {
  const path = `windows.${id}.message`;
  check(message, path, platforms ? new Map([...policies].filter(([name]) => platforms.includes(name))) : policies, problems);
  if (instances) return;
  for (const language of languagesWith("instance_name", message)) {
    problems.push({
      path: below(path, language),
      message: "{instance_name} has no value here: only a window on instances is shown for one of them",
    });
  }
}

const settings = { minimum_version: "minimum", recommended_version: "recommended" } as const;

function check(message: LocalizedText | null, path: string, shown: Policies, problems: ProblemSink): void {
  for (const placeholder of ["minimum_version", "recommended_version"] as const) {
    const key = settings[placeholder];
    const without = lacking(placeholder, shown);
    if (without.length === 0) continue;
    for (const language of languagesWith(placeholder, message)) {
      problems.push({
        path: below(path, language),
        message: `{${placeholder}} has no value on ${without.join(", ")}, where this message can be shown: set ${key} there, or leave the placeholder out`,
      });
    }
  }
}

function* checkUpdateTarget(message: LocalizedText | null, path: string, shown: Policies, problems: ProblemSink): Steps<void> {
  const languages = languagesWith("update_to", message);
  const gaps = languages.length === 0 ? [] : yield* gapsIn(shown);
  if (gaps.length === 0) return;
  const on = gaps.map(({ platform, version }) => `${version === null ? "some versions" : `version ${version}`} on ${platform}`);
  for (const language of languages) {
    problems.push({
      path: below(path, language),
      message: `{update_to} has no value for ${on.join(", ")}: the policy forces an update there and names no higher version that may run. Set recommended to one, end the blocked range below one ("<2.5.5"), or leave the placeholder out`,
    });
  }
}

function* gapsIn(shown: Policies): Steps<(UpdateGap & { readonly platform: string })[]> {
  const gaps: (UpdateGap & { readonly platform: string })[] = [];
  for (const [platform, policy] of shown) {
    const gap = yield* updateGap(policy);
    if (gap !== null) gaps.push({ platform, ...gap });
  }
  return gaps;
}

function lacking(placeholder: keyof typeof settings, shown: Policies): readonly string[] {
  return [...shown].filter(([, policy]) => policy[settings[placeholder]] === null).map(([name]) => name);
}

function languagesWith(placeholder: Placeholder, message: LocalizedText | null): string[] {
  return Object.entries(message ?? {}).flatMap(([language, text]) => {
    const template = parseTemplate(text);
    return "error" in template || !template.placeholders.includes(placeholder) ? [] : [language];
  });
}
