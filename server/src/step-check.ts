/**
 * Judges dated steps again by the latest requests as they come near: a day before, it warns of a step that exceeds its limit, and in
 * the last minute it holds the step in a commit of the server's own, so that every node, edge and cache has the same policy. Every
 * node checks, and the first commit counts. A hold needs no confirmed clock: it locks no user out, and an operator can resume the step,
 * which is then not held again.
 */
import {
  heldAhead,
  holdEdits,
  judgeStep,
  type StepAhead,
  type StepJudgment,
  stepsAhead,
} from "drawbridge-rules/impact/step-hold.ts";
import { formatShareOver } from "drawbridge-rules/impact/traffic.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { plannedStepInstant } from "drawbridge-rules/versions/policy-step.ts";
import type { Log } from "./base/log.ts";
import { runStepsYielding } from "./base/yielding-work.ts";
import type { TrafficSource } from "./change-planner.ts";
import { type LateCommit, LateSteps } from "./late-steps.ts";
import type { Following } from "./log-follower.ts";
import type { Follower, Publisher } from "./publisher.ts";
import type { Change, Row } from "./store/store.ts";

/** A step that needs attention: it is held, or it is going to be. */
export interface StepStatus {
  readonly project: string;
  readonly platform: string;
  /** Planned instant, epoch ms. */
  readonly at: number;
  readonly isHeld: boolean;
}

interface StepCheckServices {
  /** Epoch ms. */
  readonly now: () => number;
  readonly log: Log;
  /** Milliseconds between two looks at the clock; 10 seconds unless given. */
  readonly every?: number | undefined;
}

type Committer = Pick<Publisher, "state" | "publish">;

const HOUR = 3_600_000;
const warnedAhead = 24 * HOUR;
/** Projects with a step are looked at every day, even if it took place: the clock may be put back. */
const farthestLook = 24 * HOUR;
const usualEvery = 10_000;

export class StepCheck implements Following {
  readonly #services: StepCheckServices;
  /** When each project with steps is to be looked at, epoch ms. 0: it changed since the last look. */
  readonly #due = new Map<string, number>();
  readonly #statuses = new Map<string, readonly StepStatus[]>();
  /** Steps that were logged as warnings. */
  readonly #warned = new Set<string>();
  readonly #late = new LateSteps();
  /** Projects whose last check failed, and was logged. */
  readonly #failed = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(services: StepCheckServices) {
    this.#services = services;
  }

  /** Steps that need attention, as of the last look. */
  get status(): readonly StepStatus[] {
    return [...this.#statuses.values()].flat();
  }

  load(rows: readonly Row[]): void {
    this.#due.clear();
    this.#statuses.clear();
    this.#late.clear();
    this.#apply(rows, null);
  }

  apply(...[changes, , commit]: Parameters<Follower>): void {
    this.#apply(changes, commit);
  }

  #apply(changes: readonly Pick<Change, "project" | "kind" | "id" | "value">[], commit: LateCommit | null): void {
    for (const change of changes) {
      const { project, kind, value } = change;
      if (kind !== "platform" && kind !== "project") continue;
      if (kind === "platform") this.#late.note(change, commit);
      const isKnown = this.#due.has(project) || this.#statuses.has(project);
      if (isKnown || (kind === "platform" && value?.includes('"step":'))) this.#due.set(project, 0);
    }
  }

  start(publisher: Committer, traffic: TrafficSource): void {
    const look = () => {
      this.#running = this.run(publisher, traffic).then(() => {
        if (!this.#isStopped) this.#timer = setTimeout(look, this.#services.every ?? usualEvery).unref();
      });
    };
    // The first look is due: the program may start in the last minute of a step.
    look();
  }

  /** A run in progress ends after its current project. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  /** Looks at the projects that are due. Never rejects. */
  async run(publisher: Committer, traffic: TrafficSource): Promise<void> {
    const now = this.#services.now();
    for (const [project, due] of [...this.#due]) {
      if (this.#isStopped) return;
      // A time further ahead than any that is set: the clock was put back.
      if (due > now && due - now <= farthestLook) continue;
      try {
        await this.#look(publisher, traffic, project);
        this.#failed.delete(project);
      } catch (error) {
        this.#due.set(project, 0);
        // The server itself reports an unavailable store. The next run tries again in any case, and a lasting defect is logged once.
        if ((error instanceof DrawbridgeError && error.code === "unavailable") || this.#failed.has(project)) continue;
        this.#failed.add(project);
        this.#services.log.error({ err: error, project }, "Dated steps of a project were not checked. It is tried again");
      }
    }
  }

  async #look(publisher: Committer, traffic: TrafficSource, project: string): Promise<void> {
    const looking = Number.POSITIVE_INFINITY;
    this.#due.set(project, looking);
    const state = await publisher.state(project);
    const now = this.#services.now();
    const found: StepStatus[] = heldSteps(state);
    let next = hasSteps(state) ? now + farthestLook : looking;
    for (const ahead of stepsAhead(state, now)) {
      const left = ahead.at - now;
      if (left > warnedAhead) {
        next = Math.min(next, ahead.at - warnedAhead);
        continue;
      }
      next = Math.min(next, left > heldAhead ? Math.min(now + HOUR, ahead.at - heldAhead) : now);
      const { platform, at } = ahead;
      if (this.#late.has(project, platform)) continue;
      const judged = await runStepsYielding(judgeStep(state, ahead, await traffic(project, platform, now)));
      if (!judged.isOverLimit) continue;
      found.push({ project, platform, at, isHeld: false });
      if (left <= heldAhead) await this.#hold(publisher, project, ahead, judged);
      else this.#warn(project, ahead, judged);
    }
    this.#keep(project, found);
    // A change in between has set it to 0.
    if (this.#due.get(project) !== looking) return;
    if (next === looking) this.#due.delete(project);
    else this.#due.set(project, next);
  }

  async #hold(publisher: Committer, project: string, ahead: StepAhead, judged: StepJudgment): Promise<void> {
    const reason = `Held: ${judgmentText(ahead, judged)}`;
    const { isCommitted } = await publisher.publish({
      project,
      actor: "system",
      reason,
      override: [],
      isOwn: true,
      dryRun: false,
      edits: (state, now) => holdEdits(state, ahead, now),
    });
    if (isCommitted) this.#services.log.warn?.({ project, platform: ahead.platform }, reason);
  }

  #warn(project: string, ahead: StepAhead, judged: StepJudgment): void {
    const name = JSON.stringify([project, ahead.platform, ahead.step]);
    if (this.#warned.has(name)) return;
    this.#warned.add(name);
    const text = `${judgmentText(ahead, judged)}. The server holds it a minute before, unless that changes`;
    this.#services.log.warn?.({ project, platform: ahead.platform }, text);
  }

  #keep(project: string, found: readonly StepStatus[]): void {
    if (found.length === 0) this.#statuses.delete(project);
    else this.#statuses.set(project, found);
  }
}

function hasSteps({ platform }: ProjectState): boolean {
  return [...platform.values()].some(({ value }) => value.policy.step !== undefined);
}

function heldSteps(state: ProjectState): StepStatus[] {
  return [...state.platform].flatMap(([platform, { value }]) => {
    const { step } = value.policy;
    return step?.held ? [{ project: state.id, platform, at: plannedStepInstant(step), isHeld: true }] : [];
  });
}

function judgmentText({ platform, step }: StepAhead, { requests, forced, limit }: StepJudgment): string {
  const share = formatShareOver(forced, requests, limit);
  return `the step of ${platform} at ${step.at} (${step.zone}) would newly force ${share} of the requests of the last 24 hours to update; its limit is ${limit}%`;
}
