/** Administrators of the server: they own every project, and there is always one of them left who can come in. */

import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { GrantQuery } from "drawbridge-rules/wire/change.ts";
import type * as wire from "drawbridge-rules/wire/member.ts";
import type { PageQuery } from "drawbridge-rules/wire/page.ts";
import { noFields } from "drawbridge-rules/wire/values.ts";
import { administratorsAway, isLastOne } from "../../accounts/departure.ts";
import type { Publisher } from "../../publisher.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import type { ChangeServices } from "./change-answer.ts";
import { changeGrant } from "./grant-change.ts";
import { type GrantedPeopleServices, granteeIn, granteesOf, takeBackIfAway } from "./granted-people.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";
import { changedAnswer, createdAnswer } from "./shared-answers.ts";

interface AdministratorsServices extends ChangeServices, GrantedPeopleServices {
  readonly publisher: Publisher;
}

const shared = { tag: "Administrators", permission: "administrator" } as const;
const edit = { ...shared } as const;
const grants = { project: "", root: "administrators" } as const;
const problems = ["stale", "precondition_required", "refused", "conflict"] as const;
const changed = {
  200: changedAnswer,
} as const;

export function administratorRoutes(workings: AdministratorsServices): AdminRoute[] {
  return [
    route("listAdministrators", {
      ...shared,
      summary: "List administrators of the server",
      answers: { 200: { description: "A page of them, in order of their ids" } },
      handle: (request) => list(workings, request),
    }),
    route("putAdministrator", {
      ...edit,
      givesAccess: true,
      summary: "Make a person an administrator of the server",
      heeds: ["if-match", "if-none-match"],
      answers: {
        ...changed,
        201: createdAnswer,
      },
      problems,
      handle: (request) => put(workings, request),
    }),
    route("deleteAdministrator", {
      ...edit,
      summary: "Revoke the administrator role of a person",
      description: "Roles in projects stay. `conflict`: this is the last administrator who can sign in.",
      heeds: ["if-match"],
      answers: changed,
      problems,
      handle: (request) => remove(workings, request),
    }),
  ];
}

async function list(workings: AdministratorsServices, request: AdminRequest<PageQuery>): Promise<AdminAnswer> {
  const { state, head } = await workings.publisher.read("");
  const { items, next } = await granteesOf(workings, state.grant, head.epoch, request.query);
  const body: wire.AdministratorList = { administrators: items.map(({ role: _, ...grantee }) => grantee), next };
  return { status: 200, body };
}

async function put(workings: AdministratorsServices, request: AdminRequest<GrantQuery>): Promise<AdminAnswer> {
  refuseIfAny(readBodyFields(noFields, request.body).problems, request.body, "the request");
  const id = await granteeIn(workings, request);
  const answer = await changeGrant(workings, request, { ...grants, person: id, role: "administrator" });
  await takeBackIfAway(workings, request, "", id);
  return answer;
}

async function remove(workings: AdministratorsServices, request: AdminRequest<GrantQuery>): Promise<AdminAnswer> {
  const id = request.params.person ?? "";
  const away = await administratorsAway(workings);
  const check = ({ grant }: ProjectState) => {
    if (isLastOne(grant.keys(), id, away)) throw lastOne();
  };
  return changeGrant(workings, request, { ...grants, person: id, role: null, check });
}

function lastOne(): DrawbridgeError {
  return new DrawbridgeError("conflict", "This is the last administrator who can come in. Make somebody else one first.");
}
