import { createRoute } from "@tanstack/react-router";
import { credentialStates } from "drawbridge-rules/credentials/credential.ts";
import type { CredentialSearch } from "../credentials/credential-columns.tsx";
import { textIn, wordIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

export interface ReadKeySearch extends CredentialSearch {
  /** The id of the one that is open. */
  readonly edit?: string | undefined;
  readonly add?: "create" | "import" | undefined;
}

export const readKeysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/keys",
  validateSearch: (search: Record<string, unknown>): ReadKeySearch => ({
    query: textIn(search, "query"),
    state: wordIn(search, "state", credentialStates),
    edit: textIn(search, "edit"),
    add: wordIn(search, "add", ["create", "import"]),
  }),
  staticData: { screen: "keys" },
  component: lazyScreen(() => import("./read-keys-screen.tsx"), "ReadKeysScreen"),
});
