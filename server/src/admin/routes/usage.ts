/** Usage of each read key, and refused reads: the basis for a rotation or a revocation. */

import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { KeyRefusals } from "drawbridge-rules/wire/adoption.ts";
import type { usageQuery } from "drawbridge-rules/wire/usage.ts";
import type { Wire } from "drawbridge-rules/wire/wire.ts";
import type { Catalog } from "../../reads/catalog/catalog.ts";
import type { KeyUse } from "../../reads/usage/key-use.ts";
import type { VersionTraffic } from "../../reads/usage/version-traffic.ts";
import { printInstallationUsage, printProjectUsage, printRefused } from "../answer/usage-wire.ts";
import { type AddressedProjectServices, loadProjectState } from "../request/addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "../request/admin-route.ts";

export interface UsageServices extends AddressedProjectServices {
  readonly catalog: Catalog;
  readonly traffic: VersionTraffic;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Projects with refused queries that are named. */
const maxProjects = 20;

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
        const now = services.now();
        const found = await services.traffic.refusedProjects(maxProjects, now);
        const projects = found.filter((project) => services.catalog.hasProject(project));
        return { status: 200, body: printInstallationUsage([missing, malformed, unknown], projects, now) };
      },
    }),
  ];
}

async function projectUsage(services: UsageServices, request: AdminRequest<Wire<typeof usageQuery>>): Promise<AdminAnswer> {
  const { state } = await loadProjectState(services, request);
  const wanted = request.query.key;
  const isWanted = ({ key }: { readonly key: string }) => wanted === undefined || wanted === key;
  const refused = (await readRefused(services, state)).filter(isWanted);
  const uses = findUses(services, state).filter(isWanted);
  return { status: 200, body: printProjectUsage(services.catalog.usage, uses, refused, services.now()) };
}

/** Refused requests of the project's keys in the last 24 hours. @throws unavailable */
export async function readRefused(services: UsageServices, state: ProjectState): Promise<KeyRefusals[]> {
  const now = services.now();
  const queries = await services.traffic.refusedQueries(state.id, now);
  const ofKeys = queries.filter(({ key }) => state.read_key.has(key));
  return printRefused(findUses(services, state), ofKeys, now);
}

function findUses({ catalog }: UsageServices, { id: project, read_key: keys }: ProjectState): KeyUse[] {
  return [...keys.keys()].flatMap((id) => catalog.usage.find(project, id) ?? []);
}
