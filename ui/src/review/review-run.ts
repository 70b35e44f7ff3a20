/** One review: preview, publish, preview again after a conflict, wait in outages. Arrival is read back, never guessed. */
import {
  type ChangeOptions,
  isAdminError,
  isInvalid,
  isNotFound,
  isRefused,
  isStale,
  isUnauthorized,
  isUnreachable,
  proposedChange,
} from "drawbridge-client/admin";
import type { GuardCode } from "drawbridge-rules/changes/guard-code.ts";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { ProblemItem, Since } from "drawbridge-rules/wire/problem.ts";
import type { ReactNode } from "react";
import { Watched } from "../elements/watched.ts";

export interface ReviewedChange {
  readonly project: string;
  readonly title: string;
  readonly reason?: string;
  /** False means not part of the configuration, so that it cannot be proposed. Default: true. */
  readonly isProposable?: boolean;
  /** Called with `dry_run` first, and again whenever the state has changed. */
  readonly request: (options: ChangeOptions) => Promise<ChangeAnswer>;
  /** Called on 412. Without it, the review reports that and can only be closed. */
  readonly onStale?: (since: Since | null) => Promise<Stale>;
  /** Shows problems beside their fields. Without it, the review lists them. */
  readonly onProblems?: (problems: readonly ProblemItem[]) => void;
  readonly onFix?: (problem: ProblemItem) => void;
}

/** `again`: `request` is rebased and previewed again; `left`: the screen asks the user to decide. */
export type Stale = { readonly kind: "again"; readonly notice: ReactNode } | { readonly kind: "left" };

export type ReviewOutcome =
  /** Null means the answer was lost, but the change has taken effect. */
  | { readonly kind: "published"; readonly answer: ChangeAnswer | null }
  | { readonly kind: "proposed"; readonly proposal: string }
  | { readonly kind: "closed" };

export type ReviewStep =
  | { readonly kind: "planning" }
  | { readonly kind: "looking"; readonly answer: ChangeAnswer; readonly notice: ReactNode }
  | { readonly kind: "publishing"; readonly answer: ChangeAnswer }
  | { readonly kind: "wrong"; readonly problems: readonly ProblemItem[] }
  | { readonly kind: "stale"; readonly since: Since | null }
  /** `mayHaveChanged`: it was being published. */
  | { readonly kind: "away"; readonly mayHaveChanged: boolean }
  | { readonly kind: "failed"; readonly error: Error };

export interface Decision {
  readonly reason: string;
  readonly override: readonly GuardCode[];
  readonly propose: boolean;
  readonly publishWhenApproved?: boolean;
}

interface ReviewRunOptions {
  readonly change: ReviewedChange;
  readonly onEnd: (outcome: ReviewOutcome) => void;
  /** Calls once, when the server responds and a user is signed in; returns a function that cancels it. */
  readonly whenAnswering: (go: () => void) => () => void;
}

export class ReviewRun {
  readonly steps = new Watched<ReviewStep>({ kind: "planning" });
  readonly #options: ReviewRunOptions;
  /** The request was sent and its outcome is unknown. */
  #isOpen = false;
  #stopWaiting: () => void = () => undefined;
  #next: () => Promise<void> = () => this.plan();

  constructor(options: ReviewRunOptions) {
    this.#options = options;
  }

  get step(): ReviewStep {
    return this.steps.read();
  }

  stop(): void {
    this.#stopWaiting();
  }

  again(): Promise<void> {
    this.#stopWaiting();
    return this.#next();
  }

  async plan(notice: ReactNode = null): Promise<void> {
    this.#stopWaiting();
    this.#next = () => this.plan();
    this.steps.set({ kind: "planning" });
    const { change, onEnd } = this.#options;
    try {
      const answer = await change.request({ dry_run: true });
      if (this.#isOpen && !answer.changed) return onEnd({ kind: "published", answer });
      this.#isOpen = false;
      if (answer.problems.length > 0) return this.#wrong(answer.problems);
      this.steps.set({ kind: "looking", answer, notice });
    } catch (error) {
      // The resource to delete is gone: the request went through.
      if (this.#isOpen && isNotFound(error)) return onEnd({ kind: "published", answer: null });
      await this.#failed(error);
    }
  }

  async publish(decision: Decision): Promise<void> {
    if (this.step.kind !== "looking") return;
    const { answer } = this.step;
    await this.#send(answer, publishOptions(answer, decision));
  }

  async #send(answer: ChangeAnswer, options: ChangeOptions): Promise<void> {
    this.#stopWaiting();
    this.steps.set({ kind: "publishing", answer });
    this.#isOpen = true;
    try {
      const done = await this.#options.change.request(options);
      const proposed = proposedChange(done);
      this.#options.onEnd(proposed ? { kind: "proposed", proposal: proposed.proposal.id } : { kind: "published", answer: done });
    } catch (error) {
      if ((isUnreachable(error) && error.mayHaveChanged) || isBehindGateway(error)) {
        if (options.propose !== undefined) this.#next = () => this.#send(answer, options);
        return this.#wait(true);
      }
      this.#next = () => this.plan();
      this.#isOpen = false;
      // A guard that did not block the previewed change.
      if (isRefused(error)) return this.plan();
      await this.#failed(error);
    }
  }

  async #failed(error: unknown): Promise<void> {
    if (isStale(error)) return this.#stale(isAdminError(error) ? error.since : null);
    if (isInvalid(error) && error.errors.length > 0) return this.#wrong(error.errors);
    // A dialog above this one reports an ended session.
    if (isUnauthorized(error) || isUnreachable(error) || isBehindGateway(error)) return this.#wait(this.#isOpen);
    this.steps.set({ kind: "failed", error: error instanceof Error ? error : new Error(String(error)) });
  }

  async #stale(since: Since | null): Promise<void> {
    const { change, onEnd } = this.#options;
    if (!change.onStale) return this.steps.set({ kind: "stale", since });
    try {
      const stale = await change.onStale(since);
      if (stale.kind === "left") onEnd({ kind: "closed" });
      else await this.plan(stale.notice);
    } catch (error) {
      if (this.#isOpen && isNotFound(error)) return onEnd({ kind: "published", answer: null });
      await this.#failed(error);
    }
  }

  #wrong(problems: readonly ProblemItem[]): void {
    const { change, onEnd } = this.#options;
    if (change.onProblems) {
      change.onProblems(problems);
      onEnd({ kind: "closed" });
    } else this.steps.set({ kind: "wrong", problems });
  }

  #wait(mayHaveChanged: boolean): void {
    this.steps.set({ kind: "away", mayHaveChanged });
    this.#stopWaiting = this.#options.whenAnswering(() => void this.again());
  }
}

function publishOptions({ reviewed }: ChangeAnswer, { reason, override, propose, publishWhenApproved }: Decision): ChangeOptions {
  return {
    ...(reviewed === undefined ? {} : { reviewed }),
    ...(reason === "" ? {} : { reason }),
    ...(override.length === 0 ? {} : { override }),
    ...(propose ? { propose: true, idempotencyKey: crypto.randomUUID() } : {}),
    ...(propose && publishWhenApproved ? { publish_when_approved: true } : {}),
  };
}

function isBehindGateway(error: unknown): boolean {
  return isAdminError(error) && [502, 503, 504].includes(error.status);
}
