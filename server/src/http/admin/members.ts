/** Members of a project: people, and the role that each has in it. Whoever has none is not told that the project exists. */

import type { Role } from "drawbridge-rules/people/role.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { GrantQuery } from "drawbridge-rules/wire/change.ts";
import type * as wire from "drawbridge-rules/wire/member.ts";
import { memberLookup, memberRequest } from "drawbridge-rules/wire/member.ts";
import type { PageQuery } from "drawbridge-rules/wire/page.ts";
import type { Store } from "../../store/store.ts";
import { type AddressedProjectServices, mustBeThere, projectIn, stateOf } from "./addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import type { ChangeServices } from "./change-answer.ts";
import { changeGrant } from "./grant-change.ts";
import { type GrantedPeopleServices, granteeIn, granteesOf, takeBackIfAway } from "./granted-people.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";
import { changedAnswer, createdAnswer } from "./shared-answers.ts";

interface MembersServices extends AddressedProjectServices, ChangeServices, GrantedPeopleServices {
  readonly store: Store;
}

const shared = { tag: "Members" } as const;
const edit = {
  ...shared,
  permission: "owner",
  problems: ["stale", "precondition_required", "refused", "conflict"],
} as const;
const changed = {
  200: changedAnswer,
} as const;

export function memberRoutes(workings: MembersServices): AdminRoute[] {
  return [
    route("listMembers", {
      ...shared,
      permission: "viewer",
      summary: "List members of a project",
      answers: { 200: { description: "A page of them, in order of their ids" } },
      handle: (request) => list(workings, request),
    }),
    route("putMember", {
      ...edit,
      givesAccess: true,
      summary: "Create or edit a member",
      heeds: ["if-match", "if-none-match"],
      body: { example: { role: "operator" } },
      answers: {
        ...changed,
        201: createdAnswer,
      },
      handle: (request) => put(workings, request),
    }),
    route("deleteMember", {
      ...edit,
      summary: "Delete a member immediately",
      description: "Tokens that the member created stay. The last owner can be deleted: an administrator can always add another.",
      heeds: ["if-match"],
      answers: changed,
      handle: (request) => changeRole(workings, request, request.params.person ?? "", null),
    }),
    route("lookUpPerson", {
      ...shared,
      permission: "owner",
      summary: "Find a person by login",
      body: { example: { login: "ada@acme.example" } },
      answers: { 200: { description: "Who that is" } },
      handle: (request) => lookUp(workings, request),
    }),
  ];
}

async function list(workings: MembersServices, request: AdminRequest<PageQuery>): Promise<AdminAnswer> {
  const { state, epoch } = await stateOf(workings, request);
  const { items, next } = await granteesOf(workings, state.grant, epoch, request.query);
  const body: wire.MemberList = { members: items as readonly wire.Member[], next };
  return { status: 200, body };
}

async function put(workings: MembersServices, request: AdminRequest<GrantQuery>): Promise<AdminAnswer> {
  await mustBeThere(workings, request);
  const { fields, problems } = readBodyFields(memberRequest, request.body);
  refuseIfAny(problems, request.body, "the request");
  const id = await granteeIn(workings, request);
  const answer = await changeRole(workings, request, id, fields.role ?? null);
  await takeBackIfAway(workings, request, projectIn(request), id);
  return answer;
}

/** @param role null: none any more */
function changeRole(
  workings: MembersServices,
  request: AdminRequest<GrantQuery>,
  person: string,
  role: Role | null,
): Promise<AdminAnswer> {
  return changeGrant(workings, request, { project: projectIn(request), person, role, root: "members" });
}

/** In a body and not in the address: a login has no business in logs. @throws not_found */
async function lookUp(workings: MembersServices, request: AdminRequest): Promise<AdminAnswer> {
  await mustBeThere(workings, request);
  const { fields, problems } = readBodyFields(memberLookup, request.body);
  refuseIfAny(problems, request.body, "the request");
  const person = isText(fields.login) ? await workings.store.accounts.personByLogin(fields.login) : null;
  if (person === null || person.disabledAt !== null) throw new DrawbridgeError("not_found", "Nobody has this login.");
  const body: wire.FoundPerson = { id: person.id, name: person.name };
  return { status: 200, body };
}

/** Whether a login could be this; a store takes no lone surrogates and no NUL. */
function isText(login: string | undefined): login is string {
  return login !== undefined && login.length <= 200 && login.isWellFormed() && !login.includes("\0");
}
