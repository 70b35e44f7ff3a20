import { createRoute } from "@tanstack/react-router";
import { flagIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

interface MaintenanceNowSearch {
  /** The form to start one is open. */
  readonly start?: true | undefined;
}

export const maintenanceNowRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/maintenance",
  validateSearch: (search: Record<string, unknown>): MaintenanceNowSearch => ({ start: flagIn(search, "start") }),
  staticData: { screen: "maintenance" },
  component: lazyScreen(() => import("./maintenance-now-screen.tsx"), "MaintenanceNowScreen"),
});
