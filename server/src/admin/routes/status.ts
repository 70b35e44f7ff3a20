import { findZone } from "drawbridge-rules/values/time-zones.ts";
import { printTimeZones } from "drawbridge-rules/values/zone-document.ts";
import { z } from "zod";
import { printMetrics, textFormatType } from "../../base/metrics.ts";
import { timeZones, zoneSource } from "../../base/zone-data.ts";
import type { AdminServices } from "../admin-services.ts";
import { buildStatus, readStepShares } from "../answer/status-answer.ts";
import { readWebhookProblems } from "../answer/webhook-wire.ts";
import { type AdminRoute, route } from "../request/admin-route.ts";

export function programRoutes(services: AdminServices): AdminRoute[] {
  const { metrics, proveServer, now } = services;
  const status = (["getStatus", "getProgramStatus"] as const).map((operationId) =>
    route(operationId, {
      ...watched,
      permission: "signed_in",
      isForMetricsToken: true,
      summary: "Get the status of the program",
      description: "The token of `DRAWBRIDGE_METRICS_TOKEN` is accepted, too.",
      answers: { 200: { description: "Status of the program and its sources" } },
      async handle({ requester: { isAdministrator } }) {
        if (!isAdministrator) return { status: 200, body: buildStatus(services) };
        const steps = await readStepShares(services, now());
        return { status: 200, body: buildStatus(services, { steps, webhooks: await readWebhookProblems(services, now()) }) };
      },
    }),
  );
  return [
    route("proveServer", {
      ...watched,
      permission: "public",
      summary: "Prove that this is the server recorded in the data directory",
      description:
        "The command line checks it before it sends a token to a server whose address was not given. Only users who can read the data directory can check the answer.",
      answers: { 200: { description: "The proof for this challenge" } },
      handle: async ({ query: { challenge } }) => ({ status: 200, body: { proof: proveServer(challenge) } }),
    }),
    ...status,
    route("getTimeZones", {
      ...watched,
      permission: "signed_in",
      summary: "Get the time zones",
      description: "Changes of each zone's offset from UTC since 1969, and the rule of later years.",
      answers: { 200: { description: "Time zones by this server's data" } },
      handle: async ({ query: { zone } }) => ({ status: 200, body: zone === undefined ? await timeZones() : oneZone(zone) }),
    }),
    route("getMetrics", {
      ...watched,
      // It names the read keys of every project.
      permission: "administrator",
      isForMetricsToken: true,
      summary: "Get metrics in the Prometheus text format",
      description: "The token of `DRAWBRIDGE_METRICS_TOKEN` is accepted, too.",
      answers: { 200: { description: "All metrics", schema: z.string(), types: ["text/plain"], example } },
      handle: async () => ({ status: 200, body: printMetrics(metrics), headers: { "content-type": textFormatType } }),
    }),
  ];
}

const watched = { isQuiet: true, tag: "Status" } as const;

const example = "# HELP drawbridge_projects Projects that there are.\n# TYPE drawbridge_projects gauge\ndrawbridge_projects 1\n";

function oneZone(name: string) {
  const table = findZone(name)?.table;
  return printTimeZones(zoneSource().version, new Map(table ? [[name, table]] : []));
}
