import { createRoute } from "@tanstack/react-router";
import { flagIn, textIn, wordIn } from "../search-values.ts";
import { lazyScreen } from "../shell/lazy-screen.ts";
import { rootRoute } from "../shell/root-route.ts";
import { type AccessTokenSearch, credentialStates } from "./access-token-search.ts";

export const accessTokensRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/tokens",
  validateSearch: (search: Record<string, unknown>): AccessTokenSearch => ({
    query: textIn(search, "query"),
    state: wordIn(search, "state", credentialStates),
    token: textIn(search, "token"),
    createToken: flagIn(search, "createToken"),
  }),
  staticData: { screen: "tokens" },
  component: lazyScreen(() => import("./access-tokens-screen.tsx"), "AccessTokensScreen"),
});
