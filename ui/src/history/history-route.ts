import { createRoute } from "@tanstack/react-router";
import { type HistoryKind, historyKinds } from "drawbridge-rules/project/kind.ts";
import { textIn, wordIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

export interface HistorySearch {
  readonly kind?: HistoryKind | undefined;
  /** Id of one resource of the kind. */
  readonly id?: string | undefined;
  /** Id of a person or a token. */
  readonly actor?: string | undefined;
  /** Days in the browser's zone, both included: `2026-11-21`. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  /** Open revision. */
  readonly revision?: number | undefined;
}

function validateSearch(search: Record<string, unknown>): HistorySearch {
  const kind = wordIn(search, "kind", historyKinds);
  const revision = Number(textIn(search, "revision"));
  return {
    kind,
    id: kind === undefined ? undefined : textIn(search, "id"),
    actor: textIn(search, "actor"),
    from: dayIn(search, "from"),
    until: dayIn(search, "until"),
    revision: Number.isSafeInteger(revision) && revision > 0 ? revision : undefined,
  };
}

export const historyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/history",
  validateSearch,
  staticData: { screen: "history" },
  component: lazyScreen(() => import("./history-screen.tsx"), "HistoryScreen"),
});

export const serverHistoryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/history",
  validateSearch,
  staticData: { screen: "serverHistory" },
  component: lazyScreen(() => import("./history-screen.tsx"), "ServerHistoryScreen"),
});

function dayIn(search: Record<string, unknown>, name: string): string | undefined {
  const text = textIn(search, name);
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}
