import type { QueryClient } from "@tanstack/react-query";
import { projectQueryKey, serverQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import type { ReviewedChange } from "./review-run.ts";

export type UndoBody = { readonly revision: number } | { readonly to: number };

/** @param title also the first reason */
export function undoOf(project: string, body: UndoBody, title: string): ReviewedChange {
  return {
    project,
    title,
    reason: title,
    request: (options) => admin.undo({ project, body, ...options }),
    onStale: async (since) => {
      const { lookAgain } = await import("./changes-since.tsx");
      return lookAgain(async () => undefined)(since);
    },
  };
}

/** The user's own change shows without waiting for live updates. */
export function refetchProject(queries: QueryClient, project: string): void {
  void queries.invalidateQueries({ queryKey: projectQueryKey(project) });
  void queries.invalidateQueries({ queryKey: serverQueryKey() });
}
