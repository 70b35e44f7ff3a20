/**
 * Applies a manifest: validates the text, shows its problems and the drift it would overwrite, and publishes through a review.
 */
import { type ChangeOptions, isInvalid } from "drawbridge-client/admin";
import type { Drift } from "drawbridge-rules/wire/change.ts";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import { useState } from "react";
import type { ReviewOutcome } from "../review/reviewed-change.ts";
import { useReview } from "../review/use-review.tsx";
import { admin } from "../server-connection.ts";

interface ApplyManifestRun {
  readonly isLooking: boolean;
  readonly problems: readonly ProblemItem[];
  /** Changes since the last apply that this manifest would overwrite. */
  readonly drift: readonly Drift[];
  readonly error: Error | null;
  /** @param overwrite true if changes made outside the manifest may be undone */
  readonly look: (text: string, overwrite: boolean) => Promise<ReviewOutcome>;
  readonly forget: () => void;
}

interface ApplyManifestOptions {
  readonly project: string;
  readonly title: string;
}

const closed: ReviewOutcome = { kind: "closed" };

interface Found {
  readonly problems: readonly ProblemItem[];
  readonly drift: readonly Drift[];
  readonly error: Error | null;
}

const nothing: Found = { problems: [], drift: [], error: null };

export function useApplyManifest({ project, title }: ApplyManifestOptions): ApplyManifestRun {
  const review = useReview();
  const [isLooking, setIsLooking] = useState(false);
  const [found, setFound] = useState(nothing);

  const look = async (text: string, overwrite: boolean): Promise<ReviewOutcome> => {
    setIsLooking(true);
    const seen = await lookedAt(project, text);
    setIsLooking(false);
    setFound(seen);
    if (seen.error || seen.problems.length > 0 || (seen.drift.length > 0 && !overwrite)) return closed;
    let etag: string | null = null;
    const send = async (options: ChangeOptions) => {
      etag ??= (await admin.getProject({ project })).etag;
      return admin.applyManifest({ project, body: text, etag, ...options, overwrite });
    };
    return review({
      project,
      title,
      request: send,
      onProblems: (problems) => setFound({ ...nothing, problems }),
      // The drift may have changed, so the check starts again.
      onStale: async () => {
        setFound(await lookedAt(project, text));
        return { kind: "left" };
      },
    });
  };

  return { ...found, isLooking, look, forget: () => setFound(nothing) };
}

async function lookedAt(project: string, text: string): Promise<Found> {
  try {
    const { etag } = await admin.getProject({ project });
    const { problems, drift = [] } = await admin.applyManifest({ project, body: text, etag, dry_run: true });
    return { problems, drift, error: null };
  } catch (error) {
    if (isInvalid(error) && error.errors.length > 0) return { ...nothing, problems: error.errors };
    return { ...nothing, error: error instanceof Error ? error : new Error(String(error)) };
  }
}
