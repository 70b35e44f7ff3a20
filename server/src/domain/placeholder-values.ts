/**
 * Whether every placeholder of a message has a value wherever the message can be shown. A sentence with a hole in it
 * ("Please update to .") is refused when it is written, not found by the person who is locked out.
 */
import type { Problem } from "./errors.ts";
import { below } from "./fields.ts";
import type { LocalizedText } from "./language.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";
import type { Manifest } from "./manifest.ts";
import { type Placeholder, parseTemplate } from "./message.ts";
import { emptyPolicy, everyProjectHas, forces } from "./platform.ts";
import type { VersionPolicy } from "./version-policy.ts";

type Policies = ReadonlyMap<string, VersionPolicy>;

/** In every message of the manifest's form of a project, wherever it came from. */
export function placeholderProblems({ header, platforms, windows }: Manifest): Problem[] {
  const policies = policiesOf(platforms);
  const forcing = new Map([...policies].filter(([, policy]) => forces(policy)));
  const problems: Problem[] = [];
  check(header.messages.upgrade, "messages.upgrade", forcing, problems);
  check(header.messages.maintenance, "messages.maintenance", policies, problems);
  check(header.messages.default, "messages.default", policies, problems);
  for (const [id, window] of Object.entries(windows)) checkWindow(id, window, policies, problems);
  return problems;
}

/** Of every platform that apps may name. */
function policiesOf(platforms: Manifest["platforms"]): Policies {
  const always = everyProjectHas.map((name) => [name, emptyPolicy] as const);
  return new Map([...always, ...Object.entries(platforms).map(([name, { policy }]) => [name, policy] as const)]);
}

function checkWindow(id: string, { message, platforms, instances }: MaintenanceWindow, policies: Policies, problems: Problem[]) {
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

function check(message: LocalizedText | null, path: string, shown: Policies, problems: Problem[]): void {
  for (const placeholder of ["minimum_version", "recommended_version"] as const) {
    const key = settings[placeholder];
    const without = [...shown].filter(([, policy]) => policy[key] === null).map(([name]) => name);
    if (without.length === 0) continue;
    for (const language of languagesWith(placeholder, message)) {
      problems.push({
        path: below(path, language),
        message: `{${placeholder}} has no value on ${without.join(", ")}, where this message can be shown: set ${key} there, or leave the placeholder out`,
      });
    }
  }
}

function languagesWith(placeholder: Placeholder, message: LocalizedText | null): string[] {
  return Object.entries(message ?? {}).flatMap(([language, text]) => {
    const template = parseTemplate(text);
    return "error" in template || !template.placeholders.includes(placeholder) ? [] : [language];
  });
}
