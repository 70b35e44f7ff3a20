import { createRoute } from "@tanstack/react-router";
import { credentialStates } from "drawbridge-rules/credentials/credential.ts";
import { flagIn, oneOf, readSearch, textIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

export const connectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/connect",
  validateSearch: readSearch({
    /** Default: the first. */
    tab: oneOf(["steps", "keys", "instances"]),
    query: textIn,
    state: oneOf(credentialStates),
    /** Id of the open key or instance. */
    edit: textIn,
    /** A new key or instance. */
    create: flagIn,
  }),
  staticData: { screen: "connect" },
  component: lazyScreen(() => import("./connect-screen.tsx"), "ConnectScreen"),
});
