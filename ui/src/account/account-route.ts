import { createRoute } from "@tanstack/react-router";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/account",
  component: lazyScreen(() => import("./account-screen.tsx"), "AccountScreen"),
});
