/** Runs maintenance verbs, one at a time, and shows the result of each. */
import type { VerbOptions } from "drawbridge-client/admin";
import type {
  CancelRequest,
  CompleteRequest,
  ExtendRequest,
  MaintenanceAnswer,
  MoveRequest,
  StartRequest,
} from "drawbridge-rules/wire/maintenance.ts";
import { admin } from "../server-connection.ts";
import { notifyDone } from "./notify-done.ts";
import { useVerb, type Verb } from "./use-verb.ts";

export type MaintenanceVerb = (
  | { readonly verb: "start"; readonly request: StartRequest }
  | { readonly verb: "extend"; readonly request: ExtendRequest }
  | { readonly verb: "complete"; readonly request: CompleteRequest }
  | { readonly verb: "cancel"; readonly request: CancelRequest }
  | { readonly verb: "move"; readonly request: MoveRequest }
) & { readonly options?: Pick<VerbOptions, "reason" | "override" | "propose"> };

export type MaintenanceRun = Verb<MaintenanceVerb, MaintenanceAnswer>;

/** @param saying text for each that was carried out */
export function useMaintenanceVerb(project: string, saying: (verb: MaintenanceVerb) => string): MaintenanceRun {
  return useVerb(
    project,
    (verb, idempotencyKey) => sent(project, verb, { ...verb.options, idempotencyKey }),
    (verb) => notifyDone(saying(verb)),
  );
}

function sent(project: string, { verb, request }: MaintenanceVerb, options: VerbOptions): Promise<MaintenanceAnswer> {
  if (verb === "start") return admin.startMaintenance({ project, body: request, ...options });
  if (verb === "extend") return admin.extendMaintenance({ project, body: request, ...options });
  if (verb === "complete") return admin.completeMaintenance({ project, body: request, ...options });
  if (verb === "cancel") return admin.cancelMaintenance({ project, body: request, ...options });
  return admin.moveMaintenance({ project, body: request, ...options });
}
