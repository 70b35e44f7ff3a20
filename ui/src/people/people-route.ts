import { createRoute } from "@tanstack/react-router";
import { flagIn, textIn, wordIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

export const personStates = ["active", "invited", "disabled"] as const;
export type PersonState = (typeof personStates)[number];

export interface PeopleSearch {
  readonly query?: string | undefined;
  readonly state?: PersonState | undefined;
  /** The id of the one who is open. */
  readonly open?: string | undefined;
  readonly create?: true | undefined;
}

export const peopleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/people",
  validateSearch: (search: Record<string, unknown>): PeopleSearch => ({
    query: textIn(search, "query"),
    state: wordIn(search, "state", personStates),
    open: textIn(search, "open"),
    create: flagIn(search, "create"),
  }),
  staticData: { screen: "people" },
  component: lazyScreen(() => import("./people-screen.tsx"), "PeopleScreen"),
});
