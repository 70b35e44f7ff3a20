import { buildStatus, type StatusAnswerServices } from "../answer/status-answer.ts";
import { readStepShares, type StepShareServices } from "../answer/step-shares.ts";
import { type AdminRoute, route } from "../request/admin-route.ts";

/** Status of the process for operators: at the well-known address, and within the admin API. */
export function statusRoutes(services: StatusAnswerServices & StepShareServices): AdminRoute[] {
  return (["getStatus", "getProgramStatus"] as const).map((operationId) =>
    route(operationId, {
      permission: "signed_in",
      isForMetricsToken: true,
      isQuiet: true,
      tag: "Status",
      summary: "Get the status of the program",
      description: "The token of `DRAWBRIDGE_METRICS_TOKEN` is accepted, too.",
      answers: { 200: { description: "Status of the program and its sources" } },
      async handle({ requester: { isAdministrator } }) {
        const steps = isAdministrator ? await readStepShares(services, services.now()) : [];
        return { status: 200, body: buildStatus(services, isAdministrator, steps) };
      },
    }),
  );
}
