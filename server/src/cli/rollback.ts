import { command } from "./command.ts";
import { carryOut } from "./reviewed-change.ts";
import { dryRunOption } from "./shared-options.ts";
import { projectId, wholeNumber } from "./text-form.ts";
import { readWishes, wishOptions } from "./wishes.ts";

export const rollback = command({
  name: "rollback",
  meaning: "write a project's configuration as it was at a revision again",
  operands: [{ name: "PROJECT", meaning: "the project's id; also of one that was deleted" }],
  options: [{ flags: "--to <revision>", meaning: "as history shows it" }, dryRunOption, ...wishOptions],
  examples: ['rollback acme-shop --to 12 --reason "2.5.0 was fine"'],
  notes:
    "A new revision, so that it can be rolled back too. Keys, and what was started by hand, stay as they are. Shows what would\nchange, and what stays, and asks before it does.",
  read: (given) => ({
    project: given.operand("PROJECT", projectId),
    to: given.required("to", wholeNumber(1, Number.MAX_SAFE_INTEGER)),
    wishes: readWishes(given),
  }),
  run: ({ project, to, wishes }, context) =>
    carryOut(
      {
        command: "rollback",
        subject: project,
        question: (changes) => `Go back to revision ${to}, with ${changes}?`,
        // What was reviewed is all that it is conditional on.
        etag: async () => null,
        send: (_, options) => context.client.rollBack({ project, body: { to }, ...options }),
        wishes,
      },
      context,
    ),
});
