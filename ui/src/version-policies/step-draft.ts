import { setValueAt } from "drawbridge-rules/changes/three-way-merge.ts";
import { instantToWall, parseWall } from "drawbridge-rules/values/wall-time.ts";
import { parseVersion } from "drawbridge-rules/versions/app-version.ts";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import { isStepDue, laterStepTime, stepTime } from "drawbridge-rules/versions/policy-step.ts";
import type { PolicyStep } from "drawbridge-rules/versions/version-policy.ts";
import { formatInstant, formatList, formatRelative } from "../texts/formats.ts";
import { stepTexts } from "./version-policy-texts.ts";

export type StepForm = NonNullable<PlatformForm["step"]>;
export type StepBound = "minimum" | "recommended";

export const stepBounds: readonly StepBound[] = ["minimum", "recommended"];

const DAY = 86_400_000;
/** Usual time of day for a new step: people are at work, should anything be wrong. */
const usualTime = "09:00";
const usualDays = 7;

export function withStep(form: PlatformForm, step: StepForm | null): PlatformForm {
  return setValueAt(form, ["step"], step ?? undefined);
}

/** Requires what is recommended now, as most steps do. */
export function newStep({ recommended = "" }: PlatformForm, zone: string, now: number): StepForm {
  const at = `${instantToWall(now + usualDays * DAY, zone).slice(0, 10)}T${usualTime}`;
  return { at, ...(zone === "UTC" ? {} : { zone }), minimum: recommended.trim() };
}

export function toSentStep(step: StepForm): StepForm {
  const { minimum = "", recommended = "" } = step;
  return withoutEmpty({ ...step, minimum: minimum.trim(), recommended: recommended.trim() });
}

export function withoutEmpty<Members extends object>(members: Members): Members {
  const isFilled = (value: unknown) => value !== "" && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(members).filter(([, value]) => isFilled(value))) as Members;
}

export function readStep(step: StepForm | undefined): PolicyStep | null {
  if (!step) return null;
  const { at, zone = "UTC", minimum, recommended } = toSentStep(step);
  const bound = (text: string | undefined) => (text !== undefined && parseVersion(text) !== null ? text : null);
  const read = { at, zone, minimum: bound(minimum), recommended: bound(recommended) };
  return parseWall(at) === null || (read.minimum === null && read.recommended === null) ? null : read;
}

export type StepState = "future" | "past";

export function stepState(step: PolicyStep, now: number): StepState {
  return stepTime(step) > now ? "future" : "past";
}

export function withAppliedStep(form: PlatformForm): PlatformForm {
  const { minimum, recommended } = form.step ? toSentStep(form.step) : {};
  return { ...withStep(form, null), ...(minimum ? { minimum } : {}), ...(recommended ? { recommended } : {}) };
}

/** The same form where its step is not due. */
export function withMovedStep(form: PlatformForm, now: number): PlatformForm {
  const { step } = form;
  const read = readStep(step);
  return step && read && isStepDue(read, now) ? withStep(form, { ...step, at: laterStepTime(read, now) }) : form;
}

/** `From 9 Mar 2027, 09:00 (in 3 hours): minimum 2.6.0.` @param share that it forces; null means not said */
export function stepSentence(step: PolicyStep, share: string | null, now: number): string {
  const named = stepBounds.flatMap((bound) => {
    const version = step[bound];
    return version === null ? [] : [stepTexts.values[bound](version)];
  });
  const at = stepTime(step);
  const say = stepState(step, now) === "future" ? stepTexts.future : stepTexts.taken;
  const sentence = say(formatList(named), formatInstant(at), formatRelative(at, now));
  return share === null ? sentence : `${sentence} ${stepTexts.forces(share)}`;
}
