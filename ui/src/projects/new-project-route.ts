import { createRoute } from "@tanstack/react-router";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

export const newProjectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/new-project",
  component: lazyScreen(() => import("./new-project-screen.tsx"), "NewProjectScreen"),
});
