/** The entry of a policy that decided, as written. */
import type { AppVersion } from "drawbridge-rules/versions/app-version.ts";
import { matchesEntry } from "drawbridge-rules/versions/version-entry.ts";
import { type CompiledPolicy, decide, type VersionRule } from "drawbridge-rules/versions/version-policy.ts";

/** "" where nothing did. */
export function findDecider(policy: CompiledPolicy, version: AppVersion): { readonly rule: VersionRule; readonly by: string } {
  const { rule } = decide(policy, version);
  return { rule, by: textOf(policy, version, rule) };
}

function textOf({ minimum, recommended, blocked, exempt }: CompiledPolicy, version: AppVersion, rule: VersionRule): string {
  switch (rule) {
    case "exempt":
      return exempt.find((entry) => matchesEntry(entry, version))?.text ?? "";
    case "blocked":
      return blocked.find((entry) => matchesEntry(entry, version))?.text ?? "";
    case "below_minimum":
      return minimum?.text ?? "";
    case "below_recommended":
      return recommended?.text ?? "";
    default:
      return "";
  }
}
