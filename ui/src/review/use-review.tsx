/**
 * The only way to make a reviewed change in the console: `await review({ project, title, request })`. It previews the change on the
 * server, shows the preview, publishes exactly that, and says so.
 */
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useEffect, useState } from "react";
import { projectQueryKey, serverQueryKey } from "../query-key.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import type { ReviewedChange, ReviewOutcome } from "./review-run.ts";

type Review = (change: ReviewedChange) => Promise<ReviewOutcome>;

const ReviewContext = createContext<Review | null>(null);

const loadDialog = () => import("./review-dialog.tsx");
/** Loaded later: no page needs it initially. */
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
          notifyOutcome(change.title, outcome);
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

/** Announced to screen readers too. */
function notifyOutcome(title: string, { kind }: ReviewOutcome): void {
  if (kind === "closed") return;
  const { proposed, proposedMeaning, published } = sharedTexts.review;
  const said =
    kind === "proposed" ? { title: proposed, message: `${title}. ${proposedMeaning}` } : { title: published, message: title };
  notifications.show({ color: "accent", ...said });
}

export function useReview(): Review {
  const review = useContext(ReviewContext);
  // Loaded while the user edits: the server may be unreachable later.
  useEffect(() => void loadDialog().catch(() => undefined), []);
  if (!review) throw new Error("useReview outside of its provider");
  return review;
}
