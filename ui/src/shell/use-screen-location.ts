/** Current location: the project, the screen, and the available screens. */
import { useMatches, useRouter } from "@tanstack/react-router";
import type { NavigationEntry, ScreenName } from "./navigation.ts";

interface ScreenLocation {
  /** Null: a screen of the whole server. */
  readonly project: string | null;
  readonly screen: ScreenName | null;
  /** Returns whether the screen of an entry is registered. */
  readonly has: (entry: NavigationEntry) => boolean;
}

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
