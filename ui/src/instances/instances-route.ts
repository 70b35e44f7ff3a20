import { createRoute } from "@tanstack/react-router";
import { flagIn, readSearch, textIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

export const instancesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/connect/instances",
  validateSearch: readSearch({
    query: textIn,
    /** The id of the one that is open. */
    edit: textIn,
    create: flagIn,
  }),
  staticData: { screen: "instances" },
  component: lazyScreen(() => import("./instances-screen.tsx"), "InstancesScreen"),
});
