/** Where somebody is: the project, the screen, and which screens there are. */
import { useMatches, useRouter } from "@tanstack/react-router";
import type { NavigationEntry, ScreenName } from "./navigation.ts";

export interface Place {
  /** Null: a screen of the whole server. */
  readonly project: string | null;
  readonly screen: ScreenName | null;
  /** Whether the screen of an entry is registered. */
  readonly has: (entry: NavigationEntry) => boolean;
}

export function usePlace(): Place {
  const { routesByPath } = useRouter();
  const last = useMatches().at(-1);
  const params = last?.params as { readonly project?: string } | undefined;
  // Of a project that was made just now: what comes next is done in it.
  const search = last?.search as { readonly made?: string } | undefined;
  return {
    project: params?.project ?? search?.made ?? null,
    screen: last?.staticData.screen ?? null,
    has: ({ path }) => Object.hasOwn(routesByPath, path),
  };
}
