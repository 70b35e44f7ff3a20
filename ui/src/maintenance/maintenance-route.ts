import { createRoute } from "@tanstack/react-router";
import { dateIn, flagIn, oneOf, readSearch, type Search, textIn, zoneIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

export const views = ["day", "week", "month", "list"] as const;
export type MaintenanceView = (typeof views)[number];

const readMaintenanceSearch = readSearch({
  /** The form that starts maintenance now. */
  start: flagIn,
  /** Default: a view that fits the width of the screen. */
  view: oneOf(views),
  /** Visible date, `2026-12-06`; default: today. */
  at: shownDateIn,
  /** IANA; default: the browser's. */
  zone: zoneIn,
  query: textIn,
  /** Only lanes with maintenance. */
  lanes: oneOf(["busy"]),
  /** Open occurrence, `db-upgrade/2026-12-06T02:00`. */
  occurrence: textIn,
  /** Id of the open window. */
  edit: textIn,
  /** New window: `from` and `until` on the clock of `zone`, with this scope. */
  create: flagIn,
  from: wallIn,
  until: wallIn,
  instances: textsIn,
  platforms: textsIn,
});
export type MaintenanceSearch = ReturnType<typeof readMaintenanceSearch>;

export const maintenanceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/maintenance",
  validateSearch: readMaintenanceSearch,
  staticData: { screen: "maintenance" },
  component: lazyScreen(() => import("./maintenance-screen.tsx"), "MaintenanceScreen"),
});

/** One, or several. */
function textsIn(search: Search, name: string): readonly string[] | undefined {
  const value = search[name];
  const texts = (Array.isArray(value) ? value : [value]).filter((text) => typeof text === "string" && text !== "");
  return texts.length > 0 ? [...new Set<string>(texts)] : undefined;
}

/** Four-digit years, far enough from both ends that all dates shown beside it have four digits too. */
function shownDateIn(search: Search, name: string): string | undefined {
  const date = dateIn(search, name);
  return date !== undefined && date > "1970-01-01" && date < "9990-01-01" ? date : undefined;
}

function wallIn(search: Search, name: string): string | undefined {
  const text = textIn(search, name) ?? "";
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}
