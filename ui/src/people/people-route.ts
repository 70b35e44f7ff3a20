import { createRoute } from "@tanstack/react-router";
import { flagIn, oneOf, readSearch, textIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

export const personStates = ["active", "invited", "disabled"] as const;
export type PersonState = (typeof personStates)[number];

export const peopleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/people",
  validateSearch: readSearch({
    query: textIn,
    state: oneOf(personStates),
    /** The id of the one who is open. */
    open: textIn,
    create: flagIn,
  }),
  staticData: { screen: "people" },
  component: lazyScreen(() => import("./people-screen.tsx"), "PeopleScreen"),
});
