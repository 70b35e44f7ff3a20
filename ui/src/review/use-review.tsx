/**
 * The one way in which the console changes anything that has a review: `await review({ project, title, request })`. It asks the
 * server what would happen, shows it, and publishes what was looked at and nothing else.
 */
import { useQueryClient } from "@tanstack/react-query";
import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useEffect, useState } from "react";
import { keyOf, serverKey } from "../query-key.ts";
import type { ReviewedChange, ReviewOutcome } from "./reviewed-change.ts";

export type Review = (change: ReviewedChange) => Promise<ReviewOutcome>;

const ReviewContext = createContext<Review | null>(null);

const loadDialog = () => import("./review-dialog.tsx");
/** Not part of the first load: nobody begins with it. */
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
          // Live updates would say so too, where there are any; whoever has done it does not wait for them.
          if (outcome.kind !== "closed") {
            void queries.invalidateQueries({ queryKey: keyOf(change.project) });
            void queries.invalidateQueries({ queryKey: serverKey() });
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
  // Fetched while somebody types: by the time that they are done, the server may be away.
  useEffect(() => void loadDialog().catch(() => undefined), []);
  if (!review) throw new Error("useReview outside of its provider");
  return review;
}
