/** Somebody who has shown a token or a session, and what they may. */
import type { Role } from "drawbridge-rules/people/role.ts";

export interface Requester {
  /** What history keeps: an id, and never a name. "" for whoever asks a public route. */
  readonly actor: string;
  /** Id of the person who asks, or whom the token counts as; null: nobody in particular. */
  readonly person: string | null;
  readonly isAdministrator: boolean;
  /** SHA-256 of the session's text; null where no session was shown. */
  readonly session: string | null;
  /** An administrator owns every project. */
  roleIn(project: string): Role | null;
  /** The only project in which the requester has a role: the token's, or the person's. Null: none, or more than one. */
  soleProject(): string | null;
}

/** Whoever asks a public route. */
export const anybody: Requester = {
  actor: "",
  person: null,
  isAdministrator: false,
  session: null,
  roleIn: () => null,
  soleProject: () => null,
};

/** Whoever shows the token that only watches. */
export const metricsReader: Requester = { ...anybody, actor: "metrics" };

export function administratorCalled(actor: string, person: string | null, session: string | null = null): Requester {
  return { actor, person, isAdministrator: true, session, roleIn: () => "owner", soleProject: () => null };
}
