import { createRoute } from "@tanstack/react-router";
import { oneOf, readSearch, textIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

/** Filter of projects on Now. */
export const projectFilters = ["all", "attention", "on"] as const;
export type ProjectFilter = (typeof projectFilters)[number];

const readOverviewSearch = readSearch({
  query: textIn,
  /** All of them unless said. */
  show: oneOf(projectFilters),
});
export type OverviewSearch = ReturnType<typeof readOverviewSearch>;

export const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  validateSearch: readOverviewSearch,
  staticData: { screen: "overview" },
  component: lazyScreen(() => import("./overview-screen.tsx"), "OverviewScreen"),
});
