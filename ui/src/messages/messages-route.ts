import { createRoute } from "@tanstack/react-router";
import { oneOf, readSearch, textIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";
import { kinds } from "./message-kinds.ts";

const readMessageSearch = readSearch({
  /** Default: the first. */
  kind: oneOf(kinds),
  /** Language of the text and of the phone; default: the project's first. */
  language: textIn,
  /** App of the phone; links from Test name it. */
  platform: textIn,
  version: textIn,
});
export const messagesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/messages",
  validateSearch: readMessageSearch,
  staticData: { screen: "messages" },
  component: lazyScreen(() => import("./messages-screen.tsx"), "MessagesScreen"),
});

/** Changes a part of the address in place. */
export function useMessageSearch(): (search: ReturnType<typeof readMessageSearch>) => void {
  const navigate = messagesRoute.useNavigate();
  return (changed) => void navigate({ search: (search) => ({ ...search, ...changed }), replace: true, resetScroll: false });
}
