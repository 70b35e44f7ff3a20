import { createRoute } from "@tanstack/react-router";
import { flagIn, textIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

export interface InstanceSearch {
  readonly query?: string | undefined;
  /** The id of the one that is open. */
  readonly edit?: string | undefined;
  readonly create?: true | undefined;
}

export const instancesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/instances",
  validateSearch: (search: Record<string, unknown>): InstanceSearch => ({
    query: textIn(search, "query"),
    edit: textIn(search, "edit"),
    create: flagIn(search, "create"),
  }),
  staticData: { screen: "instances" },
  component: lazyScreen(() => import("./instances-screen.tsx"), "InstancesScreen"),
});
