/**
 * The one way a change goes: state → plan → commit → catalog. Changes wait for each other here, so within a process none
 * is planned against a state that is about to be another; what other nodes commit meanwhile, the store's expectations tell.
 */

import { canonicalHash } from "./canonical-hash.ts";
import { CommitCounts } from "./commit-counts.ts";
import type { Edit } from "./domain/edit.ts";
import { DrawbridgeError, throwIfAny } from "./domain/errors.ts";
import { listed } from "./domain/fields.ts";
import { type Guard, guards, type Refusal } from "./domain/guard.ts";
import { type Plan, plan } from "./domain/plan.ts";
import { currentSchema, type ProjectState, readProjectState } from "./domain/project-state.ts";
import { reviewedForm } from "./domain/review.ts";
import { AnotherLog } from "./store/commit-rules.ts";
import type { Change, CommitInput, Head, IdempotencyRecord, LogEnd, Store } from "./store/store.ts";
import { noTracing, type Tracing } from "./telemetry/tracing.ts";
import type { Visibility } from "./visibility.ts";

export interface ChangeRequest {
  /** "" for what belongs to the installation. */
  readonly project: string;
  readonly actor: string;
  readonly reason: string;
  /** Guards that are passed by name. */
  readonly override: readonly string[];
  /** Guards that the request passes in other words, and needs no reason for (`--end-running`). */
  readonly allowed?: readonly Guard[];
  /** Whether whoever asks may pass `four_eyes`; only an owner may. */
  readonly mayBreakGlass?: boolean;
  /** Plans, and commits nothing. */
  readonly dryRun: boolean;
  /** `reviewHash` of what somebody looked at: only that is carried out. */
  readonly reviewed?: string;
  /** Asked again when the state turned out to be another one. May refuse by throwing. */
  readonly edits: (state: ProjectState, now: number) => readonly Edit[];
  readonly idempotency?: Idempotency;
}

/** A request that may be sent twice, and is carried out once. */
export interface Idempotency extends Omit<IdempotencyRecord, "result"> {
  /** What to keep of a change planned at the revision `before`. Never a secret. */
  readonly result: (before: number, plan: Plan) => string;
}

export interface Published {
  readonly plan: Plan;
  /** The state that was planned against. */
  readonly before: ProjectState;
  /** Epoch ms, at which it was planned. */
  readonly at: number;
  /** Where the log stands; the change's own revision where there was one to commit. */
  readonly head: Head;
  /** Whether anything was written. */
  readonly isCommitted: boolean;
  /** Where it was seen when it was answered, of what was committed. */
  readonly visible?: Visibility;
  /** The record of the same request, sent before: then nothing was done. */
  readonly replayed: IdempotencyRecord | null;
}

/**
 * Hears of each commit, in order. Who tells others resolves when they have it, with a `Visibility`: until then the commit is not
 * answered, and the next one waits.
 */
export type Follower = (
  changes: readonly Change[],
  head: Head,
  commit: Pick<CommitInput, "at" | "actor" | "reason" | "follows"> & { readonly id?: string | null },
) => unknown;

export interface PublisherOptions {
  readonly tracing?: Tracing;
  /** Random. Absent: commits have no ids. */
  readonly newCommitId?: () => string;
  /** What this process answers from. Absent: a commit follows whatever is there. */
  readonly followed?: FollowedLog;
}

/** The log as this process has it. */
export interface FollowedLog {
  /** @throws unavailable */
  end(): LogEnd;
  /** Resolves when it is the store's again. @throws unavailable */
  follow(): Promise<void>;
}

interface Committed {
  readonly head: Head;
  readonly visible: Visibility;
}

const mostAttempts = 20;

/** Milliseconds: a store that says no sooner than that has not been waited for. */
const longWait = 1_000;

export class Publisher {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #followers: readonly Follower[];
  readonly #tracing: Tracing;
  readonly #newCommitId: (() => string) | null;
  readonly #followed: FollowedLog | null;
  /** Of what becomes of changes. */
  readonly counts = new CommitCounts();
  /** Called where a commit may have happened and nobody can say so: whoever follows is to look. */
  onUncertain: () => void = () => undefined;
  #queue: Promise<unknown> = Promise.resolve();
  /** By the monotonic clock: when a turn last ended that had waited long for a store, and in vain. */
  #gaveUpAt = Number.NEGATIVE_INFINITY;

  /** @param now epoch ms */
  constructor(
    store: Store,
    now: () => number,
    followers: readonly Follower[],
    { tracing = noTracing, newCommitId, followed }: PublisherOptions = {},
  ) {
    this.#store = store;
    this.#now = now;
    this.#followers = followers;
    this.#tracing = tracing;
    this.#newCommitId = newCommitId ?? null;
    this.#followed = followed ?? null;
  }

  /** The project as it stands; without any resource where there is none. @throws unavailable */
  async state(project: string): Promise<ProjectState> {
    const revision = await this.#store.projectRevision(project);
    return readProjectState(project, revision, await this.#store.rows(project));
  }

  /** @throws invalid, forbidden, stale, refused, conflict, key_in_use, unavailable, and what `edits` throws */
  publish(request: ChangeRequest): Promise<Published> {
    return this.counts.of(request, () => this.#inTurn(() => this.#tracing.part("plan and commit", () => this.#publish(request))));
  }

  async #publish(request: ChangeRequest): Promise<Published> {
    checkOverride(request);
    for (let attempt = 1; ; attempt++) {
      const before = await this.state(request.project);
      const head = await this.#store.head();
      const now = this.#now();
      const replayed = await this.#replay(request, now);
      if (replayed) return { plan: plan(before, [], now), before, at: now, head, isCommitted: false, replayed };
      const planned = plan(before, request.edits(before, now), now);
      if (!request.dryRun) passOrThrow(planned, request, () => reviewHash(before, planned, now));
      if (request.dryRun || planned.changes.length === 0)
        return { plan: planned, before, at: now, head, isCommitted: false, replayed: null };
      const committed = await this.#tryCommit(commitInput(request, before, planned, now), attempt);
      if (committed) return { plan: planned, before, at: now, ...committed, isCommitted: true, replayed: null };
    }
  }

  /** Null: the state was another one, and it is time to plan again. */
  async #tryCommit(input: CommitInput, attempt: number): Promise<Committed | null> {
    try {
      return await this.#commit(input);
    } catch (error) {
      const isRetried = error instanceof DrawbridgeError && error.code === "conflict" && attempt < mostAttempts;
      if (!isRetried) throw error;
      if (error instanceof AnotherLog) await this.#followed?.follow();
      return null;
    }
  }

  async #replay({ idempotency }: { readonly idempotency?: Idempotency }, now: number): Promise<IdempotencyRecord | null> {
    const record = idempotency ? await this.#store.recall(idempotency.key, now) : null;
    if (record && record.request !== idempotency?.request) {
      throw new DrawbridgeError(
        "conflict",
        "this Idempotency-Key was used for another request within the last 24 hours; send a new one",
      );
    }
    return record;
  }

  async #commit(planned: CommitInput): Promise<Committed> {
    const input = {
      ...planned,
      ...(this.#newCommitId ? { id: this.#newCommitId() } : {}),
      ...(this.#followed ? { follows: this.#followed.end() } : {}),
    };
    const head = await this.#tracing
      .part("commit", () => this.#store.commit(input))
      .catch((error) => {
        if (error instanceof DrawbridgeError && error.code === "unavailable") this.onUncertain();
        throw error;
      });
    const seen = await Promise.all(this.#followers.map((follow) => follow(input.changes, head, input)));
    return { head, visible: seen.includes("local") ? "local" : "everywhere" };
  }

  async #timed<T>(work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      return await work();
    } catch (error) {
      const ended = performance.now();
      if (error instanceof DrawbridgeError && error.code === "unavailable" && ended - begun >= longWait) this.#gaveUpAt = ended;
      throw error;
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const asked = performance.now();
    const turn = this.#queue.then(() => {
      // Else the tenth who asks a store that hangs would wait ten times as long.
      if (asked < this.#gaveUpAt) throw gaveUp();
      return this.#timed(work);
    });
    this.#queue = turn.catch(() => undefined);
    return turn;
  }
}

function gaveUp(): DrawbridgeError {
  return new DrawbridgeError("unavailable", "The store did not answer whoever asked before. Nothing was changed: try again.");
}

/** Of what somebody looked at: the same for the same change over the same revisions. @param now epoch ms, at which it was planned */
export function reviewHash(before: ProjectState, planned: Plan, now: number): string {
  return canonicalHash(reviewedForm(before, planned, now));
}

function checkOverride({ override, reason, mayBreakGlass = false }: ChangeRequest): void {
  const unknown = override.filter((name) => !guards.some((guard) => guard === name));
  throwIfAny(
    [
      ...unknown.map(() => ({
        path: "override",
        parameter: "override",
        message: `expected the name of a guard: ${listed(guards, "or")}`,
      })),
      ...(override.length > 0 && reason.trim() === ""
        ? [{ path: "reason", parameter: "reason", message: "expected: who overrides a guard says why" }]
        : []),
    ],
    "the request",
  );
  if (override.includes("four_eyes") && !mayBreakGlass)
    throw new DrawbridgeError("forbidden", "Only an owner of the project may override four_eyes. Propose the change instead.");
}

type Passing = Pick<ChangeRequest, "override" | "allowed" | "reason" | "reviewed">;

/** @param hash of the plan. @throws stale, invalid, refused */
export function passOrThrow({ problems, refusals, needsReason }: Plan, request: Passing, hash: () => string): void {
  if (request.reviewed !== undefined && request.reviewed !== hash()) {
    const text = "This would not do any more what was reviewed. Look at it again, and decide again.";
    throw new DrawbridgeError("stale", text);
  }
  throwIfAny(problems, "the change");
  if (needsReason && request.reason.trim() === "")
    throwIfAny([{ path: "reason", parameter: "reason", message: "expected: this project asks for a reason" }], "the request");
  const passed = passedBy(request);
  const standing = refusals.filter(({ guard }) => !passed.includes(guard));
  if (standing.length === 0) return;
  throw new DrawbridgeError("refused", refusedText(standing), standing);
}

function passedBy({ override, allowed = [] }: Pick<ChangeRequest, "override" | "allowed">): string[] {
  return [...new Set([...override, ...allowed])];
}

function recordOf(idempotency: Idempotency | undefined, before: number, plan: Plan): Pick<CommitInput, "idempotency"> {
  return idempotency ? { idempotency: { ...idempotency, result: idempotency.result(before, plan) } } : {};
}

function refusedText(refusals: readonly Refusal[]): string {
  const names = [...new Set(refusals.map(({ guard }) => guard))];
  return `refused by ${names.length === 1 ? "the guard" : "the guards"} ${listed(names)}; mend what it names, or override it by name with a reason`;
}

function commitInput(request: ChangeRequest, before: ProjectState, planned: Plan, at: number): CommitInput {
  const { changes, refusals } = planned;
  const overridden = passedBy(request).filter((name) => refusals.some(({ guard }) => guard === name));
  return {
    at,
    actor: request.actor,
    reason: request.reason,
    overridden,
    changes: changes.map((edit) => changeOf(request.project, edit)),
    expect: [{ project: request.project, revision: before.revision }],
    ...claims(before, changes),
    ...recordOf(request.idempotency, before.revision, planned),
  };
}

function changeOf(project: string, { kind, id, value }: Edit): Change {
  return { project, kind, id, schema: currentSchema, value: value === null ? null : JSON.stringify(value) };
}

type CredentialEdit = Extract<Edit, { readonly kind: "read_key" | "feed_token" | "access_token" | "edge_token" }>;

function isCredential(edit: Edit): edit is CredentialEdit {
  return ["read_key", "feed_token", "access_token", "edge_token"].includes(edit.kind);
}

/** The text of a key or a token is its own in the whole installation; a revoked one's for ever, even when its project is gone. */
function claims(before: ProjectState, changes: readonly Edit[]): Pick<CommitInput, "claim" | "release"> {
  const claim: string[] = [];
  const release: string[] = [];
  for (const edit of changes) {
    if (!isCredential(edit)) continue;
    const held = before[edit.kind].get(edit.id)?.value;
    if (edit.value && !held) claim.push(edit.value.hash);
    // Apps may carry a key on into another project. What was made as a secret is nobody's ever again.
    if (edit.kind === "read_key" && !edit.value && held && held.revokedAt === null) release.push(held.hash);
  }
  return { claim, release };
}
