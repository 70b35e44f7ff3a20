import type { Role } from "drawbridge-rules/people/role.ts";

export interface Requester {
  /** The actor in history: an id, never a name. "" on public routes. */
  readonly actor: string;
  /** Id of the signed-in person, or of the person a token counts as; null means none. */
  readonly person: string | null;
  readonly isAdministrator: boolean;
  /** SHA-256 of the session's text; null means the request had no session. */
  readonly session: string | null;
  /** Administrators own every project. */
  roleIn(project: string): Role | null;
  /** The only project in which the requester has a role: the token's, or the person's. Null means none, or more than one. */
  soleProject(): string | null;
}

/** The requester on public routes. */
export const anonymousRequester: Requester = {
  actor: "",
  person: null,
  isAdministrator: false,
  session: null,
  roleIn: () => null,
  soleProject: () => null,
};

/** The requester with the metrics token, which can only read metrics. */
export const metricsReader: Requester = { ...anonymousRequester, actor: "metrics" };

export function administratorRequester(actor: string, person: string | null, session: string | null = null): Requester {
  return { actor, person, isAdministrator: true, session, roleIn: () => "owner", soleProject: () => null };
}
