/** What is done to maintenance in real time, one verb at a time. */
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
import { useVerb, type Verb } from "./use-verb.ts";

export type MaintenanceVerb = (
  | { readonly verb: "start"; readonly request: StartRequest }
  | { readonly verb: "extend"; readonly request: ExtendRequest }
  | { readonly verb: "complete"; readonly request: CompleteRequest }
  | { readonly verb: "cancel"; readonly request: CancelRequest }
  | { readonly verb: "move"; readonly request: MoveRequest }
) & { readonly options?: Pick<VerbOptions, "reason" | "override" | "propose"> };

/** @param onDone hears of each that was carried out */
export function useMaintenanceVerb(
  project: string,
  onDone: (verb: MaintenanceVerb, answer: MaintenanceAnswer) => void,
): Verb<MaintenanceVerb, MaintenanceAnswer> {
  return useVerb(project, (verb, idempotencyKey) => sent(project, verb, { ...verb.options, idempotencyKey }), onDone);
}

function sent(project: string, { verb, request }: MaintenanceVerb, options: VerbOptions): Promise<MaintenanceAnswer> {
  if (verb === "start") return admin.startMaintenance({ project, body: request, ...options });
  if (verb === "extend") return admin.extendMaintenance({ project, body: request, ...options });
  if (verb === "complete") return admin.completeMaintenance({ project, body: request, ...options });
  if (verb === "cancel") return admin.cancelMaintenance({ project, body: request, ...options });
  return admin.moveMaintenance({ project, body: request, ...options });
}
