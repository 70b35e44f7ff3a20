/** Screens in the order of the navigation. Unregistered ones are left out. */
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
  { screen: "timeline", path: "/projects/$project/timeline", shortcut: "t" },
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
