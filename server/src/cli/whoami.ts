import type { WhoAmI } from "drawbridge-rules/wire/session.ts";
import { command } from "./command.ts";
import type { Context } from "./context.ts";
import { printable } from "./output.ts";
import { personText } from "./person-choice.ts";

export const whoami = command({
  name: "whoami",
  meaning: "show whom the server takes you for, and what you may",
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
    `At ${connection.url} you are ${printable(actorText(actor))}, with the token from ${connection.tokenSource}.`,
    ...(person === null ? ["It counts as nobody: it approves no proposals."] : [`It counts as ${personText(person)}.`]),
    ...(administrator ? ["You are an administrator: you may everything."] : roleLines(roles)),
  ];
}

function actorText(actor: string): string {
  if (actor === "environment") return "the token of the environment (DRAWBRIDGE_ADMIN_TOKEN)";
  if (actor === "first") return "the token of the first start";
  return actor;
}

function roleLines(roles: WhoAmI["roles"]): string[] {
  if (roles.length === 0) return ["You have no role in any project."];
  return roles.map(({ project, role }) => `  ${role} of ${printable(project)}`);
}
