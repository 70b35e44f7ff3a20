import { type AdminRoute, route } from "./admin-route.ts";
import { type StatusAnswerServices, statusOf } from "./status-answer.ts";

/** What is running, for whoever looks after it: the same at the address that people know and among the rest of the API. */
export function statusRoutes(workings: StatusAnswerServices): AdminRoute[] {
  return (["getStatus", "getProgramStatus"] as const).map((operationId) =>
    route(operationId, {
      permission: "signed_in",
      isForMetricsToken: true,
      isQuiet: true,
      tag: "Status",
      summary: "Get the status of the program",
      description: "The token of `DRAWBRIDGE_METRICS_TOKEN` is accepted, too.",
      answers: { 200: { description: "The program and what it follows" } },
      handle: async ({ requester }) => ({ status: 200, body: statusOf(workings, requester.isAdministrator) }),
    }),
  );
}
