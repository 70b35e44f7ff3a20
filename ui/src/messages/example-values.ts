import { timeText } from "drawbridge-rules/values/time-text.ts";
import { parseAskedVersion } from "drawbridge-rules/versions/app-version.ts";
import { policyAt } from "drawbridge-rules/versions/policy-step.ts";
import { updateTargetFor, updateTargets } from "drawbridge-rules/versions/update-target.ts";
import { compilePolicy } from "drawbridge-rules/versions/version-policy.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import { ownZone } from "../texts/formats.ts";
import { readPolicy } from "../version-policies/policy-draft.ts";
import type { PlaceholderValues } from "./resolved-text.ts";

export const exampleVersion = "1.0.0";

interface Example {
  readonly projectName: string;
  readonly policy?: Platform | undefined;
  readonly version?: string;
  readonly occurrence?: ExampleOccurrence | undefined;
}

interface ExampleOccurrence {
  readonly scope?: string;
  /** Epoch ms; NaN means unknown. */
  readonly start: number;
  readonly end: number;
  readonly zone: string;
}

export function exampleValues({ projectName, policy, version = exampleVersion, occurrence = exampleOccurrence() }: Example) {
  const { scope = "", start, end, zone } = occurrence;
  const rules = policy ? policyAt(readPolicy(policy), Date.now()) : null;
  const asked = parseAskedVersion(version);
  const target = rules && asked ? updateTargetFor(updateTargets(compilePolicy(rules)), asked) : null;
  return (language: string): PlaceholderValues => {
    const time = (at: number) => (Number.isNaN(at) ? "" : timeText(at, language, zone));
    return {
      minimum_version: rules?.minimum ?? "",
      recommended_version: rules?.recommended ?? "",
      current_version: asked?.text ?? version,
      update_to: target?.text ?? "",
      project_name: projectName,
      instance_name: scope,
      start_time: time(start),
      end_time: time(end),
    };
  };
}

const hour = 3_600_000;

function exampleOccurrence(): ExampleOccurrence {
  const start = Math.ceil(Date.now() / hour) * hour;
  return { start, end: start + 2 * hour, zone: ownZone };
}
