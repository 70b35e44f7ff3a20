import { createRoute } from "@tanstack/react-router";
import { readSearch, textIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

export const proposalsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/activity/approvals",
  validateSearch: readSearch({
    /** The id of the one that is open. */
    open: textIn,
  }),
  staticData: { screen: "proposals" },
  component: lazyScreen(() => import("./proposals-screen.tsx"), "ProposalsScreen"),
});
