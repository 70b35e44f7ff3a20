import { createRoute } from "@tanstack/react-router";
import { historyKinds } from "drawbridge-rules/project/kind.ts";
import { oneOf, readSearch, textIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

const kindIn = oneOf(historyKinds);

const readHistorySearch = readSearch({
  kind: kindIn,
  /** Id of one resource of the kind. */
  id: (search, name) => (kindIn(search, "kind") === undefined ? undefined : textIn(search, name)),
  /** Id of a person or a token. */
  actor: textIn,
  /** Days in the browser's zone, both included: `2026-11-21`. */
  from: dayIn,
  until: dayIn,
  /** Open revision. */
  revision: revisionIn,
});
export type HistorySearch = ReturnType<typeof readHistorySearch>;

export const historyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/activity",
  validateSearch: readHistorySearch,
  staticData: { screen: "activity" },
  component: lazyScreen(() => import("./history-screen.tsx"), "HistoryScreen"),
});

export const serverHistoryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/log",
  validateSearch: readHistorySearch,
  staticData: { screen: "log" },
  component: lazyScreen(() => import("./history-screen.tsx"), "ServerHistoryScreen"),
});

type Search = Readonly<Record<string, unknown>>;

function dayIn(search: Search, name: string): string | undefined {
  const text = textIn(search, name);
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

function revisionIn(search: Search, name: string): number | undefined {
  const revision = Number(textIn(search, name));
  return Number.isSafeInteger(revision) && revision > 0 ? revision : undefined;
}
