import { createRoute } from "@tanstack/react-router";
import { flagIn, textIn, wordIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";
import { type EdgeState, edgeStates } from "./edge-state.ts";

export interface EdgesSearch {
  readonly query?: string | undefined;
  readonly state?: EdgeState | undefined;
  /** Open edge: the id of its token, a slash and its own id. */
  readonly edge?: string | undefined;
  /** The id of the token that is open. */
  readonly token?: string | undefined;
  readonly createToken?: true | undefined;
}

export const edgesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/edges",
  validateSearch: (search: Record<string, unknown>): EdgesSearch => ({
    query: textIn(search, "query"),
    state: wordIn(search, "state", edgeStates),
    edge: textIn(search, "edge"),
    token: textIn(search, "token"),
    createToken: flagIn(search, "createToken"),
  }),
  staticData: { screen: "edges" },
  component: lazyScreen(() => import("./edges-screen.tsx"), "EdgesScreen"),
});
