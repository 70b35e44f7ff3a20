/** The pages of docs/ that are made from the program, apart from the metrics, which need running servers. */
import { cliPages } from "./cli-pages.ts";
import { logPage } from "./log-page.ts";
import { manifestPage } from "./manifest-page.ts";
import { describeApi } from "./openapi.ts";
import { permissionsPage } from "./permissions-page.ts";
import { problemsPage } from "./problems-page.ts";
import { settingsPage } from "./settings-page.ts";

/** Texts by path below docs/. */
export function referencePages(): Readonly<Record<string, string>> {
  return {
    "settings.md": settingsPage(),
    "reference/problems.md": problemsPage(),
    "reference/log.md": logPage(),
    "reference/permissions.md": permissionsPage(describeApi()),
    "reference/manifest.md": manifestPage(),
    ...cliPages(),
  };
}
