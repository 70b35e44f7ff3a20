import { useCallback } from "react";
import { type Formats, useFormats } from "../texts/formats.ts";
import { useTexts } from "../texts/language.tsx";
import type { Same } from "../texts/texts.ts";
import { stepBounds } from "./step-draft.ts";
import { stepTexts } from "./step-texts.ts";
import { type PolicyStep, plannedStepInstant } from "./version-rules.ts";

interface StepWords {
  /** `minimum 2.6.0 and recommended 2.7.0` */
  readonly what: string;
  /** On the clock of its zone, which is named. */
  readonly when: string;
}

export function stepWords(step: PolicyStep, texts: Same<(typeof stepTexts)["en"]>, { list, instant }: Formats): StepWords {
  const named = stepBounds.flatMap((bound) => {
    const version = step[bound];
    return version === null ? [] : [texts.values[bound](version)];
  });
  return { what: list(named), when: `${instant(plannedStepInstant(step), step.zone)} ${step.zone}` };
}

export function useStepWords(): (step: PolicyStep) => StepWords {
  const texts = useTexts(stepTexts);
  const formats = useFormats();
  return useCallback((step) => stepWords(step, texts, formats), [texts, formats]);
}
