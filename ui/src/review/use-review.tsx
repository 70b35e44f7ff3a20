/** The only way to a reviewed change: `await review({ project, title, request })` previews, publishes and offers undo. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useEffect, useRef, useState } from "react";
import { admin, projectQueryKey, serverQueryKey } from "../server-connection.ts";
import { isAtLeast, roleIn, useSession } from "../session/session.ts";
import type { ReviewedChange, ReviewOutcome } from "./review-run.ts";

export type Review = (change: ReviewedChange) => Promise<ReviewOutcome>;

const ReviewContext = createContext<Review | null>(null);

const loadSheet = () => import("./review-sheet.tsx");
/** Loaded later: no page needs it initially. */
const ReviewSheet = lazy(loadSheet);

interface Open {
  readonly change: ReviewedChange;
  readonly reason: string;
  readonly end: (outcome: ReviewOutcome) => void;
}

export function ReviewProvider({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState<Open | null>(null);
  /** By project and title. */
  const reasons = useRef(new Map<string, string>());
  const queries = useQueryClient();
  const session = useSession();
  const latest = useRef<Review | null>(null);
  const review = useCallback<Review>(
    (change) =>
      new Promise((resolve) => {
        const { project, title, reason = "" } = change;
        const end = (outcome: ReviewOutcome) => {
          setOpen(null);
          if (outcome.kind !== "closed") {
            reasons.current.delete(`${project} ${title}`);
            refetchProject(queries, project);
            const mayUndo = isAtLeast(roleIn(session, project), "editor");
            const openReview: Review = async (undo) => (await latest.current?.(undo)) ?? { kind: "closed" };
            void loadSheet().then(({ notifyOutcome }) => notifyOutcome(change, outcome, { queries, openReview, mayUndo }));
          }
          resolve(outcome);
        };
        setOpen({ change, reason: reasons.current.get(`${project} ${title}`) ?? reason, end });
      }),
    [queries, session],
  );
  useEffect(() => {
    latest.current = review;
  }, [review]);
  return (
    <ReviewContext value={review}>
      {children}
      {open && (
        <Suspense fallback={null}>
          <ReviewSheet
            change={open.change}
            reason={open.reason}
            onReason={(reason) => {
              reasons.current.set(`${open.change.project} ${open.change.title}`, reason);
              setOpen({ ...open, reason });
            }}
            onEnd={open.end}
          />
        </Suspense>
      )}
    </ReviewContext>
  );
}

export function useUndo(project: string): (body: UndoBody, title: string) => Promise<ReviewOutcome> {
  const review = useReview();
  return (body, title) => review(undoOf(project, body, title));
}

export function useReview(): Review {
  const review = useContext(ReviewContext);
  // Loaded while the user edits: the server may be unreachable later.
  useEffect(() => void loadSheet().catch(() => undefined), []);
  if (!review) throw new Error("useReview outside of its provider");
  return review;
}

type UndoBody = { readonly revision: number } | { readonly to: number };

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
