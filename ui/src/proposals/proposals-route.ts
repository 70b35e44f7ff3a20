import { createRoute } from "@tanstack/react-router";
import { textIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

interface ProposalSearch {
  /** The id of the one that is open. */
  readonly open?: string | undefined;
}

export const proposalsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/proposals",
  validateSearch: (search: Record<string, unknown>): ProposalSearch => ({ open: textIn(search, "open") }),
  staticData: { screen: "proposals" },
  component: lazyScreen(() => import("./proposals-screen.tsx"), "ProposalsScreen"),
});
