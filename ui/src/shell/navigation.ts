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

export const overviewEntry: NavigationEntry = { screen: "overview", path: "/", shortcut: "o" };

const ofProject = "/projects/$project";
export const projectEntries: readonly NavigationEntry[] = [
  { screen: "status", path: ofProject, shortcut: "s" },
  { screen: "versions", path: `${ofProject}/versions`, shortcut: "v" },
  { screen: "messages", path: `${ofProject}/messages`, shortcut: "m" },
  { screen: "maintenance", path: `${ofProject}/maintenance`, shortcut: "w" },
  { screen: "activity", path: `${ofProject}/activity`, shortcut: "a" },
  { screen: "test", path: `${ofProject}/test`, shortcut: "t" },
];

export const setupEntries: readonly NavigationEntry[] = [
  { screen: "connect", path: `${ofProject}/connect`, shortcut: "c" },
  { screen: "settings", path: `${ofProject}/settings`, shortcut: "e" },
];

export const serverEntries: readonly NavigationEntry[] = [
  { screen: "people", path: "/people", shortcut: "p" },
  { screen: "tokens", path: "/tokens", shortcut: "k" },
  { screen: "edges", path: "/edges", shortcut: "d" },
  { screen: "log", path: "/log", shortcut: "l" },
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
  const matches = useMatches();
  const last = matches.at(-1);
  // An unknown address below a project matches its first screen.
  const isFound = !matches.some((match) => "globalNotFound" in match && match.globalNotFound === true);
  const params = last?.params as { readonly project?: string } | undefined;
  // A project that was just created is the current one for its next steps.
  const search = last?.search as { readonly made?: string } | undefined;
  return {
    project: params?.project ?? search?.made ?? null,
    screen: (isFound ? last?.staticData.screen : null) ?? null,
    has: ({ path }) => Object.hasOwn(routesByPath, path),
  };
}
