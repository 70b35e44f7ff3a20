/** Screens in the order of the navigation. Unregistered ones are left out. */

import { useMatches, useRouter } from "@tanstack/react-router";
import type { sharedTexts } from "../texts/shared-texts.ts";

export type ScreenName = keyof typeof sharedTexts.screens;

export interface NavigationEntry {
  readonly screen: ScreenName;
  /** Path of its route. */
  readonly path: string;
  /** Key that opens the screen after `g`. */
  readonly shortcut: string;
}

export const overviewEntry: NavigationEntry = { screen: "overview", path: "/", shortcut: "n" };

export const projectEntries: readonly NavigationEntry[] = [
  { screen: "maintenance", path: "/projects/$project/maintenance", shortcut: "r" },
  { screen: "versions", path: "/projects/$project/versions", shortcut: "v" },
  { screen: "messages", path: "/projects/$project/messages", shortcut: "m" },
  { screen: "instances", path: "/projects/$project/instances", shortcut: "i" },
  { screen: "keys", path: "/projects/$project/keys", shortcut: "k" },
  { screen: "simulator", path: "/projects/$project/simulator", shortcut: "s" },
  { screen: "history", path: "/projects/$project/history", shortcut: "h" },
  { screen: "proposals", path: "/projects/$project/proposals", shortcut: "o" },
  { screen: "settings", path: "/projects/$project/settings", shortcut: "e" },
];

export const serverEntries: readonly NavigationEntry[] = [
  { screen: "people", path: "/people", shortcut: "l" },
  { screen: "tokens", path: "/tokens", shortcut: "x" },
  { screen: "edges", path: "/edges", shortcut: "d" },
  { screen: "serverHistory", path: "/history", shortcut: "y" },
];

interface ScreenLocation {
  /** Null: a screen of the whole server. */
  readonly project: string | null;
  readonly screen: ScreenName | null;
  /** Returns whether the screen of an entry is registered. */
  readonly has: (entry: NavigationEntry) => boolean;
}

/** Current location: the project, the screen, and the available screens. */
export function useScreenLocation(): ScreenLocation {
  const { routesByPath } = useRouter();
  const last = useMatches().at(-1);
  const params = last?.params as { readonly project?: string } | undefined;
  // A project that was just created is the current one for its next steps.
  const search = last?.search as { readonly made?: string } | undefined;
  return {
    project: params?.project ?? search?.made ?? null,
    screen: last?.staticData.screen ?? null,
    has: ({ path }) => Object.hasOwn(routesByPath, path),
  };
}
