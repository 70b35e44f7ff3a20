import { command } from "./command.ts";
import { carryOut } from "./reviewed-change.ts";
import { dryRunOption, projectOption } from "./shared-options.ts";
import { projectId, slug } from "./text-form.ts";
import { readWishes, wishOptions } from "./wishes.ts";

export const maintenanceDelete = command({
  name: "maintenance delete",
  meaning: "delete a window with all its occurrences",
  operands: [{ name: "WINDOW", meaning: "the window's id" }],
  options: [projectOption, dryRunOption, ...wishOptions],
  examples: ["maintenance delete backup --project acme-shop"],
  notes: "Of one occurrence: maintenance cancel. Of a window that a manifest names: take it out of the file, and apply that.",
  read: (given) => ({
    window: given.operand("WINDOW", slug),
    project: given.required("project", projectId),
    wishes: readWishes(given),
  }),
  run({ window, project, wishes }, context) {
    const { client } = context;
    return carryOut(
      {
        command: "maintenance delete",
        subject: project,
        question: () => `Delete the window ${window} of ${project}?`,
        etag: async () => (await client.getMaintenanceWindow({ project, window })).etag,
        send: (etag, options) => client.deleteMaintenanceWindow({ project, window, etag: etag ?? "", ...options }),
        wishes,
      },
      context,
    );
  },
});
