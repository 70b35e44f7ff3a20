/**
 * The only way to make a reviewed change in the console: `await review({ project, title, request })`. It previews the change on the
 * server, shows the preview, publishes exactly that, and says so with a way to undo it.
 */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useEffect, useRef, useState } from "react";
import { projectQueryKey, serverQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import { isAtLeast, roleIn, useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { notifyChange } from "./change-toast.tsx";
import { lookAgain } from "./changes-since.tsx";
import type { ReviewedChange, ReviewOutcome } from "./review-run.ts";
import { undoTexts } from "./review-texts.ts";
import { isWholeProject, plannedChange } from "./shown-change.ts";

type Review = (change: ReviewedChange) => Promise<ReviewOutcome>;

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
  /** Reasons of reviews that were closed, by project and title. */
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
            refetch(queries, project);
            const revision = undoableRevision(change, outcome);
            const mayUndo = revision !== null && isAtLeast(roleIn(session, project), "editor");
            const openReview: Review = async (undo) => (await latest.current?.(undo)) ?? { kind: "closed" };
            notifyOutcome(title, outcome, mayUndo ? () => undoAtOnce(project, revision, { queries, openReview }) : null);
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

/** The user's own change shows without waiting for live updates. */
function refetch(queries: QueryClient, project: string): void {
  void queries.invalidateQueries({ queryKey: projectQueryKey(project) });
  void queries.invalidateQueries({ queryKey: serverQueryKey() });
}

/** Null: an undo is not possible, or its effect is too large for one press. */
function undoableRevision({ isProposable = true }: ReviewedChange, outcome: ReviewOutcome): number | null {
  if (outcome.kind !== "published" || !outcome.answer || !isProposable) return null;
  return isWholeProject(plannedChange(outcome.answer)) ? null : outcome.answer.revision;
}

function notifyOutcome(title: string, outcome: ReviewOutcome, undo: (() => Promise<void>) | null): void {
  const { proposed, proposedMeaning, published } = sharedTexts.review;
  if (outcome.kind === "proposed") notifyChange(proposed, `${title}. ${proposedMeaning}`, null);
  if (outcome.kind === "published") notifyChange(published, outcome.answer ? sentenceOf(outcome.answer, title) : title, undo);
}

/** `iOS minimum is now 2.5.0, and 2 more changes` */
function sentenceOf(answer: ChangeAnswer, title: string): string {
  const change = plannedChange(answer);
  const [first, ...rest] = change.edits;
  if (!first || isWholeProject(change)) return title;
  const sentence = first.now ?? first.text;
  return rest.length === 0 ? sentence : undoTexts.more(sentence, rest.length);
}

interface Undoer {
  readonly queries: QueryClient;
  readonly openReview: Review;
}

/** Undoes the user's own change. Where a guard objects, or others have changed it since, the review decides. */
async function undoAtOnce(project: string, revision: number, { queries, openReview }: Undoer): Promise<void> {
  const body = { revision };
  try {
    const plan = await admin.undo({ project, body, dry_run: true });
    const { changed, guards, problems, warnings, approval_required, reviewed } = plan;
    const isClear = guards.length + problems.length + warnings.length === 0;
    if (changed && isClear && !approval_required && reviewed !== undefined) {
      const done = await admin.undo({ project, body, reviewed, reason: undoTexts.reason(revision) });
      refetch(queries, project);
      return notifyChange(undoTexts.undone, sentenceOf(done, undoTexts.title(revision)), null);
    }
  } catch {
    // The review shows why, and waits for a server that does not respond.
  }
  await openReview(undoOf(project, revision));
}

function undoOf(project: string, revision: number): ReviewedChange {
  return {
    project,
    title: undoTexts.title(revision),
    reason: undoTexts.reason(revision),
    request: (options) => admin.undo({ project, body: { revision }, ...options }),
    onStale: lookAgain(async () => undefined),
  };
}

/** Opens the review that undoes a revision. */
export function useUndo(project: string): (revision: number) => Promise<ReviewOutcome> {
  const review = useReview();
  return (revision) => review(undoOf(project, revision));
}

export function useReview(): Review {
  const review = useContext(ReviewContext);
  // Loaded while the user edits: the server may be unreachable later.
  useEffect(() => void loadSheet().catch(() => undefined), []);
  if (!review) throw new Error("useReview outside of its provider");
  return review;
}
