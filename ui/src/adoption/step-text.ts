import type { Adoption } from "drawbridge-rules/wire/adoption.ts";
import { useFormats } from "../texts/formats.ts";
import { adoptionTexts as texts } from "./adoption-texts.ts";

const stepMs = { hour: 3_600_000, day: 86_400_000 } as const;

/** Start of an hour in the browser's zone; of a day its date in UTC, since the server counts days by UTC. */
export function useStepText(adoption: Adoption | undefined): (step: number) => string {
  const { instant, date } = useFormats();
  const from = Date.parse(adoption?.from ?? "");
  const unit = adoption?.step ?? "hour";
  return (step) => {
    const at = from + step * stepMs[unit];
    return unit === "hour" ? instant(at) : texts.utcDay(date(at, "UTC"));
  };
}
