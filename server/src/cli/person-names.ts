/** Names of people by id, for lists that have only ids. Without permission to read names, ids are shown. */
import { isAdminError } from "drawbridge-client/admin";
import type { Context } from "./context.ts";

export type Names = ReadonlyMap<string, string>;

/** @param project whose members are listed if the requester is not an administrator */
export async function personNames(project: string | null, { client }: Pick<Context, "client">): Promise<Names> {
  try {
    return new Map((await client.listAll("listPeople")).map(({ id, name }) => [id, name]));
  } catch (error) {
    if (!isAdminError(error)) throw error;
    return project === null ? new Map() : memberNames(project, client);
  }
}

async function memberNames(project: string, client: Context["client"]): Promise<Names> {
  try {
    const members = await client.listAll("listMembers", { project });
    return new Map(members.flatMap(({ person, name }) => (name === null ? [] : [[person, name]])));
  } catch (error) {
    if (!isAdminError(error)) throw error;
    return new Map();
  }
}
