import { changeOptionWords, readChangeOptions } from "./change-options.ts";
import { command } from "./command.ts";
import { runReviewedChange } from "./reviewed-change.ts";
import { dryRunOption, projectOption } from "./shared-options.ts";
import { platformName, projectId } from "./text-form.ts";

export const policyDelete = command({
  name: "policy delete",
  meaning: "delete a platform and its policy",
  options: [projectOption, { flags: "--platform <name>", meaning: "the platform to delete" }, dryRunOption, ...changeOptionWords],
  examples: ["policy delete --project acme-shop --platform web"],
  notes: "Afterwards every version on ios or android may run; apps on any other platform get 400.",
  read: (args) => ({
    project: args.required("project", projectId),
    platform: args.required("platform", platformName),
    changeOptions: readChangeOptions(args),
  }),
  run({ project, platform, changeOptions }, context) {
    const { client } = context;
    return runReviewedChange(
      {
        command: "policy delete",
        subject: project,
        question: () => `Delete the policy of ${platform} in ${project}?`,
        etag: async () => (await client.getPolicy({ project, platform })).etag,
        send: (etag, options) => client.deletePolicy({ project, platform, etag: etag ?? "", ...options }),
        changeOptions,
      },
      context,
    );
  },
});
