import { useEffect, useState, useSyncExternalStore } from "react";
import { connection } from "../server-connection.ts";
import { ReviewRun, type ReviewStep } from "./review-run.ts";
import type { ReviewedChange, ReviewOutcome } from "./reviewed-change.ts";

/** A review of one change, begun at once. */
export function useReviewRun(change: ReviewedChange, onEnd: (outcome: ReviewOutcome) => void): readonly [ReviewRun, ReviewStep] {
  const [run] = useState(() => new ReviewRun({ change, onEnd, whenAnswering }));
  useEffect(() => {
    // Not at once: in development each effect is begun twice.
    const begin = setTimeout(() => void run.plan());
    return () => {
      clearTimeout(begin);
      run.stop();
    };
  }, [run]);
  return [run, useSyncExternalStore(run.watch, () => run.step)];
}

/** A moment after, so that a server that answers but not to this is not asked without a pause. */
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
