import { createRoute } from "@tanstack/react-router";
import { readSearch, textIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

export const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  validateSearch: readSearch({
    /** A part of the name or id of a project. */
    query: textIn,
  }),
  staticData: { screen: "overview" },
  component: lazyScreen(() => import("./overview-screen.tsx"), "OverviewScreen"),
});
