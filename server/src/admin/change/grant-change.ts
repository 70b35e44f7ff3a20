import type { Grant } from "drawbridge-rules/people/role.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { GrantQuery } from "drawbridge-rules/wire/change.ts";
import type { AdminServices } from "../admin-services.ts";
import { actorNames } from "../answer/marks-wire.ts";
import type { AdminAnswer, AdminRequest } from "../request/admin-route.ts";
import { change, changeAnswer } from "./change-answer.ts";

interface GrantChange {
  /** "" for the installation. */
  readonly project: string;
  readonly person: string;
  /** Null means revoke the role. */
  readonly role: Grant["role"] | null;
  /** May refuse by throwing, over the state that is changed. */
  readonly check?: (state: ProjectState) => void;
}

/** @throws not_found, stale, precondition_required, what `check` throws, unavailable */
export async function changeGrant(
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
