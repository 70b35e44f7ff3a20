import { changeOptionWords, readChangeOptions } from "./change-options.ts";
import { command } from "./command.ts";
import { runReviewedChange } from "./reviewed-change.ts";
import { dryRunOption } from "./shared-options.ts";
import { projectId, wholeNumber } from "./text-form.ts";

export const undo = command({
  name: "undo",
  meaning: "undo the changes of one revision, and keep later ones",
  operands: [{ name: "PROJECT", meaning: "id of a project, even a deleted one" }],
  options: [{ flags: "--revision <revision>", meaning: "revision number, from history" }, dryRunOption, ...changeOptionWords],
  examples: ['undo acme-shop --revision 16 --reason "25.0 was a typo for 2.5"'],
  notes:
    "Creates a new revision, which can be undone too. Reports where later revisions changed the same resource. Keys, tokens, roles,\nprotection and maintenance that was started, extended, moved or canceled are not undone. To restore everything as it was: rollback.",
  read: (args) => ({
    project: args.operand("PROJECT", projectId),
    revision: args.required("revision", wholeNumber(1, Number.MAX_SAFE_INTEGER)),
    changeOptions: readChangeOptions(args),
  }),
  run: ({ project, revision, changeOptions }, context) =>
    runReviewedChange(
      {
        command: "undo",
        subject: project,
        question: (changes) => `Undo revision ${revision}, with ${changes}?`,
        // Conditional only on the review.
        etag: async () => null,
        send: (_, options) => context.client.undoRevision({ project, body: { revision }, ...options }),
        changeOptions,
      },
      context,
    ),
});
