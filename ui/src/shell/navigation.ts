import { useMatches, useRouter } from "@tanstack/react-router";
import type { sharedTexts } from "../texts/shared-texts.ts";

export type ScreenName = keyof typeof sharedTexts.screens;

/** Group of the navigation; `all` has no heading. */
type Part = "all" | "project" | "setup" | "server";

export interface Place {
  readonly screen: ScreenName;
  readonly part: Part;
  /** Path of its route. */
  readonly path: string;
  /** Key that opens the screen after `g`. */
  readonly shortcut: string;
}

const ofProject = "/projects/$project";
export const places: readonly Place[] = [
  { screen: "overview", part: "all", path: "/", shortcut: "o" },
  { screen: "status", part: "project", path: ofProject, shortcut: "s" },
  { screen: "versions", part: "project", path: `${ofProject}/versions`, shortcut: "v" },
  { screen: "messages", part: "project", path: `${ofProject}/messages`, shortcut: "m" },
  { screen: "maintenance", part: "project", path: `${ofProject}/maintenance`, shortcut: "w" },
  { screen: "activity", part: "project", path: `${ofProject}/activity`, shortcut: "a" },
  { screen: "test", part: "project", path: `${ofProject}/test`, shortcut: "t" },
  { screen: "connect", part: "setup", path: `${ofProject}/connect`, shortcut: "c" },
  { screen: "settings", part: "setup", path: `${ofProject}/settings`, shortcut: "e" },
  { screen: "people", part: "server", path: "/people", shortcut: "p" },
  { screen: "tokens", part: "server", path: "/tokens", shortcut: "k" },
  { screen: "webhooks", part: "server", path: "/webhooks", shortcut: "h" },
  { screen: "edges", part: "server", path: "/edges", shortcut: "d" },
  { screen: "log", part: "server", path: "/log", shortcut: "l" },
];

interface ScreenLocation {
  /** Null means a screen of the whole server. */
  readonly project: string | null;
  readonly screen: ScreenName | null;
  /** Registered screens of these groups. */
  readonly placesIn: (...parts: readonly Part[]) => readonly Place[];
}

export function useScreenLocation(): ScreenLocation {
  const { routesByPath } = useRouter();
  const matches = useMatches();
  const last = matches.at(-1);
  // An unknown address below a project matches its first screen.
  const isFound = !matches.some(({ _notFound }) => _notFound);
  const params = last?.params as { readonly project?: string } | undefined;
  return {
    project: params?.project ?? null,
    screen: (isFound ? last?.staticData.screen : null) ?? null,
    placesIn: (...parts) => places.filter(({ part, path }) => parts.includes(part) && Object.hasOwn(routesByPath, path)),
  };
}
