import { createRoute } from "@tanstack/react-router";
import { flagIn, instantIn, textIn, wordIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

export interface MessageSearch {
  /** Languages shown beside each other: `de,it`. */
  readonly languages?: string | undefined;
  /** The other parameters belong to the phones: the app, and the time. */
  readonly platform?: string | undefined;
  readonly version?: string | undefined;
  readonly instance?: string | undefined;
  /** Language of the phone; default: the one being edited. */
  readonly lang?: string | undefined;
  /** RFC 3339; else now. */
  readonly at?: string | undefined;
  /** Shows the published texts instead of the draft. */
  readonly published?: true | undefined;
  /** Default: as the console. */
  readonly look?: "light" | "dark" | undefined;
}

export const messagesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/messages",
  validateSearch: (search: Record<string, unknown>): MessageSearch => ({
    languages: textIn(search, "languages"),
    platform: textIn(search, "platform"),
    version: textIn(search, "version"),
    instance: textIn(search, "instance"),
    lang: textIn(search, "lang"),
    at: instantIn(search, "at"),
    published: flagIn(search, "published"),
    look: wordIn(search, "look", ["light", "dark"] as const),
  }),
  staticData: { screen: "messages" },
  component: lazyScreen(() => import("./messages-screen.tsx"), "MessagesScreen"),
});
