/** The change that undoes a revision. */
import type { QueryClient } from "@tanstack/react-query";
import { projectQueryKey, serverQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import type { ReviewedChange } from "./review-run.ts";
import { undoTexts } from "./review-texts.ts";

/** @param title also the first reason */
export function undoOf(project: string, revision: number, title = undoTexts.title(revision)): ReviewedChange {
  return {
    project,
    title,
    reason: title,
    request: (options) => admin.undo({ project, body: { revision }, ...options }),
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
