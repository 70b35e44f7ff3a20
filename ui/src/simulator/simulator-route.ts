import { createRoute } from "@tanstack/react-router";
import { instantIn, readSearch, textIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

const readSimulatorSearch = readSearch({
  platform: textIn,
  version: textIn,
  /** Default: none, for an app that asks about no instance. */
  instance: textIn,
  /** BCP 47; default: the project's first language. */
  lang: textIn,
  /** Version of the operating system; default: unknown. */
  os: textIn,
  /** RFC 3339, in a link also a duration from now; default: the present. */
  at: instantIn,
});
export type SimulatorSearch = ReturnType<typeof readSimulatorSearch>;

export const simulatorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/test",
  validateSearch: readSimulatorSearch,
  staticData: { screen: "test" },
  component: lazyScreen(() => import("./simulator-screen.tsx"), "SimulatorScreen"),
});
