import { fillPath } from "drawbridge-rules/api/paths.ts";
import { type Person, readLogin, readPersonName } from "drawbridge-rules/people/person.ts";
import type { Role } from "drawbridge-rules/people/role.ts";
import { findProject } from "drawbridge-rules/project/project-state.ts";
import { DAY } from "drawbridge-rules/values/duration.ts";
import { DrawbridgeError, type Problem } from "drawbridge-rules/values/errors.ts";
import type { InvitedMember } from "drawbridge-rules/wire/member.ts";
import { createAccountLink, invitationLife } from "../../accounts/account-link.ts";
import { shortId } from "../../base/short-id.ts";
import type { AdminServices } from "../admin-services.ts";
import { printLink } from "../answer/people-wire.ts";
import type { AdminAnswer, AdminRequest } from "../request/admin-route.ts";
import { projectNotFound, readProjectId } from "../request/permission.ts";

/** By the owners of a project within a day, or one could fill the installation with accounts. */
export const maxInvitations = 100;

export function readNewPerson(
  { now, randomBytes }: Pick<AdminServices, "now" | "randomBytes">,
  fields: { readonly login?: unknown; readonly name?: unknown },
  problems: Problem[],
): Person {
  const login = fields.login === undefined ? null : readLogin(fields.login, "login", problems);
  const name = fields.name === undefined ? null : readPersonName(fields.name, "name", problems);
  return { id: shortId("u_", randomBytes), login: login ?? "", name: name ?? "", createdAt: now(), disabledAt: null };
}

/** Never changes an existing account. @throws not_found, conflict, invalid */
export async function inviteMember(
  services: AdminServices,
  request: AdminRequest<{ readonly reason?: string | undefined }>,
  person: Person,
  role: Role,
): Promise<AdminAnswer> {
  const { publisher, log } = services;
  const { requester, query } = request;
  const project = readProjectId(request);
  const made = createAccountLink(services, { person: person.id, isAdministrator: false, life: invitationLife });
  const { head } = await publisher.publish({
    project,
    actor: requester.actor,
    reason: query.reason ?? "",
    account: { person, link: made.link },
    edits: async (state) => {
      if (!findProject(state)) throw projectNotFound();
      await checkInvitation(services, request, project, person.login);
      return [{ kind: "grant", id: person.id, value: { role } }];
    },
  });
  const invited = { actor: requester.actor, person: person.id, project, role };
  log.info?.({ event: "person.invited", ...invited }, "A person was invited into a project");
  const { id, login, name } = person;
  const body: InvitedMember = { person: id, name, login, role, revision: head.revision, link: printLink(made) };
  return { status: 201, body, headers: { location: fillPath("putMember", { project, person: id }) } };
}

async function checkInvitation(
  { store, now }: AdminServices,
  { requester }: AdminRequest,
  project: string,
  login: string,
): Promise<void> {
  if ((await store.accounts.personByLogin(login)) !== null)
    throw new DrawbridgeError("conflict", "This login already has an account. Add the person as a member instead.");
  if (requester.isAdministrator) return;
  const commits = await store.history(project, { kind: "grant", from: now() - DAY, limit: 200 });
  const added = commits.flatMap(({ changes }) => changes.filter(({ before, value }) => before === null && value !== null));
  if (added.length < maxInvitations) return;
  throw new DrawbridgeError(
    "conflict",
    `This project has ${maxInvitations} new members within 24 hours. Ask an administrator to add more.`,
  );
}
