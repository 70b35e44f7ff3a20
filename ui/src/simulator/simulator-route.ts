import { createRoute } from "@tanstack/react-router";
import { instantIn, oneOf, readSearch, textIn, zoneIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

const readSimulatorSearch = readSearch({
  /** Endpoint of the request; default: `config`. */
  ask: oneOf(["config", "maintenance"]),
  // The field is empty for a moment while another platform is typed.
  platform: (search, name) => (search[name] === "" ? "" : textIn(search, name)),
  version: textIn,
  instance: textIn,
  lang: textIn,
  /** RFC 3339, in a link also a duration from now; default: the present. */
  at: instantIn,
  /** IANA; default: the browser's. */
  zone: zoneIn,
});
export type SimulatorSearch = ReturnType<typeof readSimulatorSearch>;

export const simulatorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/test",
  validateSearch: readSimulatorSearch,
  staticData: { screen: "test" },
  component: lazyScreen(() => import("./simulator-screen.tsx"), "SimulatorScreen"),
});
