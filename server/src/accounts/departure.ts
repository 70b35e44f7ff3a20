/** What somebody may ends with their account. In the log, so that history tells; the account itself is beside it. */
import { DrawbridgeError } from "../domain/errors.ts";
import type { GrantRing } from "../http/admin/grant-ring.ts";
import type { Publisher } from "../publisher.ts";

export interface DepartureWorkings {
  readonly publisher: Publisher;
  readonly grants: GrantRing;
}

export interface Departure {
  /** Id. */
  readonly person: string;
  readonly actor: string;
  readonly reason: string;
}

/** Also where it was begun before and cut off. @throws conflict: nobody else is an administrator */
export async function endAdministration({ publisher }: DepartureWorkings, departure: Departure): Promise<void> {
  await endGrant(publisher, "", departure);
}

/** Roles in projects, which nobody needs to take over: an administrator owns every project. */
export async function endRoles({ publisher, grants }: DepartureWorkings, departure: Departure): Promise<void> {
  for (const [project] of grants.rolesOf(departure.person)) await endGrant(publisher, project, departure);
}

async function endGrant(publisher: Publisher, project: string, { person, actor, reason }: Departure): Promise<void> {
  await publisher.publish({
    project,
    actor,
    reason,
    override: [],
    dryRun: false,
    edits: ({ grant }) => {
      if (!grant.has(person)) return [];
      if (project === "" && grant.size === 1) {
        throw new DrawbridgeError("conflict", "This is the last administrator. Make somebody else one first.");
      }
      return [{ kind: "grant", id: person, value: null }];
    },
  });
}
