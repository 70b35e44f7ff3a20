import { createRoute } from "@tanstack/react-router";
import { flagIn, instantIn, oneOf, readSearch, textIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

const readMessageSearch = readSearch({
  /** Languages shown beside each other: `de,it`. */
  languages: textIn,
  /** The other parameters belong to the phones: the app, and the time. */
  platform: textIn,
  version: textIn,
  instance: textIn,
  /** Language of the phone; default: the one being edited. */
  lang: textIn,
  /** RFC 3339; else now. */
  at: instantIn,
  /** Shows the published texts instead of the draft. */
  published: flagIn,
  /** Default: as the console. */
  look: oneOf(["light", "dark"]),
});
export type MessageSearch = ReturnType<typeof readMessageSearch>;

export const messagesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/messages",
  validateSearch: readMessageSearch,
  staticData: { screen: "messages" },
  component: lazyScreen(() => import("./messages-screen.tsx"), "MessagesScreen"),
});
