import { useMatches } from "@tanstack/react-router";
import type { sharedTexts } from "../texts/shared-texts.ts";

type ScreenName = keyof typeof sharedTexts.screens;

type Part = "all" | "project" | "setup" | "server";

export interface Place {
  readonly screen: ScreenName;
  readonly part: Part;
  readonly path: string;
}

const ofProject = "/projects/$project";
export const places: readonly Place[] = [
  { screen: "overview", part: "all", path: "/" },
  { screen: "status", part: "project", path: ofProject },
  { screen: "versions", part: "project", path: `${ofProject}/versions` },
  { screen: "messages", part: "project", path: `${ofProject}/messages` },
  { screen: "maintenance", part: "project", path: `${ofProject}/maintenance` },
  { screen: "activity", part: "project", path: `${ofProject}/activity` },
  { screen: "test", part: "project", path: `${ofProject}/test` },
  { screen: "connect", part: "setup", path: `${ofProject}/connect` },
  { screen: "settings", part: "setup", path: `${ofProject}/settings` },
  { screen: "people", part: "server", path: "/people" },
  { screen: "tokens", part: "server", path: "/tokens" },
  { screen: "webhooks", part: "server", path: "/webhooks" },
  { screen: "edges", part: "server", path: "/edges" },
  { screen: "log", part: "server", path: "/log" },
];

/** `project` null means a screen of the whole server. */
export function useScreenLocation() {
  const matches = useMatches();
  const last = matches.at(-1);
  // An unknown address below a project matches its first screen.
  const isFound = !matches.some(({ _notFound }) => _notFound);
  const params = last?.params as { readonly project?: string } | undefined;
  return {
    project: params?.project ?? null,
    screen: (isFound && places.find(({ path }) => path === last?.fullPath)?.screen) || null,
    placesIn: (...parts: readonly Part[]) => places.filter(({ part }) => parts.includes(part)),
  };
}
