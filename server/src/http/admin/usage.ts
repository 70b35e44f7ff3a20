/** Who asks with which read key, and who is refused: what a rotation and a revocation are decided by. */

import type { usageQuery } from "drawbridge-rules/wire/usage.ts";

import type { Wire } from "drawbridge-rules/wire/wire.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import { type AddressedProjectServices, projectIn, stateOf } from "./addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { printInstallationUsage, printProjectUsage } from "./usage-wire.ts";

interface UsageServices extends AddressedProjectServices {
  readonly catalog: Catalog;
  /** Epoch ms. */
  readonly now: () => number;
}

const description =
  "Counted by the hour, in memory; what was counted in the last minute before a crash is lost. No address and no text of a key is kept.";

export function usageRoutes(workings: UsageServices): AdminRoute[] {
  return [
    route("getUsage", {
      permission: "viewer",
      tag: "Usage",
      summary: "Get requests of the last 24 hours by read key",
      description,
      answers: { 200: { description: "Counts by key" } },
      handle: (request) => projectUsage(workings, request),
    }),
    route("getInstallationUsage", {
      permission: "administrator",
      tag: "Usage",
      summary: "Get refused requests of the last 24 hours without a project",
      description,
      answers: { 200: { description: "Counts by reason" } },
      handle: async () => {
        const { missing, malformed, unknown } = workings.catalog.usage.anonymous;
        return { status: 200, body: printInstallationUsage([missing, malformed, unknown], workings.now()) };
      },
    }),
  ];
}

async function projectUsage(workings: UsageServices, request: AdminRequest<Wire<typeof usageQuery>>): Promise<AdminAnswer> {
  const { read_key: keys } = (await stateOf(workings, request)).state;
  const project = projectIn(request);
  const wanted = request.query.key;
  const uses = [...keys.keys()].flatMap((id) => {
    const use = wanted === undefined || wanted === id ? workings.catalog.usage.find(project, id) : null;
    return use ? [[id, use] as const] : [];
  });
  return { status: 200, body: printProjectUsage(uses, workings.now()) };
}
