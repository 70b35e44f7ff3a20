import { createRoute } from "@tanstack/react-router";
import { historyKinds } from "drawbridge-rules/project/kind.ts";
import { oneOf, readSearch, type Search, textIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

const kindIn = oneOf(historyKinds);

const search = {
  /** Only requests for approval. */
  show: oneOf(["approvals"]),
  /** The open item. */
  revision: revisionIn,
  proposal: textIn,
  kind: kindIn,
  /** Id of a resource. */
  id: (given: Search, name: string) => (kindIn(given, "kind") === undefined ? undefined : textIn(given, name)),
  /** Id of a person or a token. */
  actor: textIn,
  query: textIn,
};
const readActivitySearch = readSearch(search);
/** The server's log can show a project's. */
const readLogSearch = readSearch({ ...search, project: textIn });
export type ActivitySearch = ReturnType<typeof readLogSearch>;

export type Go = (changed: ActivitySearch) => void;

/** An item in the address. */
export type OpenItem = Pick<ActivitySearch, "revision" | "proposal">;
export const noItem = { revision: undefined, proposal: undefined };

export const activityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/activity",
  validateSearch: readActivitySearch,
  staticData: { screen: "activity" },
  component: lazyScreen(() => import("./activity-screen.tsx"), "ActivityScreen"),
});

export const logRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/log",
  validateSearch: readLogSearch,
  staticData: { screen: "log" },
  component: lazyScreen(() => import("./activity-screen.tsx"), "LogScreen"),
});

function revisionIn(given: Search, name: string): number | undefined {
  const revision = Number(textIn(given, name));
  return Number.isSafeInteger(revision) && revision > 0 ? revision : undefined;
}
