/**
 * Every change takes this path. Changes of a project wait for each other here, so within a process none is planned against a
 * state that is about to change; the store's expectations detect commits of other nodes. Commits of all projects wait for each
 * other, so that followers receive them in order.
 */

import { type GuardCode, guardCodes } from "drawbridge-rules/changes/guard-code.ts";
import { type Plan, plan, planSteps, reviewedFormSteps } from "drawbridge-rules/changes/plan.ts";
import type { CredentialKind } from "drawbridge-rules/credentials/credential.ts";
import { describeGuard } from "drawbridge-rules/describe/guard.ts";
import type { Author, Mark } from "drawbridge-rules/project/mark.ts";
import { currentSchema, type ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit, Reverts } from "drawbridge-rules/project/resource.ts";
import { trailAfter } from "drawbridge-rules/project/trail.ts";
import { DrawbridgeError, type Problem, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { listed } from "drawbridge-rules/values/fields.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import type { Guard } from "drawbridge-rules/wire/guard.ts";
import { canonicalHashSteps } from "../base/hash.ts";
import { runStepsYielding } from "../base/yielding-work.ts";
import { LogMismatch } from "../store/commit-rules.ts";
import type { NewAccount } from "../store/sql/sql-accounts.ts";
import type { Change, Claim, CommitInput, Head, IdempotencyRecord, Store } from "../store/store.ts";
import { ChangePlanner } from "./change-planner.ts";
import { CommitCounts } from "./commit-counts.ts";
import type { Follower, LogFollower } from "./log-follower.ts";
import { ProjectStates, type StateRead } from "./project-states.ts";

export interface ChangeRequest {
  /** "" for what belongs to the installation. */
  readonly project: string;
  readonly actor: string;
  readonly reason: string;
  readonly override?: readonly string[];
  /** Guards that the request overrides by another option, without a reason (`--end-active`). */
  readonly allowed?: readonly GuardCode[];
  /** The requester may override `four_eyes`; only owners may. */
  readonly mayBreakGlass?: boolean;
  /** No guard applies to a commit of the server's own, since each of its edits follows from the state and the time. */
  readonly isOwn?: boolean;
  readonly dryRun?: boolean;
  /** `reviewHash` of the reviewed plan: only that plan is applied. */
  readonly reviewed?: string;
  /** Called again if the state changed in the meantime. May refuse by throwing. */
  readonly edits: EditsForState | EditsInTime;
  /** A change of another project in the same commit. Called before `edits`; its edits must be ones that no guard checks. */
  readonly beside?: { readonly project: string; readonly edits: EditsForState };
  /** A claim to release, whose credential was deleted with its project: that project's history notes the end once more. */
  readonly leftClaim?: (state: ProjectState) => Promise<Claim | null>;
  readonly idempotency?: Idempotency;
  readonly account?: NewAccount;
  /** For the history: the revision that the change undoes, or restores. */
  readonly reverts?: Reverts;
}

export type EditsForState = (state: ProjectState, now: number) => readonly Edit[] | Steps<readonly Edit[]>;

/** Edits that depend on more than the state, such as counted requests. */
type EditsInTime = (state: ProjectState, now: number) => Promise<readonly Edit[]>;

/** The request may be sent twice, and is applied once. */
export interface Idempotency extends Omit<IdempotencyRecord, "result"> {
  /** Data to keep of a change planned at the revision `before`. Never a secret. */
  readonly result: (before: number, plan: Plan) => string | Steps<string>;
}

export interface Published {
  readonly plan: Plan;
  readonly before: ProjectState;
  /** Time of the plan, epoch ms. */
  readonly at: number;
  /** End of the log; the change's own revision if it was committed. */
  readonly head: Head;
  readonly isCommitted: boolean;
  /** The record of an earlier identical request: then nothing was done. */
  readonly replayed: IdempotencyRecord | null;
}

export interface PublisherOptions {
  /** Random ids. Absent means commits have no ids. */
  readonly newCommitId?: () => string;
  /** The log that this process answers from. Absent means a commit follows any log. */
  readonly followed?: Pick<LogFollower, "end" | "follow">;
  readonly states?: ProjectStates;
  readonly planner?: ChangePlanner;
}

const maxAttempts = 20;

/** Milliseconds after which an answer of the store counts as a long wait. */
const longWait = 1_000;

export class Publisher {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #followers: readonly Follower[];
  readonly #states: ProjectStates;
  readonly #newCommitId: (() => string) | undefined;
  readonly #followed: PublisherOptions["followed"];
  readonly #planner: ChangePlanner;
  readonly counts = new CommitCounts();
  /** Called when it is unknown whether a commit happened: followers must look. */
  onUncertain: () => void = () => undefined;
  readonly #changing = new Map<string, Promise<unknown>>();
  #committing: Promise<unknown> = Promise.resolve();
  /** Monotonic time at which a turn last ended after a long, failed wait for the store. */
  #gaveUpAt = Number.NEGATIVE_INFINITY;

  constructor(store: Store, now: () => number, followers: readonly Follower[], options: PublisherOptions = {}) {
    const { newCommitId, followed, states = new ProjectStates({ store }) } = options;
    this.#store = store;
    this.#states = states;
    this.#now = now;
    this.#followers = followers;
    this.#newCommitId = newCommitId;
    this.#followed = followed;
    this.#planner = options.planner ?? new ChangePlanner(null);
  }

  /** A project that does not exist has no resources. @throws unavailable */
  read(project: string): Promise<StateRead> {
    return this.#states.read(project);
  }

  /** @throws unavailable */
  async state(project: string): Promise<ProjectState> {
    return (await this.read(project)).state;
  }

  /** For edits that are not published yet, or not by this request. @param now epoch ms. @throws unavailable */
  plan(state: ProjectState, edits: readonly Edit[], now: number): Promise<Plan> {
    return this.#planner.plan(state, edits, now);
  }

  /** @throws invalid, forbidden, stale, refused, conflict, key_in_use, unavailable, and what `edits` throws */
  publish(request: ChangeRequest): Promise<Published> {
    return this.counts.of(request, () => this.#change(request));
  }

  #change(request: ChangeRequest): Promise<Published> {
    const { project } = request;
    const turn = this.#after(this.#changing.get(project), () => this.#publish(request));
    const done = turn.catch(() => undefined);
    this.#changing.set(project, done);
    void done.then(() => {
      if (this.#changing.get(project) === done) this.#changing.delete(project);
    });
    return turn;
  }

  async #publish(request: ChangeRequest): Promise<Published> {
    checkOverride(request);
    for (let attempt = 1; ; attempt++) {
      const { state: before, head } = await this.read(request.project);
      const now = this.#now();
      const replayed = await this.#replay(request, now);
      if (replayed) return { plan: plan(before, [], now), before, at: now, head, isCommitted: false, replayed };
      const more = await this.#more(request, before, now);
      const planned = await this.plan(before, await editsFor(request, before, now), now);
      const checked = request.isOwn ? { ...planned, guards: [] } : planned;
      if (!request.dryRun) {
        const hash = request.reviewed === undefined ? "" : await runStepsYielding(reviewHash(before, planned, now));
        checkReviewedPlan(checked, request, hash);
      }
      if (request.dryRun || (planned.changes.length === 0 && more.changes.length === 0))
        return { plan: planned, before, at: now, head, isCommitted: false, replayed: null };
      const input = await runStepsYielding(commitSteps(request, before, planned, now));
      const committed = await this.#tryCommit(together(input, more), head.epoch, attempt);
      if (committed) return { plan: planned, before, at: now, head: committed, isCommitted: true, replayed: null };
      // Applies commits of other nodes first. After a second conflict, the kept state may differ from the store's.
      if (attempt > 1) for (const project of [request.project, request.beside?.project]) this.#states.forget(project ?? "");
    }
  }

  async #more({ beside, leftClaim, actor, reason }: ChangeRequest, before: ProjectState, now: number): Promise<PartOfCommit> {
    if (beside) {
      const other = await this.state(beside.project);
      const edits = await editsFor(beside, other, now);
      const { changes } = await runStepsYielding(planSteps(other, edits, now));
      return runStepsYielding(partOf(other, changes, { actor, reason, at: now }));
    }
    const claim = leftClaim ? await leftClaim(before) : null;
    if (claim === null) return { changes: [], expect: [], claim: [], release: [] };
    const { text, project, id } = claim;
    const end = changeOf(project, { kind: "read_key", id, value: null });
    return { changes: [end], expect: [], claim: [], release: [text] };
  }

  /** Null means the state has changed, and the change must be planned again. */
  async #tryCommit(input: CommitInput, epoch: string, attempt: number): Promise<Head | null> {
    try {
      const turn = this.#after(this.#committing, () => this.#commit(input, epoch));
      this.#committing = turn.catch(() => undefined);
      return await turn;
    } catch (error) {
      const isRetried = error instanceof DrawbridgeError && error.code === "conflict" && attempt < maxAttempts;
      if (!isRetried) throw error;
      if (error instanceof LogMismatch) await this.#followed?.follow();
      return null;
    }
  }

  async #replay({ idempotency }: { readonly idempotency?: Idempotency }, now: number): Promise<IdempotencyRecord | null> {
    const record = idempotency ? await this.#store.recall(idempotency.key, now) : null;
    if (record && record.request !== idempotency?.request) {
      throw new DrawbridgeError(
        "conflict",
        "this Idempotency-Key was used for another request within the last 24 hours: send a new one",
      );
    }
    return record;
  }

  /** @param epoch of the log for which the change was planned */
  async #commit(planned: CommitInput, epoch: string): Promise<Head> {
    const follows = this.#followed?.end();
    // Commits were lost between plan and commit: the same revision of the project may now have other content.
    if (follows && follows.head.epoch !== epoch) throw new LogMismatch();
    const input = {
      ...planned,
      ...(this.#newCommitId ? { id: this.#newCommitId() } : {}),
      ...(follows ? { follows } : {}),
    };
    const head = await this.#store.commit(input).catch((error) => {
      if (error instanceof DrawbridgeError && error.code === "unavailable") this.onUncertain();
      throw error;
    });
    await Promise.all(this.#followers.map((follow) => follow(input.changes, head, input)));
    return head;
  }

  async #after<T>(previous: Promise<unknown> | undefined, work: () => Promise<T>): Promise<T> {
    const asked = performance.now();
    await previous;
    // Otherwise the tenth change for a hanging store would wait ten times as long.
    if (asked < this.#gaveUpAt)
      throw new DrawbridgeError("unavailable", "The store is not responding. Nothing was changed; try again.");
    const begun = performance.now();
    try {
      return await work();
    } catch (error) {
      const ended = performance.now();
      if (error instanceof DrawbridgeError && error.code === "unavailable" && ended - begun >= longWait) this.#gaveUpAt = ended;
      throw error;
    }
  }
}

/** The same for the same change over the same revisions. @param now time of the plan, epoch ms */
export function* reviewHash(before: ProjectState, planned: Plan, now: number): Steps<string> {
  return yield* canonicalHashSteps(yield* reviewedFormSteps(before, planned, now));
}

async function editsFor({ edits }: Pick<ChangeRequest, "edits">, before: ProjectState, now: number): Promise<readonly Edit[]> {
  const wanted = await edits(before, now);
  return "next" in wanted ? runStepsYielding(wanted) : wanted;
}

function checkOverride({ override = [], reason, mayBreakGlass = false }: ChangeRequest): void {
  const unknown = override.filter((name) => !guardCodes.some((guard) => guard === name));
  const problems = unknown.map(() => problemOf("override", `expected the name of a guard: ${listed(guardCodes, "or")}`));
  if (override.length > 0 && reason.trim() === "") problems.push(problemOf("reason", "is required when a guard is overridden"));
  throwIfAny(problems, "the request");
  if (override.includes("four_eyes") && !mayBreakGlass)
    throw new DrawbridgeError("forbidden", "Only an owner of the project can override four_eyes. Request approval instead.");
}

function problemOf(parameter: string, message: string): Problem {
  return { path: parameter, parameter, message };
}

type Passing = Pick<ChangeRequest, "override" | "allowed" | "reason" | "reviewed">;

/** @param hash of the plan, if one was reviewed. @throws stale, invalid, refused */
export function checkReviewedPlan({ problems, guards, needsReason, reader }: Plan, request: Passing, hash: string): void {
  if (request.reviewed !== undefined && request.reviewed !== hash) {
    throw new DrawbridgeError("stale", "The change no longer matches what was reviewed. Review it again.");
  }
  throwIfAny(problems, "the change");
  if (needsReason && request.reason.trim() === "")
    throwIfAny([problemOf("reason", "is required for every edit of this project")], "the request");
  const passed = passedBy(request);
  const standing = guards.filter(({ code }) => !passed.includes(code));
  if (standing.length === 0) return;
  const refused = standing.map((finding) => ({ path: finding.path, finding, message: describeGuard(finding, reader) }));
  throw new DrawbridgeError("refused", refusedText(standing), refused);
}

function passedBy({ override = [], allowed = [] }: Pick<ChangeRequest, "override" | "allowed">): string[] {
  return [...new Set([...override, ...allowed])];
}

function* recordSteps(idempotency: Idempotency | undefined, before: number, plan: Plan): Steps<Pick<CommitInput, "idempotency">> {
  if (!idempotency) return {};
  const result = idempotency.result(before, plan);
  return { idempotency: { ...idempotency, result: typeof result === "string" ? result : yield* result } };
}

function refusedText(guards: readonly Guard[]): string {
  const names = [...new Set(guards.map(({ code }) => code))];
  return `Refused by ${names.length === 1 ? "the guard" : "the guards"} ${listed(names)}; correct the listed problems, or override by name with a reason.`;
}

function* commitSteps(request: ChangeRequest, before: ProjectState, planned: Plan, at: number): Steps<CommitInput> {
  const { changes, guards } = planned;
  const overridden = passedBy(request).filter((name) => guards.some(({ code }) => code === name));
  return {
    at,
    actor: request.actor,
    reason: request.reason,
    overridden,
    ...request.reverts,
    ...(yield* partOf(before, changes, { actor: request.actor, reason: request.reason, at })),
    ...(yield* recordSteps(request.idempotency, before.revision, planned)),
    ...(request.account ? { account: request.account } : {}),
  };
}

type PartOfCommit = Required<Pick<CommitInput, "changes" | "expect" | "claim" | "release">>;

function* partOf(before: ProjectState, changes: readonly Edit[], author: Author): Steps<PartOfCommit> {
  const written: Change[] = [];
  for (const edit of changes) {
    written.push(changeOf(before.id, edit, trailAfter(before[edit.kind].get(edit.id), edit, author)));
    yield;
  }
  return {
    changes: written,
    expect: [{ project: before.id, revision: before.revision }],
    ...claims(before, changes),
  };
}

/** @param more the other project's part, which comes first: a moved key is deleted there before it is created here */
function together(input: CommitInput, more: PartOfCommit): CommitInput {
  return {
    ...input,
    changes: [...more.changes, ...input.changes],
    expect: [...input.expect, ...more.expect],
    claim: [...(input.claim ?? []), ...more.claim],
    release: [...(input.release ?? []), ...more.release],
  };
}

/** @param trail stored beside the value, if it is not empty */
export function changeOf(project: string, { kind, id, value }: Edit, trail: readonly Mark[] = []): Change {
  const row = trail.length === 0 ? value : { ...value, trail };
  return { project, kind, id, schema: currentSchema, value: row === null ? null : JSON.stringify(row) };
}

type CredentialEdit = Extract<Edit, { readonly kind: CredentialKind }>;

function isCredential(edit: Edit): edit is CredentialEdit {
  return edit.kind === "read_key" || edit.kind === "token";
}

/**
 * A key or a token claims its text in the whole installation. A revoked one keeps it, even after its project is deleted. An
 * imported key deleted without its project was released or moved by an administrator (decision 0024).
 */
function claims(before: ProjectState, changes: readonly Edit[]): Pick<PartOfCommit, "claim" | "release"> {
  const claim: Claim[] = [];
  const release: string[] = [];
  const isDeleted = changes.some(({ kind, value }) => kind === "project" && value === null);
  for (const edit of changes) {
    if (!isCredential(edit)) continue;
    const held = before[edit.kind].get(edit.id)?.value;
    const imported = edit.kind === "read_key" && (edit.value?.imported ?? false);
    if (edit.value && !held) claim.push({ text: edit.value.hash, project: before.id, id: edit.id, imported });
    if (edit.kind !== "read_key" || edit.value !== null) continue;
    const key = before.read_key.get(edit.id)?.value;
    // Apps may keep sending a key after it moves to another project.
    if (key && (key.revokedAt === null || (key.imported && !isDeleted))) release.push(key.hash);
  }
  return { claim, release };
}
