/** Usage of each read key, and refused reads: the basis for a rotation or a revocation. */

import type { usageQuery } from "drawbridge-rules/wire/usage.ts";
import type { Wire } from "drawbridge-rules/wire/wire.ts";
import type { Catalog } from "../../../catalog/catalog.ts";
import { printInstallationUsage, printProjectUsage } from "../answer/usage-wire.ts";
import { type AddressedProjectServices, loadProjectState, readProjectId } from "../request/addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "../request/admin-route.ts";

interface UsageServices extends AddressedProjectServices {
  readonly catalog: Catalog;
  /** Epoch ms. */
  readonly now: () => number;
}

const description = "Counted by the hour; a crash loses the last minute. Addresses and texts of keys are never stored.";

export function usageRoutes(services: UsageServices): AdminRoute[] {
  return [
    route("getUsage", {
      permission: "viewer",
      tag: "Usage",
      summary: "Get requests of the last 24 hours by read key",
      description,
      answers: { 200: { description: "Counts by key" } },
      handle: (request) => projectUsage(services, request),
    }),
    route("getInstallationUsage", {
      permission: "administrator",
      tag: "Usage",
      summary: "Get refused requests of the last 24 hours that belong to no project",
      answers: { 200: { description: "Counts by reason" } },
      handle: async () => {
        const { missing, malformed, unknown } = services.catalog.usage.anonymous;
        return { status: 200, body: printInstallationUsage([missing, malformed, unknown], services.now()) };
      },
    }),
  ];
}

async function projectUsage(services: UsageServices, request: AdminRequest<Wire<typeof usageQuery>>): Promise<AdminAnswer> {
  const { read_key: keys } = (await loadProjectState(services, request)).state;
  const project = readProjectId(request);
  const wanted = request.query.key;
  const uses = [...keys.keys()].flatMap((id) => {
    const use = wanted === undefined || wanted === id ? services.catalog.usage.find(project, id) : null;
    return use ? [use] : [];
  });
  const now = services.now();
  return { status: 200, body: printProjectUsage(services.catalog.usage, uses, now) };
}
