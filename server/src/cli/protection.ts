import type { ProtectionForm } from "drawbridge-rules/wire/protection.ts";
import { changeOptionWords, readChangeOptions } from "./change-options.ts";
import { command } from "./command.ts";
import { memberIfSet } from "./patch.ts";
import { runReviewedChange } from "./reviewed-change.ts";
import { dryRunOption, projectOption } from "./shared-options.ts";
import { onOrOff, projectId } from "./text-form.ts";

export const protectionShow = command({
  name: "protection show",
  meaning: "show what a project requires for edits",
  options: [projectOption],
  examples: ["protection show --project acme-shop"],
  read: (args) => args.required("project", projectId),
  async run(project, { client, output }) {
    const shown = await client.getProtection({ project });
    output.answer(shown, () => [
      `four eyes        ${shown.four_eyes ? "on: changes to the configuration need the approval of another person" : "off"}`,
      `reason required  ${shown.reason_required ? "on: every edit needs a reason" : "off"}`,
    ]);
  },
});

export const protectionSet = command({
  name: "protection set",
  meaning: "set what a project requires for edits",
  options: [
    projectOption,
    {
      flags: "--four-eyes <on|off>",
      meaning: "require a second person's approval",
      choices: ["on", "off"],
    },
    { flags: "--reason-required <on|off>", meaning: "require a reason for every edit", choices: ["on", "off"] },
    dryRunOption,
    ...changeOptionWords,
  ],
  examples: ["protection set --project acme-shop --four-eyes on --reason-required on"],
  notes: "Starting, extending, completing and canceling maintenance never need approval.",
  read(args) {
    const project = args.required("project", projectId);
    const fourEyes = args.option("four-eyes", onOrOff);
    const reasonRequired = args.option("reason-required", onOrOff);
    if (fourEyes === null && reasonRequired === null && !args.hasProblems)
      args.problem("expected something to change: --four-eyes or --reason-required");
    return { project, fourEyes, reasonRequired, changeOptions: readChangeOptions(args) };
  },
  run({ project, fourEyes, reasonRequired, changeOptions }, context) {
    const { client } = context;
    let form: ProtectionForm = { four_eyes: false, reason_required: false };
    return runReviewedChange(
      {
        command: "protection set",
        subject: project,
        question: (changes) => `Apply ${changes}?`,
        etag: async () => {
          const present = await client.getProtection({ project });
          form = {
            ...present,
            ...memberIfSet("four_eyes", fourEyes && fourEyes === "on"),
            ...memberIfSet("reason_required", reasonRequired && reasonRequired === "on"),
          };
          return present.etag;
        },
        send: (etag, options) => client.putProtection({ project, body: form, etag: etag ?? "", ...options }),
        changeOptions,
      },
      context,
    );
  },
});
