import { createRoute } from "@tanstack/react-router";
import { credentialStates } from "drawbridge-rules/credentials/credential.ts";
import { flagIn, textIn, wordIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";
import type { TokenSearch } from "../tokens/tokens-route.ts";

export const settingsSections = [
  "general",
  "platforms",
  "protection",
  "members",
  "tokens",
  "feeds",
  "manifest",
  "delete",
] as const;
export type SettingsSection = (typeof settingsSections)[number];

interface SettingsSearch {
  /** Default: the first. */
  readonly section?: SettingsSection | undefined;
  /** Id of the open platform, member or feed. */
  readonly edit?: string | undefined;
  readonly create?: true | undefined;
}

/** Search parameters of the tokens section are included. */
type Search = SettingsSearch & TokenSearch;

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/settings",
  validateSearch: (search: Record<string, unknown>): Search => ({
    section: wordIn(search, "section", settingsSections),
    edit: textIn(search, "edit"),
    create: flagIn(search, "create"),
    query: textIn(search, "query"),
    state: wordIn(search, "state", credentialStates),
    token: textIn(search, "token"),
    createToken: flagIn(search, "createToken"),
  }),
  staticData: { screen: "settings" },
  component: lazyScreen(() => import("./settings-screen.tsx"), "SettingsScreen"),
});
