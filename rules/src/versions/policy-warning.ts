/** Warnings about version policies, alone and with the message that they show. */

import { findProject, type ProjectState } from "../project/project-state.ts";
import type { LocalizedText } from "../texts/language.ts";
import { parseTemplate } from "../texts/message.ts";
import type { Problem } from "../values/errors.ts";
import type { Steps } from "../values/steps.ts";
import { compareToBound, parseVersion } from "./app-version.ts";
import type { Platform } from "./platform-schema.ts";
import { blockedFrom, type NamedBound } from "./update-target.ts";

const placeholders = { minimum: "minimum_version", recommended: "recommended_version" } as const;

/** Maximum blocked entries named in a warning. */
const MAX_NAMED = 5;

export function* policyWarnings(state: ProjectState): Steps<Problem[]> {
  const shared = namedBounds(findProject(state)?.messages.upgrade ?? null);
  const found: Problem[] = [];
  for (const [name, { value }] of state.platform) {
    found.push(...recommendedWarnings(name, value));
    const { upgrade } = value.messages;
    const named = upgrade === null ? shared : namedBounds(upgrade);
    for (const bound of named) found.push(...(yield* downgradeWarnings(name, value, bound)));
  }
  return found;
}

function recommendedWarnings(name: string, { policy }: Platform): Problem[] {
  const minimum = parseVersion(policy.minimum ?? "");
  const recommended = parseVersion(policy.recommended ?? "");
  if (!minimum || !recommended || compareToBound(recommended, minimum) >= 0) return [];
  return [
    {
      path: `platforms.${name}.recommended`,
      message: "is below minimum: it recommends a version that is forced to update",
    },
  ];
}

/** Bounds of the policy that an upgrade message names, in any language. */
function namedBounds(texts: LocalizedText | null): NamedBound[] {
  const templates = Object.values(texts ?? {}).map((text) => parseTemplate(text));
  const used = new Set(templates.flatMap((template) => ("error" in template ? [] : template.placeholders)));
  return (["minimum", "recommended"] as const).filter((bound) => used.has(placeholders[bound]));
}

function* downgradeWarnings(name: string, { policy, messages }: Platform, bound: NamedBound): Steps<Problem[]> {
  const entries = yield* blockedFrom(policy, bound);
  if (entries.length === 0) return [];
  const first = entries.slice(0, MAX_NAMED).map((entry) => JSON.stringify(entry));
  const rest = entries.length - first.length;
  const text = messages.upgrade === null ? "messages.upgrade" : `platforms.${name}.messages.upgrade`;
  const blocked = rest > 0 ? `${first.join(", ")} and ${rest} more` : first.join(", ");
  return [
    {
      path: `platforms.${name}.blocked`,
      message: `blocks versions at or above ${policy[bound]} (${blocked}), and ${text} tells users on them to update to {${placeholders[bound]}}, which is ${policy[bound]}: their own version or an older one. Use {update_to} instead`,
    },
  ];
}
