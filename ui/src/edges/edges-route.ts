import { createRoute } from "@tanstack/react-router";
import { flagIn, oneOf, readSearch, textIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";
import { edgeStates } from "./edge-state.ts";

export const edgesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/edges",
  validateSearch: readSearch({
    query: textIn,
    state: oneOf(edgeStates),
    /** Open edge: the id of its token, a slash and its own id. */
    edge: textIn,
    /** The id of the token that is open. */
    token: textIn,
    createToken: flagIn,
  }),
  staticData: { screen: "edges" },
  component: lazyScreen(() => import("./edges-screen.tsx"), "EdgesScreen"),
});
