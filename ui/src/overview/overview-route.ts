import { createRoute } from "@tanstack/react-router";
import { textIn, wordIn } from "../search-values.ts";
import { lazyScreen } from "../shell/lazy-screen.ts";
import { rootRoute } from "../shell/root-route.ts";
import { type ProjectFilter, projectFilters } from "./project-filter.ts";

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
