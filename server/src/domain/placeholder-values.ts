/**
 * Whether every placeholder of a message has a value wherever the message can be shown. A sentence with a hole in it
 * ("Please update to .") is refused when it is written, not found by the person who is locked out.
 */
import type { Problem, ProblemSink } from "./errors.ts";
import { below } from "./fields.ts";
import type { LocalizedText } from "./language.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";
import type { Manifest } from "./manifest.ts";
import { type MessageKind, type Placeholder, parseTemplate } from "./message.ts";
import { emptyPolicy, everyProjectHas, forces } from "./platform.ts";
import type { VersionPolicy } from "./version-policy.ts";

/** Of each platform. */
export type Policies = ReadonlyMap<string, VersionPolicy>;
type ProjectMessage = Exclude<MessageKind, "window">;

/** Platforms on which the placeholder has no value, of those on which a project's message of the kind can be shown. */
export function platformsWithout(placeholder: Placeholder, kind: ProjectMessage, declared: Policies): readonly string[] {
  const shown = shownOn(kind, new Map([...undeclared, ...declared]));
  return placeholder === "minimum_version" || placeholder === "recommended_version" ? lacking(placeholder, shown) : [];
}

/** In every message of the manifest's form of a project, wherever it came from. */
export function placeholderProblems(manifest: Manifest): Problem[] {
  const problems: Problem[] = [];
  for (const _ of notePlaceholders(manifest, problems));
  return problems;
}

/** The same, noted one by one; yields after each window. */
export function* notePlaceholders({ header, platforms, windows }: Manifest, problems: ProblemSink): Generator<void, void> {
  const policies = policiesOf(platforms);
  for (const kind of ["upgrade", "maintenance", "default"] as const) {
    check(header.messages[kind], `messages.${kind}`, shownOn(kind, policies), problems);
  }
  for (const [id, window] of Object.entries(windows)) {
    checkWindow(id, window, policies, problems);
    yield;
  }
}

/** Of every platform that apps may name. */
function policiesOf(platforms: Manifest["platforms"]): Policies {
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

function lacking(placeholder: keyof typeof settings, shown: Policies): readonly string[] {
  return [...shown].filter(([, policy]) => policy[settings[placeholder]] === null).map(([name]) => name);
}

function languagesWith(placeholder: Placeholder, message: LocalizedText | null): string[] {
  return Object.entries(message ?? {}).flatMap(([language, text]) => {
    const template = parseTemplate(text);
    return "error" in template || !template.placeholders.includes(placeholder) ? [] : [language];
  });
}
