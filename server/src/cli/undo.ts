import { command } from "./command.ts";
import { carryOut } from "./reviewed-change.ts";
import { dryRunOption } from "./shared-options.ts";
import { projectId, wholeNumber } from "./text-form.ts";
import { readWishes, wishOptions } from "./wishes.ts";

export const undo = command({
  name: "undo",
  meaning: "reverse the changes of one revision, and keep later ones",
  operands: [{ name: "PROJECT", meaning: "the project's id; also of one that was deleted" }],
  options: [{ flags: "--revision <revision>", meaning: "as history shows it" }, dryRunOption, ...wishOptions],
  examples: ['undo acme-shop --revision 16 --reason "25.0 was a typo for 2.5"'],
  notes:
    "A new revision, so that it can be undone too. Says where later revisions changed the same resource. Keys, tokens, roles,\nprotection and maintenance that was started, extended, moved or canceled are not undone. To restore everything as it was: rollback.",
  read: (given) => ({
    project: given.operand("PROJECT", projectId),
    revision: given.required("revision", wholeNumber(1, Number.MAX_SAFE_INTEGER)),
    wishes: readWishes(given),
  }),
  run: ({ project, revision, wishes }, context) =>
    carryOut(
      {
        command: "undo",
        subject: project,
        question: (changes) => `Undo revision ${revision}, with ${changes}?`,
        // Conditional only on the review.
        etag: async () => null,
        send: (_, options) => context.client.undoRevision({ project, body: { revision }, ...options }),
        wishes,
      },
      context,
    ),
});
