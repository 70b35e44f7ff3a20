/** Members of a project: people, and the role that each has in it. Whoever has none is not told that the project exists. */

import { type Role, roles } from "drawbridge-rules/people/role.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { listed } from "drawbridge-rules/values/fields.ts";
import { z } from "zod";
import type * as wire from "../../../../client/src/wire.ts";
import type { Store } from "../../store/store.ts";
import type { AddressedProjectServices } from "./addressed-project.ts";
import { mustBeThere, projectIn, stateOf } from "./addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import type { ChangeServices } from "./change-answer.ts";
import { type ChangeQuery, changeQuerySchema } from "./edit-query.ts";
import { changeGrant } from "./grant-change.ts";
import type { GrantedPeopleServices } from "./granted-people.ts";
import { granteeFields, granteeIn, granteesOf, takeBackIfAway } from "./granted-people.ts";
import { next, pageQuery } from "./page.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";
import { changedAnswer, createdAnswer } from "./wire-schema.ts";

interface MembersServices extends AddressedProjectServices, ChangeServices, GrantedPeopleServices {
  readonly store: Store;
}

const role = z.enum(roles, { error: `expected ${listed(roles, "or")}` });
const memberSchema = z.strictObject({ ...granteeFields, role }).meta({ id: "Member" });
const listSchema = z.strictObject({ members: z.array(memberSchema), next }).meta({ id: "MemberList" });
const requestSchema = z.strictObject({ role }).meta({ id: "MemberRequest" });
const login = z.string({ error: "expected a login" });
const lookupSchema = z.strictObject({ login }).meta({ id: "MemberLookup" });
const foundSchema = z.strictObject({ id: z.string(), name: z.string() }).meta({ id: "FoundPerson" });
const listQuery = z.strictObject(pageQuery);

const shared = { tag: "Members" } as const;
const edit = {
  ...shared,
  permission: "owner",
  query: changeQuerySchema,
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
      summary: "Who has a role in a project; administrators of the server need none, and are not listed for it",
      query: listQuery,
      answers: { 200: { description: "A page of them, in order of their ids", schema: listSchema } },
      handle: (request) => list(workings, request),
    }),
    route("putMember", {
      ...edit,
      givesAccess: true,
      summary: "Gives somebody a role in a project, or another one",
      heeds: ["if-match", "if-none-match"],
      body: { types: ["application/json"], schema: requestSchema, required: true, example: { role: "operator" } },
      answers: {
        ...changed,
        201: createdAnswer,
      },
      handle: (request) => put(workings, request),
    }),
    route("deleteMember", {
      ...edit,
      summary: "Takes somebody's role in a project away: at once, for what they have open too",
      description: "Tokens that they made stay. The last owner may go: an administrator can always make another.",
      heeds: ["if-match"],
      answers: changed,
      handle: (request) => changeRole(workings, request, request.params.person ?? "", null),
    }),
    route("lookUpPerson", {
      ...shared,
      permission: "owner",
      summary: "Finds the person with exactly this login, so that an owner can make a member of them",
      body: { types: ["application/json"], schema: lookupSchema, required: true, example: { login: "ada@acme.example" } },
      answers: { 200: { description: "Who that is", schema: foundSchema } },
      handle: (request) => lookUp(workings, request),
    }),
  ];
}

async function list(workings: MembersServices, request: AdminRequest<z.infer<typeof listQuery>>): Promise<AdminAnswer> {
  const { state, epoch } = await stateOf(workings, request);
  const { items, next } = await granteesOf(workings, state.grant, epoch, request.query);
  const body: wire.MemberList = { members: items as readonly wire.Member[], next };
  return { status: 200, body };
}

async function put(workings: MembersServices, request: AdminRequest<ChangeQuery>): Promise<AdminAnswer> {
  await mustBeThere(workings, request);
  const { fields, problems } = readBodyFields(requestSchema, request.body);
  refuseIfAny(problems, request.body, "the request");
  const id = await granteeIn(workings, request);
  const answer = await changeRole(workings, request, id, fields.role ?? null);
  await takeBackIfAway(workings, request, projectIn(request), id);
  return answer;
}

/** @param role null: none any more */
function changeRole(
  workings: MembersServices,
  request: AdminRequest<ChangeQuery>,
  person: string,
  role: Role | null,
): Promise<AdminAnswer> {
  return changeGrant(workings, request, { project: projectIn(request), person, role, root: "members" });
}

/** In a body and not in the address: a login has no business in logs. @throws not_found */
async function lookUp(workings: MembersServices, request: AdminRequest): Promise<AdminAnswer> {
  await mustBeThere(workings, request);
  const { fields, problems } = readBodyFields(lookupSchema, request.body);
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
