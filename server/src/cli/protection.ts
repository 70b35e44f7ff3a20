import type { ProtectionForm } from "drawbridge-rules/wire/protection.ts";
import { command } from "./command.ts";
import { some } from "./patch.ts";
import { carryOut } from "./reviewed-change.ts";
import { dryRunOption, projectOption } from "./shared-options.ts";
import { onOrOff, projectId } from "./text-form.ts";
import { readWishes, wishOptions } from "./wishes.ts";

export const protectionShow = command({
  name: "protection show",
  meaning: "show what a project asks of whoever edits it",
  options: [projectOption],
  examples: ["protection show --project acme-shop"],
  read: (given) => given.required("project", projectId),
  async run(project, { client, output }) {
    const shown = await client.getProtection({ project });
    output.answer(shown, () => [
      `four eyes        ${shown.four_eyes ? "on: its configuration changes by proposals that another person approved" : "off"}`,
      `reason required  ${shown.reason_required ? "on: every edit says why" : "off"}`,
    ]);
  },
});

export const protectionSet = command({
  name: "protection set",
  meaning: "say what a project asks of whoever edits it",
  options: [
    projectOption,
    { flags: "--four-eyes <on|off>", meaning: "whether its configuration takes a second person's approval" },
    { flags: "--reason-required <on|off>", meaning: "whether every edit says why" },
    dryRunOption,
    ...wishOptions,
  ],
  examples: ["protection set --project acme-shop --four-eyes on --reason-required on"],
  notes: "Starting, extending, completing and cancelling maintenance take no second person, whatever is said here.",
  read(given) {
    const project = given.required("project", projectId);
    const fourEyes = given.option("four-eyes", onOrOff);
    const reasonRequired = given.option("reason-required", onOrOff);
    if (fourEyes === null && reasonRequired === null && !given.hasProblems)
      given.problem("expected something to change: --four-eyes or --reason-required");
    return { project, fourEyes, reasonRequired, wishes: readWishes(given) };
  },
  run({ project, fourEyes, reasonRequired, wishes }, context) {
    const { client } = context;
    let form: ProtectionForm = { four_eyes: false, reason_required: false };
    return carryOut(
      {
        command: "protection set",
        subject: project,
        question: (changes) => `Make ${changes}?`,
        etag: async () => {
          const present = await client.getProtection({ project });
          form = {
            ...present,
            ...some("four_eyes", fourEyes && fourEyes === "on"),
            ...some("reason_required", reasonRequired && reasonRequired === "on"),
          };
          return present.etag;
        },
        send: (etag, options) => client.putProtection({ project, body: form, etag: etag ?? "", ...options }),
        wishes,
      },
      context,
    );
  },
});
