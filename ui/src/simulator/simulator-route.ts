import { createRoute } from "@tanstack/react-router";
import { textIn, wordIn } from "../search-values.ts";
import { lazyScreen } from "../shell/lazy-screen.ts";
import { rootRoute } from "../shell/root-route.ts";
import { type SpanName, spanNames } from "./time-span.ts";

export interface SimulatorSearch {
  /** Which of the two questions; `config` unless said. */
  readonly ask?: "config" | "maintenance" | undefined;
  readonly platform?: string | undefined;
  readonly version?: string | undefined;
  readonly instance?: string | undefined;
  readonly lang?: string | undefined;
  /** RFC 3339; the present unless said. */
  readonly at?: string | undefined;
  /** IANA; the browser's unless said. */
  readonly zone?: string | undefined;
  /** What the slider shows; a day unless said. */
  readonly span?: SpanName | undefined;
  /** Versions that are compared, as they are typed. */
  readonly compare?: string | undefined;
}

export const simulatorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/simulator",
  validateSearch: (search: Record<string, unknown>): SimulatorSearch => ({
    ask: wordIn(search, "ask", ["config", "maintenance"] as const),
    // Somebody who types another one has an empty field for a moment.
    platform: search.platform === "" ? "" : textIn(search, "platform"),
    version: textIn(search, "version"),
    instance: textIn(search, "instance"),
    lang: textIn(search, "lang"),
    at: instantIn(textIn(search, "at")),
    zone: zoneIn(textIn(search, "zone")),
    span: wordIn(search, "span", spanNames),
    compare: textIn(search, "compare"),
  }),
  staticData: { screen: "simulator" },
  component: lazyScreen(() => import("./simulator-screen.tsx"), "SimulatorScreen"),
});

/** In the one form of it, so that the same instant is asked for once. */
function instantIn(text = ""): string | undefined {
  const ms = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  return ms >= firstYear && ms < afterLastYear ? new Date(ms).toISOString() : undefined;
}

const firstYear = Date.UTC(1971, 0);
const afterLastYear = Date.UTC(9998, 0);

function zoneIn(zone: string | undefined): string | undefined {
  if (zone === undefined) return undefined;
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return zone;
  } catch {
    return undefined;
  }
}
