/**
 * The one way in which the console changes anything that has a review: `await review({ project, title, request })`. It asks the
 * server what would happen, shows it, and publishes what was looked at and nothing else.
 */
import { useQueryClient } from "@tanstack/react-query";
import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useEffect, useState } from "react";
import { projectQueryKey, serverQueryKey } from "../query-key.ts";
import type { ReviewedChange, ReviewOutcome } from "./reviewed-change.ts";

type Review = (change: ReviewedChange) => Promise<ReviewOutcome>;

const ReviewContext = createContext<Review | null>(null);

const loadDialog = () => import("./review-dialog.tsx");
/** Not part of the first load: no page needs it at first. */
const ReviewDialog = lazy(loadDialog);

interface Open {
  readonly change: ReviewedChange;
  readonly end: (outcome: ReviewOutcome) => void;
}

export function ReviewProvider({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState<Open | null>(null);
  const queries = useQueryClient();
  const review = useCallback<Review>(
    (change) =>
      new Promise((resolve) => {
        const end = (outcome: ReviewOutcome) => {
          setOpen(null);
          // The user's own change shows without waiting for live updates.
          if (outcome.kind !== "closed") {
            void queries.invalidateQueries({ queryKey: projectQueryKey(change.project) });
            void queries.invalidateQueries({ queryKey: serverQueryKey() });
          }
          resolve(outcome);
        };
        setOpen({ change, end });
      }),
    [queries],
  );
  return (
    <ReviewContext value={review}>
      {children}
      {open && (
        <Suspense fallback={null}>
          <ReviewDialog change={open.change} onEnd={open.end} />
        </Suspense>
      )}
    </ReviewContext>
  );
}

export function useReview(): Review {
  const review = useContext(ReviewContext);
  // Loaded while the user edits: the server may be unreachable later.
  useEffect(() => void loadDialog().catch(() => undefined), []);
  if (!review) throw new Error("useReview outside of its provider");
  return review;
}
