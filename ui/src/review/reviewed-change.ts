/** What a change says of itself to be reviewed, and how a review ends. */
import { type ChangeOptions, isAdminError } from "drawbridge-client/admin";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { ProblemItem, Since } from "drawbridge-rules/wire/problem.ts";
import type { ReactNode } from "react";

export interface ReviewedChange {
  readonly project: string;
  /** `Change eu-1` */
  readonly title: string;
  /** Initial text of the reason field. */
  readonly reason?: string;
  /** Takes something away: the button is red. */
  readonly isDanger?: boolean;
  /** False: it is no configuration, and what is no configuration cannot be proposed. True unless said. */
  readonly isProposable?: boolean;
  /** Passed on as it is to a function of the admin client. Called with `dry_run` first, and again whenever something moved. */
  readonly request: (options: ChangeOptions) => Promise<ChangeAnswer>;
  /** Somebody else was faster (412). Without it, the review says what happened and can only be closed. */
  readonly onStale?: (since: Since | null) => Promise<Stale>;
  /** What is wrong with it is shown beside its fields, and the review closes. Without it, the review lists it. */
  readonly onProblems?: (problems: readonly ProblemItem[]) => void;
}

/** `again`: `request` now stands on what is there, and is looked at once more; `left`: the screen says what there is to decide. */
export type Stale = { readonly kind: "again"; readonly notice: ReactNode } | { readonly kind: "left" };

export type ReviewOutcome =
  /** Null: the answer was lost on its way, and it is so now. */
  | { readonly kind: "published"; readonly answer: ChangeAnswer | null }
  | { readonly kind: "proposed"; readonly proposal: string }
  | { readonly kind: "closed" };

/** What happened to the resource, where the server says so. */
export function sinceOf(error: unknown): Since | null {
  return isAdminError(error) ? error.since : null;
}
