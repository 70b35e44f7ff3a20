import { notifications } from "@mantine/notifications";
import type { MaintenanceAnswer } from "drawbridge-client/wire";
import { useSharedTexts, useTexts } from "../texts/language.tsx";
import { type MaintenanceVerb, useMaintenanceVerb } from "../verbs/use-maintenance-verb.ts";
import type { Verb } from "../verbs/use-verb.ts";
import { maintenanceNowTexts } from "./maintenance-now-texts.ts";

export type VerbRun = Verb<MaintenanceVerb, MaintenanceAnswer>;

/** A verb of maintenance that says what was done. */
export function useVerb(project: string): VerbRun {
  const { started, extended, completed } = useTexts(maintenanceNowTexts);
  const { actions } = useSharedTexts();
  const said: Partial<Record<MaintenanceVerb["verb"], string>> = { start: started, extend: extended, complete: completed };
  return useMaintenanceVerb(project, ({ verb }) =>
    notifications.show({ color: "green", message: said[verb], closeButtonProps: { "aria-label": actions.close } }),
  );
}
