import { stepTime } from "drawbridge-rules/versions/policy-step.ts";
import type { PolicyStep } from "drawbridge-rules/versions/version-policy.ts";
import { formatList, formatRelative, formatZonedInstant } from "../texts/formats.ts";
import { stepBounds, stepState } from "./step-draft.ts";
import { stepTexts as texts } from "./step-texts.ts";

/**
 * `From 9 Mar 2027, 09:00 Europe/Rome (in 3 hours): minimum 2.6.0.` On the clock of the step's zone.
 * @param share of the last day's requests that it forces; null: not said @param now epoch ms
 */
export function stepSentence(step: PolicyStep, share: string | null, now: number): string {
  const named = stepBounds.flatMap((bound) => {
    const version = step[bound];
    return version === null ? [] : [texts.values[bound](version)];
  });
  const at = stepTime(step);
  const say = stepState(step, now) === "future" ? texts.future : texts.taken;
  const sentence = say(formatList(named), formatZonedInstant(at, step.zone), formatRelative(at, now, step.zone));
  return share === null ? sentence : `${sentence} ${texts.forces(share)}`;
}
