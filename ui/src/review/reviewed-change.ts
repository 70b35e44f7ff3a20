/** Description of a change for its review, and the outcomes of a review. */
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
  /** The change deletes something: the button is red. */
  readonly isDanger?: boolean;
  /** False: not part of the configuration, so that it cannot be proposed. Default: true. */
  readonly isProposable?: boolean;
  /** Options for a function of the admin client. Called with `dry_run` first, and again whenever the state has changed. */
  readonly request: (options: ChangeOptions) => Promise<ChangeAnswer>;
  /** Called on 412: someone else has published first. Without it, the review reports that and can only be closed. */
  readonly onStale?: (since: Since | null) => Promise<Stale>;
  /** Shows problems beside their fields and closes the review. Without it, the review lists them. */
  readonly onProblems?: (problems: readonly ProblemItem[]) => void;
}

/** `again`: `request` is rebased and previewed again; `left`: the screen asks the user to decide. */
export type Stale = { readonly kind: "again"; readonly notice: ReactNode } | { readonly kind: "left" };

export type ReviewOutcome =
  /** Null: the answer was lost, but the change has taken effect. */
  | { readonly kind: "published"; readonly answer: ChangeAnswer | null }
  | { readonly kind: "proposed"; readonly proposal: string }
  | { readonly kind: "closed" };

/** Changes to the resource since, where the server reports them. */
export function sinceOf(error: unknown): Since | null {
  return isAdminError(error) ? error.since : null;
}
