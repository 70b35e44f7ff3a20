import { createRoute } from "@tanstack/react-router";
import { flagIn, oneOf, readSearch, textIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";
import { webhookStates } from "./webhook-list.ts";

export const webhooksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/webhooks",
  validateSearch: readSearch({
    query: textIn,
    state: oneOf(webhookStates),
    /** The id of the one that is open. */
    edit: textIn,
    create: flagIn,
  }),
  staticData: { screen: "webhooks" },
  component: lazyScreen(() => import("./webhooks-screen.tsx"), "WebhooksScreen"),
});
