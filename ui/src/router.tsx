import { createRouter, parseSearchWith, stringifySearchWith } from "@tanstack/react-router";
import { LoadingState } from "./elements/loading-state.tsx";
import * as screens from "./screens.ts";
import { parseValue } from "./search-values.ts";
import { BrokenScreen } from "./shell/broken-screen.tsx";
import { MissingScreen } from "./shell/missing-screen.tsx";
import { rootRoute } from "./shell/root-route.ts";

export const router = createRouter({
  routeTree: rootRoute.addChildren({ ...screens }),
  basepath: "/console",
  // A screen is preloaded when the pointer is over its link.
  defaultPreload: "intent",
  defaultPendingComponent: LoadingState,
  defaultErrorComponent: BrokenScreen,
  defaultNotFoundComponent: MissingScreen,
  scrollRestoration: true,
  parseSearch: parseSearchWith(parseValue),
  stringifySearch: stringifySearchWith(JSON.stringify, parseValue),
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** Entry of the navigation that leads to the route. */
    readonly screen?: import("./shell/navigation.ts").ScreenName;
  }
}
