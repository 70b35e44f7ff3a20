import { createRoute } from "@tanstack/react-router";
import { credentialStates } from "drawbridge-rules/credentials/credential.ts";
import { oneOf, readSearch, textIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

export const readKeysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/connect/keys",
  validateSearch: readSearch({
    query: textIn,
    state: oneOf(credentialStates),
    /** The id of the one that is open. */
    edit: textIn,
    add: oneOf(["create", "import"]),
  }),
  staticData: { screen: "keys" },
  component: lazyScreen(() => import("./read-keys-screen.tsx"), "ReadKeysScreen"),
});
