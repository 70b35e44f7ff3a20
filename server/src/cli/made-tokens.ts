/** Access tokens that somebody made belong to no person, and stay when their maker leaves: whoever sees to that is told of them. */
import type { ListedAccessToken } from "drawbridge-client/wire";
import type { Context } from "./context.ts";
import { printable } from "./output.ts";

/** More are looked up by project, with token list. */
const mostProjects = 200;

/** For administrators. @param person id */
export async function madeTokenLines(person: string, context: Pick<Context, "client" | "line">): Promise<string[]> {
  const { tokens, projectTokens, projects } = context.client;
  const found = (await tokens.list({ state: "active" }))
    .filter(isTheirs(person))
    .map((token) => revokeLine(token, null, context));
  const { projects: some, next } = await projects.page({ limit: mostProjects });
  for (const { id } of some) {
    const own = await projectTokens.list(id, { state: "active" });
    found.push(...own.filter(isTheirs(person)).map((token) => revokeLine(token, id, context)));
  }
  if (next !== null) found.push("  and maybe more: look at token list of the other projects");
  return found.length === 0 ? [] : ["Access tokens that they made still open. To end them:", ...found];
}

function isTheirs(person: string): (token: ListedAccessToken) => boolean {
  return ({ made_by }) => made_by === person;
}

function revokeLine({ id, name }: ListedAccessToken, project: string | null, { line }: Pick<Context, "line">): string {
  return `  ${line(`token revoke ${id}${project === null ? "" : ` --project ${project}`}`)}   # ${printable(name)}`;
}
