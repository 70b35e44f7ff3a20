import { createRoute } from "@tanstack/react-router";
import { credentialStates } from "drawbridge-rules/credentials/credential.ts";
import { flagIn, oneOf, readSearch, textIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

export const settingsTabs = ["general", "platforms", "approval", "members", "tokens", "manifest"] as const;

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/settings",
  validateSearch: readSearch({
    /** Default: the first. */
    tab: oneOf(settingsTabs),
    /** Id of the open platform, member or calendar. */
    edit: textIn,
    create: flagIn,
    /** These are parameters of the tokens. */
    query: textIn,
    state: oneOf(credentialStates),
    token: textIn,
    createToken: flagIn,
  }),
  staticData: { screen: "settings" },
  component: lazyScreen(() => import("./settings-screen.tsx"), "SettingsScreen"),
});
