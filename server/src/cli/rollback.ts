import { changeOptionWords, readChangeOptions } from "./change-options.ts";
import { command } from "./command.ts";
import { runReviewedChange } from "./reviewed-change.ts";
import { dryRunOption } from "./shared-options.ts";
import { projectId, wholeNumber } from "./text-form.ts";

export const rollback = command({
  name: "rollback",
  meaning: "restore a project's configuration from an earlier revision",
  operands: [{ name: "PROJECT", meaning: "id of a project, even a deleted one" }],
  options: [{ flags: "--to <revision>", meaning: "revision number, from history" }, dryRunOption, ...changeOptionWords],
  examples: ['rollback acme-shop --to 12 --reason "2.5.0 was fine"'],
  notes:
    "Creates a new revision, which can be rolled back too. Keys and maintenance started by hand stay as they are. Shows the\nchanges and asks for confirmation.",
  read: (args) => ({
    project: args.operand("PROJECT", projectId),
    to: args.required("to", wholeNumber(1, Number.MAX_SAFE_INTEGER)),
    changeOptions: readChangeOptions(args),
  }),
  run: ({ project, to, changeOptions }, context) =>
    runReviewedChange(
      {
        command: "rollback",
        subject: project,
        question: (changes) => `Restore revision ${to}, with ${changes}?`,
        // The reviewed plan is the only precondition.
        etag: async () => null,
        send: (_, options) => context.client.rollBack({ project, body: { to }, ...options }),
        changeOptions,
      },
      context,
    ),
});
