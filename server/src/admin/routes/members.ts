import type { Role } from "drawbridge-rules/people/role.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { GrantQuery } from "drawbridge-rules/wire/change.ts";
import type * as wire from "drawbridge-rules/wire/member.ts";
import { invitationRequest, memberLookup, memberRequest } from "drawbridge-rules/wire/member.ts";
import { revokeLateGrant } from "../../accounts/revoke-access.ts";
import type { AdminServices } from "../admin-services.ts";
import { listGrantees, readGrantee } from "../answer/granted-people.ts";
import { changeGrant } from "../change/grant-change.ts";
import { inviteMember, maxInvitations, readNewPerson } from "../change/invitation.ts";
import { loadProjectState, readProjectId } from "../request/addressed-project.ts";
import {
  type AdminAnswer,
  type AdminRequest,
  type AdminRoute,
  changedAnswer,
  createdAnswer,
  ok,
  route,
} from "../request/admin-route.ts";
import { readBodyFields, refuseIfAny, requireBodyFields } from "../request/request-fields.ts";

const shared = { tag: "Members" } as const;
const edit = {
  ...shared,
  permission: "owner",
  problems: ["stale", "precondition_required", "refused", "conflict"],
} as const;

export function memberRoutes(services: AdminServices): AdminRoute[] {
  return [
    route("listMembers", {
      ...shared,
      permission: "viewer",
      summary: "List members of a project",
      answers: { 200: { description: "One page, in order of id" } },
      handle: async (request) => {
        const { state, epoch } = await loadProjectState(services, request);
        const { items, next } = await listGrantees(services, state.grant, epoch, request.query);
        return ok<"listMembers">({ members: items as readonly wire.Member[], next });
      },
    }),
    route("inviteMember", {
      ...shared,
      permission: "owner",
      givesAccess: true,
      summary: "Invite a person into a project",
      description: `Creates the account, its role in this project and an invitation link together. The account has no other permission. A login that
has an account is a conflict: use \`PUT\`. Owners who are no administrators can add ${maxInvitations} people in 24 hours.`,
      body: { example: { login: "ada@acme.example", name: "Ada", role: "editor" } },
      answers: { 201: { description: "The member, and the link to send to them", headers: ["location"] } },
      problems: ["conflict"],
      handle: async (request) => {
        await loadProjectState(services, request);
        const { fields, problems: found } = readBodyFields(invitationRequest, request.body);
        const person = readNewPerson(services, fields, found);
        refuseIfAny(found, request.body, "the request");
        return inviteMember(services, request, person, fields.role ?? "viewer");
      },
    }),
    route("putMember", {
      ...edit,
      givesAccess: true,
      summary: "Create or edit a member",
      usedHeaders: ["if-match", "if-none-match"],
      body: { example: { role: "operator" } },
      answers: { 200: changedAnswer, 201: createdAnswer },
      handle: async (request) => {
        await loadProjectState(services, request);
        const { role } = requireBodyFields(memberRequest, request.body);
        const id = await readGrantee(services, request);
        const answer = await changeRole(services, request, id, role);
        await revokeLateGrant(services, readProjectId(request), { person: id, actor: request.requester.actor });
        return answer;
      },
    }),
    route("deleteMember", {
      ...edit,
      summary: "Delete a member",
      description: "Tokens that the member created stay. The last owner can be deleted too: an administrator can add another.",
      usedHeaders: ["if-match"],
      answers: { 200: changedAnswer },
      handle: (request) => changeRole(services, request, request.params.person ?? "", null),
    }),
    route("lookUpPerson", {
      ...shared,
      permission: "owner",
      summary: "Find a person by login",
      body: { example: { login: "ada@acme.example" } },
      answers: { 200: { description: "The person" } },
      handle: (request) => lookUp(services, request),
    }),
  ];
}

/** @param role null means revoke */
function changeRole(
  services: AdminServices,
  request: AdminRequest<GrantQuery>,
  person: string,
  role: Role | null,
): Promise<AdminAnswer> {
  return changeGrant(services, request, { project: readProjectId(request), person, role });
}

/** In a body and not in the address: a login has no business in logs. @throws not_found */
async function lookUp(services: AdminServices, request: AdminRequest): Promise<AdminAnswer> {
  await loadProjectState(services, request);
  const fields = requireBodyFields(memberLookup, request.body);
  const person = isText(fields.login) ? await services.store.accounts.personByLogin(fields.login) : null;
  if (person === null || person.disabledAt !== null) throw new DrawbridgeError("not_found", "No person has this login.");
  return ok<"lookUpPerson">({ id: person.id, name: person.name });
}

/** Returns whether a login could be this; a store takes no lone surrogates and no NUL. */
function isText(login: string | undefined): login is string {
  return login !== undefined && login.length <= 200 && login.isWellFormed() && !login.includes("\0");
}
