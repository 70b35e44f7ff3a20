import { createRoute } from "@tanstack/react-router";
import { credentialStates } from "drawbridge-rules/credentials/credential.ts";
import type { CredentialSearch } from "../credentials/credential-columns.tsx";
import { flagIn, textIn, wordIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

export interface TokenSearch extends CredentialSearch {
  /** The id of the one that is open. */
  readonly token?: string | undefined;
  readonly createToken?: true | undefined;
}

export const tokensRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/tokens",
  validateSearch: (search: Record<string, unknown>): TokenSearch => ({
    query: textIn(search, "query"),
    state: wordIn(search, "state", credentialStates),
    token: textIn(search, "token"),
    createToken: flagIn(search, "createToken"),
  }),
  staticData: { screen: "tokens" },
  component: lazyScreen(() => import("./access-tokens.tsx"), "TokensScreen"),
});
