import { createRoute } from "@tanstack/react-router";
import { readSearch, textIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

export const newProjectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/new-project",
  validateSearch: readSearch({
    /** Id of the created project, whose next steps are shown. */
    made: textIn,
  }),
  component: lazyScreen(() => import("./new-project-screen.tsx"), "NewProjectScreen"),
});
