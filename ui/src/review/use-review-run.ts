import { useEffect, useState, useSyncExternalStore } from "react";
import { connection } from "../server-connection.ts";
import { ReviewRun, type ReviewStep } from "./review-run.ts";
import type { ReviewedChange, ReviewOutcome } from "./reviewed-change.ts";

/** Starts a review of one change immediately. */
export function useReviewRun(change: ReviewedChange, onEnd: (outcome: ReviewOutcome) => void): readonly [ReviewRun, ReviewStep] {
  const [run] = useState(() => new ReviewRun({ change, onEnd, whenAnswering }));
  useEffect(() => {
    // Deferred: React runs each effect twice in development.
    const begin = setTimeout(() => void run.plan());
    return () => {
      clearTimeout(begin);
      run.stop();
    };
  }, [run]);
  return [run, useSyncExternalStore(run.watch, () => run.step)];
}

/** After a pause: a server that responds, but not to this request, must not be asked in a loop. */
function whenAnswering(go: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const { awaySince, isSignedOut } = connection.state;
    if (awaySince === null && !isSignedOut) timer ??= setTimeout(go, 1000);
  };
  const stopWatching = connection.watch(look);
  look();
  return () => {
    stopWatching();
    clearTimeout(timer);
  };
}
