/**
 * Deletes what ended 30 days ago, and writes to windows by a clock that was ahead, once a day by a confirmed clock. Looks, in
 * turns of a few milliseconds, only at projects that changed or have something due.
 */

import type { Kind } from "drawbridge-rules/project/kind.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { DAY } from "drawbridge-rules/values/duration.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import { endedEdits, nextEnded } from "drawbridge-rules/windows/past-window.ts";
import { aheadEdits } from "drawbridge-rules/windows/window-change.ts";
import type { Log } from "../base/log.ts";
import { runStepsYielding } from "../base/yielding-work.ts";
import type { Change, Row } from "../store/store.ts";
import type { CheckedClock, ClockStatus } from "./clock-check.ts";
import type { Following } from "./log-follower.ts";
import type { Publisher } from "./publisher.ts";

export interface CleanupTimes {
  /** Milliseconds to the first check, and between two. Only one check a day does anything. */
  readonly first: number;
  readonly every: number;
}

interface DailyCleanupServices {
  /** @throws unavailable */
  readonly checkClock: () => Promise<CheckedClock>;
  readonly log: Log;
  readonly times?: CleanupTimes | undefined;
}

type CleanupStatus = Omit<ClockStatus, "offset">;
type Committer = Pick<Publisher, "state" | "publish">;

const usualTimes: CleanupTimes = { first: 10_000, every: 60 * 60 * 1_000 };
/** Changes after which no window joins a commit: followers apply one in a few milliseconds. */
const maxChanges = 500;
const maxCommits = 100;
const reason = "Daily cleanup: windows that ended, and requests for approval that were closed, more than 30 days ago";
const cleaned: readonly Kind[] = ["window", "override", "proposal"];

export class DailyCleanup implements Following {
  readonly #services: DailyCleanupServices;
  /** Epoch ms when each project may next have something to delete; 0 means it changed. */
  readonly #due = new Map<string, number>();
  #status: CleanupStatus = { checkedAt: null, problem: null };
  #done: number | null = null;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(services: DailyCleanupServices) {
    this.#services = services;
  }

  get status(): CleanupStatus {
    return this.#status;
  }

  load(rows: readonly Row[]): void {
    this.#due.clear();
    this.apply(rows);
  }

  apply(changes: readonly Pick<Change, "project" | "kind" | "value">[]): void {
    for (const { project, kind, value } of changes) {
      if (kind === "project" && value === null) this.#due.delete(project);
      else if (cleaned.includes(kind)) this.#due.set(project, 0);
    }
  }

  /** @param random from 0 to 1, so that nodes that started together do not check together */
  start(publisher: Committer, random: number): void {
    const { first, every } = this.#services.times ?? usualTimes;
    const after = (wait: number) => {
      if (this.#isStopped) return;
      this.#timer = setTimeout(() => {
        this.#running = this.run(publisher).then(() => after(every));
      }, wait).unref();
    };
    after(first * (1 + random));
  }

  /** A run in progress ends after its current project. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  /** Never rejects. */
  async run(publisher: Committer): Promise<void> {
    try {
      const clock = await this.#services.checkClock();
      this.#tell(clock);
      if (!clock.isConfirmed) return;
      // A second node or a restart on the same day finds nothing more.
      const day = Math.floor(clock.at / DAY) * DAY;
      if (day === this.#done) return;
      for (const [project, due] of [...this.#due]) {
        if (this.#isStopped) return;
        if (due <= day) await this.#cleanOrSay(publisher, project, day);
      }
      this.#done = day;
    } catch (error) {
      // The server reports an unavailable store, and the next check tries again.
      if (!isUnavailable(error))
        this.#services.log.error({ event: "cleanup.failed", err: error }, "The daily cleanup failed, and is retried in an hour");
    }
  }

  /** A project that cannot be read or planned does not stop the others. @throws unavailable */
  async #cleanOrSay(publisher: Committer, project: string, day: number): Promise<void> {
    try {
      await this.#clean(publisher, project, day);
    } catch (error) {
      this.#due.set(project, 0);
      if (isUnavailable(error)) throw error;
      this.#services.log.error(
        { event: "cleanup.project_failed", err: error, project },
        "The daily cleanup of a project failed, and is retried tomorrow",
      );
    }
  }

  async #clean(publisher: Committer, project: string, day: number): Promise<void> {
    for (let commits = 0; commits < maxCommits; commits++) {
      const looking = Number.POSITIVE_INFINITY;
      this.#due.set(project, looking);
      const state = await publisher.state(project);
      const edits = await runStepsYielding(cleanupEdits(state, day, commits === 0));
      if (edits.length === 0) {
        const next = await runStepsYielding(nextEnded(state));
        // A change in between has set it to 0.
        if (this.#due.get(project) !== looking) return;
        if (next === null) this.#due.delete(project);
        else this.#due.set(project, Math.max(next, day + DAY));
        return;
      }
      await publisher.publish({
        project,
        actor: "system",
        reason,
        isOwn: true,
        edits: (present) => cleanupEdits(present, day, commits === 0),
      });
    }
    this.#due.set(project, 0);
  }

  #tell({ at, isConfirmed, problem }: CheckedClock): void {
    const { log } = this.#services;
    const before = this.#status.problem;
    this.#status = { checkedAt: at, problem };
    if (problem !== null && before === null) log.warn?.({ event: "clock.unconfirmed" }, problem);
    if (isConfirmed && before !== null)
      log.info?.({ event: "clock.confirmed" }, "The clock is confirmed again: ended windows are deleted");
  }
}

/** @param isFirst the day's first commit alone removes writes of a clock that was ahead */
function* cleanupEdits(state: ProjectState, day: number, isFirst: boolean): Steps<readonly Edit[]> {
  const ended = yield* endedEdits(state, day, maxChanges);
  if (!isFirst || ended.length > 0) return ended;
  return (yield* aheadEdits(state, day)).slice(0, maxChanges);
}

function isUnavailable(error: unknown): boolean {
  return error instanceof DrawbridgeError && error.code === "unavailable";
}
