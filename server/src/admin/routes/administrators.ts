import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { listInactiveAdministrators, refuseLastOne, revokeLateGrant } from "../../accounts/revoke-access.ts";
import type { AdminServices } from "../admin-services.ts";
import { listGrantees, readGrantee } from "../answer/granted-people.ts";
import { changeGrant } from "../change/grant-change.ts";
import { type AdminRoute, changedAnswer, createdAnswer, ok, route } from "../request/admin-route.ts";

const shared = { tag: "Administrators", permission: "administrator" } as const;
const problems = ["stale", "precondition_required", "refused", "conflict"] as const;

export function administratorRoutes(services: AdminServices): AdminRoute[] {
  return [
    route("listAdministrators", {
      ...shared,
      summary: "List administrators of the server",
      answers: { 200: { description: "One page, in order of id" } },
      handle: async (request) => {
        const { state, head } = await services.publisher.read("");
        const { items, next } = await listGrantees(services, state.grant, head.epoch, request.query);
        return ok<"listAdministrators">({ administrators: items.map(({ role: _, ...grantee }) => grantee), next });
      },
    }),
    route("putAdministrator", {
      ...shared,
      givesAccess: true,
      summary: "Make a person an administrator of the server",
      usedHeaders: ["if-match", "if-none-match"],
      answers: { 200: changedAnswer, 201: createdAnswer },
      problems,
      handle: async (request) => {
        const id = await readGrantee(services, request);
        const answer = await changeGrant(services, request, { project: "", person: id, role: "administrator" });
        await revokeLateGrant(services, "", { person: id, actor: request.requester.actor });
        return answer;
      },
    }),
    route("deleteAdministrator", {
      ...shared,
      summary: "Revoke the administrator role of a person",
      description: "Roles in projects stay. `conflict`: this is the last administrator who can sign in.",
      usedHeaders: ["if-match"],
      answers: { 200: changedAnswer },
      problems,
      handle: async (request) => {
        const id = request.params.person ?? "";
        const away = await listInactiveAdministrators(services);
        const check = ({ grant }: ProjectState) => refuseLastOne(grant.keys(), id, away);
        return changeGrant(services, request, { project: "", person: id, role: null, check });
      },
    }),
  ];
}
