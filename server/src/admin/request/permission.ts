/** A route without a permission stops the program from starting. */
import { isAtLeast, type Role, roles } from "drawbridge-rules/people/role.ts";
import { isSlug } from "drawbridge-rules/project/project.ts";
import { findProject, type ProjectState } from "drawbridge-rules/project/project-state.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Requester } from "../../accounts/requester.ts";
import type { Publisher } from "../../log/publisher.ts";
import type { Store } from "../../store/store.ts";

interface Addressed {
  readonly params: Readonly<Record<string, string>>;
}

/** @throws not_found: no project can have such an id */
export function readProjectId({ params }: Addressed): string {
  const id = params.project ?? "";
  if (!isSlug(id)) throw projectNotFound();
  return id;
}

/** @throws not_found, unavailable */
export async function loadProjectState(
  { publisher }: { readonly publisher: Publisher },
  request: Addressed,
): Promise<{ readonly state: ProjectState; readonly epoch: string }> {
  const { state, head } = await publisher.read(readProjectId(request));
  if (!findProject(state)) throw projectNotFound();
  return { state, epoch: head.epoch };
}

export function projectNotFound(): DrawbridgeError {
  return new DrawbridgeError("not_found", "There is no such project.");
}

/** `signed_in`: any token or session; a role: in the project of the path. */
export type Permission = "public" | "signed_in" | Role | "administrator";

const permissions: readonly string[] = ["public", "signed_in", ...roles, "administrator"];

/** @throws a defect: the route has no permission, or a project role without a project */
export function checkPermission({
  permission,
  method,
  path,
}: Readonly<Record<"method" | "path", string>> & { readonly permission: Permission }): void {
  if (!permissions.includes(permission)) throw new Error(`${method} ${path} does not say who may use it`);
  if (roles.some((role) => role === permission) !== path.includes("{project}"))
    throw new Error(`${method} ${path}: a route requires a role exactly where the path names a project, not ${permission}`);
}

/** A project is not found for requesters without a role in it. @throws forbidden, not_found */
export function permit(requester: Requester, permission: Permission, project: string | undefined): void {
  if (permission === "public" || permission === "signed_in") return;
  if (permission === "administrator") {
    if (requester.isAdministrator) return;
    throw new DrawbridgeError("forbidden", "Only administrators of this server can do this.");
  }
  const role = requester.roleIn(project ?? "");
  if (isAtLeast(role, permission)) return;
  if (role === null) throw projectNotFound();
  throw new DrawbridgeError("forbidden", `This requires the role ${permission} in the project. Yours is ${role}.`);
}

/** Checks routes with `givesAccess`. @throws forbidden: a token whose creator is disabled or erased */
export async function refuseOrphanedToken(services: { readonly store: Store }, requester: Requester): Promise<void> {
  if (requester.person === null || (await findResponsiblePerson(services, requester)) !== null) return;
  const text =
    "The account of the person who created this access token is disabled or erased, so it can no longer create credentials or " +
    "accounts, grant roles or approve changes. Ask an owner or an administrator for a new token.";
  throw new DrawbridgeError("forbidden", text);
}

/** Null means a token without a person, or whose creator is disabled or erased. */
export async function findResponsiblePerson(
  { store }: { readonly store: Store },
  { person, session }: Pick<Requester, "person" | "session">,
): Promise<string | null> {
  if (person === null || session !== null) return person;
  const maker = await store.accounts.person(person);
  return maker === null || maker.disabledAt !== null ? null : person;
}
