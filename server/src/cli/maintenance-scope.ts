/** Scope and message of maintenance: the same options in every command that creates it. */

import type { WindowForm } from "drawbridge-rules/windows/maintenance-window.ts";
import type { OptionWords } from "./command-words.ts";
import { readTexts } from "./localized-text.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";
import { instanceId, platformName } from "./text-form.ts";

type Scope = Pick<WindowForm, "platforms" | "instances" | "message">;

export const scopeOptions: readonly OptionWords[] = [
  { flags: "--platform <name>", meaning: "only apps on this platform; may be repeated" },
  { flags: "--instance <id>", meaning: "only this instance; may be repeated. Without both: the whole project" },
  { flags: "--message <text>", meaning: "message for users, as LANGUAGE=TEXT (en=…); may be repeated, once per language" },
];

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
