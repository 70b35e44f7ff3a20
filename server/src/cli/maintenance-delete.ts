import { changeOptionWords, readChangeOptions } from "./change-options.ts";
import { command } from "./command.ts";
import { runReviewedChange } from "./reviewed-change.ts";
import { dryRunOption, projectOption } from "./shared-options.ts";
import { projectId, slug } from "./text-form.ts";

export const maintenanceDelete = command({
  name: "maintenance delete",
  meaning: "delete a window with all its occurrences",
  operands: [{ name: "WINDOW", meaning: "the window's id" }],
  options: [projectOption, dryRunOption, ...changeOptionWords],
  examples: ["maintenance delete backup --project acme-shop"],
  notes: "To cancel one occurrence, use maintenance cancel. If a manifest has the window, remove it there and apply the file.",
  read: (args) => ({
    window: args.operand("WINDOW", slug),
    project: args.required("project", projectId),
    changeOptions: readChangeOptions(args),
  }),
  run({ window, project, changeOptions }, context) {
    const { client } = context;
    return runReviewedChange(
      {
        command: "maintenance delete",
        subject: project,
        question: () => `Delete the window ${window} of ${project}?`,
        etag: async () => (await client.getMaintenanceWindow({ project, window })).etag,
        send: (etag, options) => client.deleteMaintenanceWindow({ project, window, etag: etag ?? "", ...options }),
        changeOptions,
      },
      context,
    );
  },
});
