import type { Role } from "drawbridge-rules/people/role.ts";

export interface Requester {
  /** The actor in history: an id, never a name. "" on public routes. */
  readonly actor: string;
  /** Id of the signed-in person, or of the one a token counts as. */
  readonly person: string | null;
  readonly isAdministrator: boolean;
  /** SHA-256 of the session's text. */
  readonly session: string | null;
  /** Administrators own every project. */
  roleIn(project: string): Role | null;
  /** Null also means more than one. */
  soleProject(): string | null;
}

export const anonymousRequester: Requester = {
  actor: "",
  person: null,
  isAdministrator: false,
  session: null,
  roleIn: () => null,
  soleProject: () => null,
};

export const metricsReader: Requester = { ...anonymousRequester, actor: "metrics" };

export function administratorRequester(actor: string, person: string | null, session: string | null = null): Requester {
  return { actor, person, isAdministrator: true, session, roleIn: () => "owner", soleProject: () => null };
}
