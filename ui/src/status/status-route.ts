import { createRoute } from "@tanstack/react-router";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

/** Home of a project. */
export const statusRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project",
  staticData: { screen: "status" },
  component: lazyScreen(() => import("./status-screen.tsx"), "StatusScreen"),
});
