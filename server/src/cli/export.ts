import { command } from "./command.ts";
import { projectId } from "./text-form.ts";

export const exportProject = command({
  name: "export",
  meaning: "print a project's manifest",
  operands: [{ name: "PROJECT", meaning: "the project's id" }],
  examples: ["export acme-shop > acme-shop.yaml"],
  notes: "Leaves out keys, and windows that did not come from a manifest.",
  read: (args) => args.operand("PROJECT", projectId),
  async run(project, { client, output }) {
    if (output.isJson) output.answer((await client.getManifest({ project })).value, () => []);
    else output.document((await client.getManifestText({ project })).value);
  },
});
