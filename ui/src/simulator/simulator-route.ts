import { createRoute } from "@tanstack/react-router";
import { instantIn, textIn, wordIn, zoneIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";
import { type SpanName, spanNames } from "./time-span.ts";

export interface SimulatorSearch {
  /** Endpoint of the request; default: `config`. */
  readonly ask?: "config" | "maintenance" | undefined;
  readonly platform?: string | undefined;
  readonly version?: string | undefined;
  readonly instance?: string | undefined;
  readonly lang?: string | undefined;
  /** RFC 3339, in a link also a duration from now; default: the present. */
  readonly at?: string | undefined;
  /** IANA; default: the browser's. */
  readonly zone?: string | undefined;
  /** Range of the slider; default: a day. */
  readonly span?: SpanName | undefined;
  /** Versions to compare, as typed. */
  readonly compare?: string | undefined;
}

export const simulatorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/simulator",
  validateSearch: (search: Record<string, unknown>): SimulatorSearch => ({
    ask: wordIn(search, "ask", ["config", "maintenance"] as const),
    // The field is empty for a moment while another platform is typed.
    platform: search.platform === "" ? "" : textIn(search, "platform"),
    version: textIn(search, "version"),
    instance: textIn(search, "instance"),
    lang: textIn(search, "lang"),
    at: instantIn(search, "at"),
    zone: zoneIn(search, "zone"),
    span: wordIn(search, "span", spanNames),
    compare: textIn(search, "compare"),
  }),
  staticData: { screen: "simulator" },
  component: lazyScreen(() => import("./simulator-screen.tsx"), "SimulatorScreen"),
});
