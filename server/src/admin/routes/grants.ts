import type { Grant } from "drawbridge-rules/people/role.ts";
import type { ProjectState, Revisioned } from "drawbridge-rules/project/project-state.ts";
import type { ResourceMap } from "drawbridge-rules/project/resource-map.ts";
import { DrawbridgeError, throwIfAny } from "drawbridge-rules/values/errors.ts";
import type { GrantQuery } from "drawbridge-rules/wire/change.ts";
import type * as wire from "drawbridge-rules/wire/member.ts";
import { invitationRequest, memberLookup, memberRequest } from "drawbridge-rules/wire/member.ts";
import type { PageQuery } from "drawbridge-rules/wire/values.ts";
import { listInactiveAdministrators, refuseLastOne, revokeLateGrant } from "../../accounts/revoke-access.ts";
import type { AdminServices } from "../admin-services.ts";
import { actorNames } from "../answer/marks-wire.ts";
import { change, changeAnswer } from "../change/change-answer.ts";
import { inviteMember, maxInvitations, readNewPerson } from "../change/invitation.ts";
import {
  type AdminAnswer,
  type AdminRequest,
  type AdminRoute,
  changedAnswer,
  createdAnswer,
  ok,
  route,
} from "../request/admin-route.ts";
import { paginateMap } from "../request/page.ts";
import { loadProjectState, readProjectId } from "../request/permission.ts";
import { formatEtag } from "../request/precondition.ts";
import { readBodyFields, refuseIfAny, requireBodyFields } from "../request/request-fields.ts";

/** @throws invalid, unavailable */
async function listGrantees(
  { store }: AdminServices,
  grants: ResourceMap<Revisioned<Grant>>,
  epoch: string,
  query: PageQuery,
): Promise<{ readonly items: (wire.Grantee & { readonly role: Grant["role"] })[]; readonly next: string | null }> {
  const { items, next } = await paginateMap(grants, query);
  const shown = items.map(async ([id, { value, revision }]) => {
    const person = await store.accounts.person(id);
    const { name = null, login = null } = person ?? {};
    const disabled = person === null || person.disabledAt !== null;
    return { person: id, name, login, disabled, role: value.role, revision, etag: formatEtag(epoch, revision) };
  });
  return { items: await Promise.all(shown), next };
}

/** @throws not_found, invalid: the person is disabled */
async function readGrantee({ store }: AdminServices, { params }: Pick<AdminRequest, "params">): Promise<string> {
  const id = params.person ?? "";
  const person = await store.accounts.person(id);
  if (person === null) throw new DrawbridgeError("not_found", "There is no person with this id. Find the person by login.");
  const message = "is a disabled person: enable the person first";
  if (person.disabledAt !== null) throwIfAny([{ path: "person", message }], "the request");
  return id;
}

interface GrantChange {
  readonly project: string;
  readonly person: string;
  readonly role: Grant["role"] | null;
  /** May throw, over the state that is changed. */
  readonly check?: (state: ProjectState) => void;
}

/** @throws not_found, stale, precondition_required, what `check` throws, unavailable */
async function changeGrant(
  services: AdminServices,
  request: AdminRequest<GrantQuery>,
  { project, person, role, check }: GrantChange,
): Promise<AdminAnswer> {
  const result = await change(services, request, {
    project,
    resource: { kind: "grant", id: person },
    mustExist: role === null,
    needsPrecondition: true,
    edits: (state) => {
      check?.(state);
      return [{ kind: "grant", id: person, value: role === null ? null : { role } }];
    },
  });
  const before = result.published.before.grant.get(person)?.value;
  const path = `${project === "" ? "administrators" : "members"}.${person}`;
  // A plan covers only the configuration, and grants are not part of it.
  const isSame = (before?.role ?? null) === role;
  const differences = isSame ? [] : [{ path, before: before?.role, after: role ?? undefined }];
  const name = (await actorNames(services, [person]))(person);
  const names = { person: name === null ? {} : { [person]: name } };
  return changeAnswer({ ...result, body: { ...result.body, differences, names } }, request);
}

const problems = ["stale", "precondition_required", "refused", "conflict"] as const;
const ofMembers = { tag: "Members" } as const;
const edit = {
  ...ofMembers,
  permission: "owner",
  problems,
} as const;

export function memberRoutes(services: AdminServices): AdminRoute[] {
  return [
    route("listMembers", {
      ...ofMembers,
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
      ...ofMembers,
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
        const project = readProjectId(request);
        const answer = await changeGrant(services, request, { project, person: id, role });
        await revokeLateGrant(services, project, { person: id, actor: request.requester.actor });
        return answer;
      },
    }),
    route("deleteMember", {
      ...edit,
      summary: "Delete a member",
      description: "Tokens that the member created stay. The last owner can be deleted too: an administrator can add another.",
      usedHeaders: ["if-match"],
      answers: { 200: changedAnswer },
      handle: (request) => {
        const { person = "" } = request.params;
        return changeGrant(services, request, { project: readProjectId(request), person, role: null });
      },
    }),
    route("lookUpPerson", {
      ...ofMembers,
      permission: "owner",
      summary: "Find a person by login",
      body: { example: { login: "ada@acme.example" } },
      answers: { 200: { description: "The person" } },
      handle: (request) => lookUp(services, request),
    }),
  ];
}

/** In a body and not in the address: a login has no business in logs. @throws not_found */
async function lookUp(services: AdminServices, request: AdminRequest): Promise<AdminAnswer> {
  await loadProjectState(services, request);
  const fields = requireBodyFields(memberLookup, request.body);
  const person = isText(fields.login) ? await services.store.accounts.personByLogin(fields.login) : null;
  if (person === null || person.disabledAt !== null) throw new DrawbridgeError("not_found", "No person has this login.");
  return ok<"lookUpPerson">({ id: person.id, name: person.name });
}

/** A store takes no lone surrogates and no NUL. */
function isText(login: string | undefined): login is string {
  return login !== undefined && login.length <= 200 && login.isWellFormed() && !login.includes("\0");
}

const ofAdministrators = { tag: "Administrators", permission: "administrator" } as const;

export function administratorRoutes(services: AdminServices): AdminRoute[] {
  return [
    route("listAdministrators", {
      ...ofAdministrators,
      summary: "List administrators of the server",
      answers: { 200: { description: "One page, in order of id" } },
      handle: async (request) => {
        const { state, head } = await services.publisher.read("");
        const { items, next } = await listGrantees(services, state.grant, head.epoch, request.query);
        return ok<"listAdministrators">({ administrators: items.map(({ role: _, ...grantee }) => grantee), next });
      },
    }),
    route("putAdministrator", {
      ...ofAdministrators,
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
      ...ofAdministrators,
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
