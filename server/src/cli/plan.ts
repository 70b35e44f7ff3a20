import { applyManifest, fileOption, manifestOptions, readManifestOptions } from "./apply.ts";
import { proposeOption, readPropose } from "./change-options.ts";
import { command } from "./command.ts";
import { readManifest } from "./manifest-source.ts";
import { filePath } from "./text-form.ts";

export const plan = command({
  name: "plan",
  meaning: "preview what apply would change",
  options: [fileOption, ...manifestOptions, proposeOption],
  examples: ["plan -f acme-shop.yaml"],
  notes: "The exit code is 1 if apply would be refused.",
  read: (args) => ({
    file: args.required("file", filePath),
    changeOptions: { ...readManifestOptions(args), ...readPropose(args, []) },
  }),
  async run({ file, changeOptions }, context) {
    const source = await readManifest("plan", file, context);
    return applyManifest("plan", file, source, { yes: false, dry_run: true, override: [], ...changeOptions }, context);
  },
});
