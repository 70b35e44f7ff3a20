import { command } from "./command.ts";
import { carryOut } from "./reviewed-change.ts";
import { dryRunOption, projectOption } from "./shared-options.ts";
import { platformName, projectId } from "./text-form.ts";
import { readWishes, wishOptions } from "./wishes.ts";

export const policyDelete = command({
  name: "policy delete",
  meaning: "take a platform and its policy away",
  options: [projectOption, { flags: "--platform <name>", meaning: "of that platform" }, dryRunOption, ...wishOptions],
  examples: ["policy delete --project acme-shop --platform web"],
  notes: "Every version of an app on ios or android may run then; apps on any other platform are answered 400.",
  read: (given) => ({
    project: given.required("project", projectId),
    platform: given.required("platform", platformName),
    wishes: readWishes(given),
  }),
  run({ project, platform, wishes }, context) {
    const { client } = context;
    return carryOut(
      {
        command: "policy delete",
        subject: project,
        question: () => `Delete the policy of ${platform} in ${project}?`,
        etag: async () => (await client.getPolicy({ project, platform })).etag,
        send: (etag, options) => client.deletePolicy({ project, platform, etag: etag ?? "", ...options }),
        wishes,
      },
      context,
    );
  },
});
