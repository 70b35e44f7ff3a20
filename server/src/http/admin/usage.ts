/** Who asks with which read key, and who is refused: what a rotation and a revocation are decided by. */
import { z } from "zod";
import type { Catalog } from "../../catalog/catalog.ts";
import type { AddressedProjectServices } from "./addressed-project.ts";
import { projectIn, stateOf } from "./addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { installationUsageSchema, printInstallationUsage, printProjectUsage, projectUsageSchema } from "./usage-wire.ts";

interface UsageServices extends AddressedProjectServices {
  readonly catalog: Catalog;
  /** Epoch ms. */
  readonly now: () => number;
}

const query = z.strictObject({
  key: z
    .string()
    .optional()
    .meta({ description: "Leaves only what is about this key", examples: ["k_m4t9wzq2hd"] }),
});
const description =
  "Counted by the hour, in memory; what was counted in the last minute before a crash is lost. No address and no text of a key is kept.";

export function usageRoutes(workings: UsageServices): AdminRoute[] {
  return [
    route("getUsage", {
      permission: "viewer",
      tag: "Usage",
      summary: "Who asks with which key of a project, and who is refused, in the last 24 hours",
      description,
      query,
      answers: { 200: { description: "Counts by key", schema: projectUsageSchema } },
      handle: (request) => projectUsage(workings, request),
    }),
    route("getInstallationUsage", {
      permission: "administrator",
      tag: "Usage",
      summary: "Requests of the last 24 hours that were refused and belong to no project",
      description,
      answers: { 200: { description: "Counts by reason", schema: installationUsageSchema } },
      handle: async () => {
        const { missing, malformed, unknown } = workings.catalog.usage.anonymous;
        return { status: 200, body: printInstallationUsage([missing, malformed, unknown], workings.now()) };
      },
    }),
  ];
}

async function projectUsage(workings: UsageServices, request: AdminRequest<z.infer<typeof query>>): Promise<AdminAnswer> {
  const { read_key: keys } = (await stateOf(workings, request)).state;
  const project = projectIn(request);
  const wanted = request.query.key;
  const uses = [...keys.keys()].flatMap((id) => {
    const use = wanted === undefined || wanted === id ? workings.catalog.usage.find(project, id) : null;
    return use ? [[id, use] as const] : [];
  });
  return { status: 200, body: printProjectUsage(uses, workings.now()) };
}
