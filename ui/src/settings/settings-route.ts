import { createRoute } from "@tanstack/react-router";
import { credentialStates } from "drawbridge-rules/credentials/credential.ts";
import { flagIn, oneOf, readSearch, textIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

export const settingsSections = ["general", "platforms", "approval", "members", "tokens", "feeds", "manifest", "delete"] as const;
export type SettingsSection = (typeof settingsSections)[number];

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/settings",
  validateSearch: readSearch({
    /** Default: the first. */
    tab: oneOf(settingsSections),
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
