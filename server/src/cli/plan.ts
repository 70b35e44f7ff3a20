import { applyFile, fileOption, manifestOptions, readManifestWishes } from "./apply.ts";
import { command } from "./command.ts";
import { filePath } from "./text-form.ts";
import { proposeOption, readPropose } from "./wishes.ts";

export const plan = command({
  name: "plan",
  meaning: "show what apply would change, and change nothing",
  options: [fileOption, ...manifestOptions, proposeOption],
  examples: ["plan -f acme-shop.yaml"],
  notes: "The exit code is 1 where apply would be refused.",
  read: (given) => ({
    file: given.required("file", filePath),
    wishes: { ...readManifestWishes(given), ...readPropose(given, []) },
  }),
  run: ({ file, wishes }, context) => applyFile("plan", file, { yes: false, dry_run: true, override: [], ...wishes }, context),
});
