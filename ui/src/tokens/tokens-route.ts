import { createRoute } from "@tanstack/react-router";
import { credentialStates } from "drawbridge-rules/credentials/credential.ts";
import { flagIn, oneOf, readSearch, textIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

export const tokensRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/tokens",
  validateSearch: readSearch({
    query: textIn,
    state: oneOf(credentialStates),
    /** The id of the one that is open. */
    token: textIn,
    createToken: flagIn,
  }),
  staticData: { screen: "tokens" },
  component: lazyScreen(() => import("./access-tokens.tsx"), "TokensScreen"),
});
