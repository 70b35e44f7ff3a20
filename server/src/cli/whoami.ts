import type { WhoAmI } from "drawbridge-rules/wire/session.ts";
import { command } from "./command.ts";
import type { Context } from "./context.ts";
import { printable } from "./output.ts";
import { personText } from "./person-choice.ts";

export const whoami = command({
  name: "whoami",
  meaning: "show your identity and permissions",
  examples: ["whoami"],
  read: () => null,
  async run(_, context) {
    const me = await context.client.getSession();
    context.output.answer(me, () => whoLines(me, context));
  },
});

function whoLines(me: WhoAmI, { connection }: Context): string[] {
  const { actor, person, administrator, roles } = me;
  return [
    `Server: ${connection.url}`,
    `Signed in as ${printable(actorText(actor))} (from ${connection.tokenSource})`,
    ...(person === null
      ? ["The token belongs to no person, so it cannot approve proposals."]
      : [`The token belongs to ${personText(person)}.`]),
    ...(administrator ? ["You are an administrator with full access."] : roleLines(roles)),
  ];
}

function actorText(actor: string): string {
  if (actor === "environment") return "the admin token of the server's environment";
  if (actor === "first") return "the initial admin token";
  return actor;
}

function roleLines(roles: WhoAmI["roles"]): string[] {
  if (roles.length === 0) return ["You have no role in any project."];
  return roles.map(({ project, role }) => `  ${role} of ${printable(project)}`);
}
