import { createRoute } from "@tanstack/react-router";
import { textIn, wordIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

export interface OverviewSearch {
  readonly query?: string | undefined;
  /** All of them unless said. */
  readonly show?: ProjectFilter | undefined;
}

export const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  validateSearch: (search: Record<string, unknown>): OverviewSearch => ({
    query: textIn(search, "query"),
    show: wordIn(search, "show", projectFilters),
  }),
  staticData: { screen: "overview" },
  component: lazyScreen(() => import("./overview-screen.tsx"), "OverviewScreen"),
});

/** Filter of projects on Now. */
export const projectFilters = ["all", "attention", "on"] as const;
export type ProjectFilter = (typeof projectFilters)[number];
