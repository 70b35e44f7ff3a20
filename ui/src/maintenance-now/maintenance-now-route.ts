import { createRoute } from "@tanstack/react-router";
import { flagIn, readSearch } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

export const maintenanceNowRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/maintenance",
  validateSearch: readSearch({
    /** The form to start one is open. */
    start: flagIn,
  }),
  staticData: { screen: "maintenance" },
  component: lazyScreen(() => import("./maintenance-now-screen.tsx"), "MaintenanceNowScreen"),
});
