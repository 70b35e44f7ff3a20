/** Whom maintenance interrupts and what they read, in the same words wherever maintenance is made. */

import type { WindowForm } from "drawbridge-rules/windows/maintenance-window.ts";
import type { OptionWords } from "./command-words.ts";
import type { Given } from "./given.ts";
import { readTexts } from "./localized-text.ts";
import { instanceId, platformName } from "./text-form.ts";

export type Scope = Pick<WindowForm, "platforms" | "instances" | "message">;

export const scopeOptions: readonly OptionWords[] = [
  { flags: "--platform <name>", meaning: "only apps on this platform; may be repeated" },
  { flags: "--instance <id>", meaning: "only this instance; may be repeated. Neither: the whole project" },
  { flags: "--message <text>", meaning: "what people read, as LANGUAGE=TEXT (en=…); may be repeated, once for each language" },
];

export function readScope(given: Given): Scope {
  const platforms = given.list("platform", platformName);
  const instances = given.list("instance", instanceId);
  if (platforms.length > 0 && instances.length > 0) {
    given.problem("--platform and --instance exclude each other: maintenance is for one or the other");
  }
  const message = readTexts(given, "message");
  return {
    ...(platforms.length > 0 ? { platforms: [...new Set(platforms)] } : {}),
    ...(instances.length > 0 ? { instances: [...new Set(instances)] } : {}),
    ...(message ? { message } : {}),
  };
}
