/** Access tokens that somebody made belong to no person, and stay when their maker leaves: whoever sees to that is told of them. */
import type { AdminClient } from "drawbridge-client/admin";
import type { ListedAccessToken } from "drawbridge-client/wire";
import { printable } from "./output.ts";

/** More are looked up by project, with token list. */
const mostProjects = 200;

/** For administrators. @param person id */
export async function madeTokenLines(person: string, { tokens, projectTokens, projects }: AdminClient): Promise<string[]> {
  const found = (await tokens.list({ state: "active" })).filter(isTheirs(person)).map((token) => line(token, null));
  const { projects: some, next } = await projects.page({ limit: mostProjects });
  for (const { id } of some) {
    const own = await projectTokens.list(id, { state: "active" });
    for (const token of own.filter(isTheirs(person))) found.push(line(token, id));
  }
  if (next !== null) found.push("  and maybe more: look at token list of the other projects");
  return found.length === 0 ? [] : ["Access tokens that they made still open. To end them:", ...found];
}

function isTheirs(person: string): (token: ListedAccessToken) => boolean {
  return ({ made_by }) => made_by === person;
}

function line({ id, name }: ListedAccessToken, project: string | null): string {
  return `  npx drawbridge token revoke ${id}${project === null ? "" : ` --project ${project}`}   # ${printable(name)}`;
}
