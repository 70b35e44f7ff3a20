import type { MaintenanceAnswer } from "drawbridge-rules/wire/maintenance.ts";
import { useTexts } from "../texts/language.tsx";
import { type MaintenanceVerb, useMaintenanceVerb } from "../verbs/use-maintenance-verb.ts";
import { useSayDone } from "../verbs/use-say-done.ts";
import type { Verb } from "../verbs/use-verb.ts";
import { maintenanceNowTexts } from "./maintenance-now-texts.ts";

export type VerbRun = Verb<MaintenanceVerb, MaintenanceAnswer>;

/** A verb of maintenance that says what was done. */
export function useVerb(project: string): VerbRun {
  const { started, extended, completed } = useTexts(maintenanceNowTexts);
  const say = useSayDone();
  const said: Partial<Record<MaintenanceVerb["verb"], string>> = { start: started, extend: extended, complete: completed };
  return useMaintenanceVerb(project, ({ verb }, answer) => say(said[verb] ?? "", answer));
}
