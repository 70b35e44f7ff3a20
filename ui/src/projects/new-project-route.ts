import { createRoute } from "@tanstack/react-router";
import { textIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

interface NewProjectSearch {
  /** Id of the created project, whose next steps are shown. */
  readonly made?: string | undefined;
}

export const newProjectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/new",
  validateSearch: (search: Record<string, unknown>): NewProjectSearch => ({ made: textIn(search, "made") }),
  component: lazyScreen(() => import("./new-project-screen.tsx"), "NewProjectScreen"),
});
