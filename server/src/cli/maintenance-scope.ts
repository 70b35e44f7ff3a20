/** Scope and message of maintenance: the same options in every command that creates it. */

import type { WindowForm } from "drawbridge-rules/windows/maintenance-window.ts";
import type { OptionWords } from "./command-words.ts";
import { readTexts } from "./localized-text.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";
import { instanceId, platformName } from "./text-form.ts";

type Scope = Pick<WindowForm, "platforms" | "instances" | "message">;

export const scopeOptions: readonly OptionWords[] = [
  { flags: "--platform <name>", meaning: "only apps on this platform; may be repeated" },
  { flags: "--instance <id>", meaning: "only this instance; may be repeated" },
  { flags: "--message <text>", meaning: "message for users, as LANGUAGE=TEXT (en=…); may be repeated, once per language" },
];

export const wholeProjectOption: OptionWords = { flags: "--whole-project", meaning: "every app of the project" };

/** One of the three scopes of maintenance that starts now. @param isRequired false: the window of the command has one */
export function readStartScope(args: ParsedArguments, isRequired = true): Scope & { readonly whole_project?: true } {
  const scope = readScope(args);
  const isWhole = args.flag("whole-project");
  const isPart = scope.platforms !== undefined || scope.instances !== undefined;
  if (isWhole && isPart) args.problem("--whole-project cannot be combined with --platform and --instance: keep one");
  if (isRequired && !isWhole && !isPart) {
    args.problem("names no scope: expected --instance <id>, --platform <name> or --whole-project, which locks out every user");
  }
  return isWhole ? { ...scope, whole_project: true } : scope;
}

export function readScope(args: ParsedArguments): Scope {
  const platforms = args.list("platform", platformName);
  const instances = args.list("instance", instanceId);
  if (platforms.length > 0 && instances.length > 0) {
    args.problem("--platform and --instance cannot be combined: maintenance is for one or the other");
  }
  const message = readTexts(args, "message");
  return {
    ...(platforms.length > 0 ? { platforms: [...new Set(platforms)] } : {}),
    ...(instances.length > 0 ? { instances: [...new Set(instances)] } : {}),
    ...(message ? { message } : {}),
  };
}
