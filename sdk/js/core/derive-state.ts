/** The state of a gate at an instant: a pure function of the record. */
import { isBlocking, parseInstant } from "./gate-answer.ts";
import type { GateOptions } from "./gate-options.ts";
import { refusedLink } from "./gate-problem.ts";
import type { GateRecord } from "./gate-record.ts";
import type { GateProblem, GateState, GateStatus } from "./gate-state.ts";
import { isAllowedLink } from "./store-links.ts";

export interface Circumstances {
  /** Epoch ms by the server's clock. */
  readonly now: number;
  /** True if the first answer for this version may still come before the app starts. */
  readonly isLoading: boolean;
  /** True if the server answered the last request. */
  readonly isConfirmed: boolean;
  /** True if this is the first run of an installation, in which nothing is recommended. */
  readonly isFirstRun: boolean;
  readonly problem: GateProblem | null;
}

/** A kept block ends after this time without contact, ms. */
const longestBlock = 7 * 86_400_000;

/** @returns the state, and the instant at which it changes without a new answer (infinity: never) */
export function deriveState(
  record: GateRecord,
  circumstances: Circumstances,
  options: GateOptions,
): readonly [state: GateState, until: number] {
  const { now, isConfirmed, problem } = circumstances;
  const { checkedAt, laterUntil } = record;
  const found = record.answer;
  const limit = checkedAt + longestBlock;
  const blocks = isBlocking(found);
  const answer = blocks && !isConfirmed && now >= limit ? null : found;
  const link = answer?.store_link ?? null;
  const storeLink = link && isAllowedLink(link, options.allowedHosts, options.allowedSchemes) ? link : null;
  const shared = {
    storeLink,
    canUpdate: !!(options.update || (storeLink && options.openLink)),
    // An app that updates in its own way needs no link.
    problem: problem ?? (link && !storeLink && !options.update ? refusedLink(link) : null),
  };
  if (!answer) {
    const status = circumstances.isLoading ? "loading" : "open";
    return [{ ...shared, ...nothing, status, checkedAt: checkedAt || null }, Number.POSITIVE_INFINITY];
  }

  const { update, maintenance } = answer;
  const window = answer.window && {
    name: answer.window.name,
    reminderStart: parseInstant(answer.window.reminder_start) as number,
    start: parseInstant(answer.window.start) as number,
    end: parseInstant(answer.window.end) as number,
  };
  // An end before the answer itself is shown: rehearsal keys answer as of another time.
  const ending = window && maintenance === "announced" && window.end > checkedAt ? window.end : Number.POSITIVE_INFINITY;
  const isAnnounced = maintenance === "announced" && now < ending && record.dismissed !== answer.window?.start;
  const isWanted = update === "recommended" && !circumstances.isFirstRun && record.skipped !== String(answer.update_to);
  const status: GateStatus =
    update === "forced"
      ? "update_required"
      : maintenance === "active"
        ? "maintenance"
        : isAnnounced
          ? "announced"
          : isWanted && now >= laterUntil
            ? "recommended"
            : "open";
  // The server sends the texts of the strongest: forced, active, recommended, announced, none.
  const isOwnText = status === "open" ? update === "none" && maintenance === "none" : status !== "announced" || update === "none";
  const isHeld = blocks && !isConfirmed;
  const state: GateState = {
    ...shared,
    status,
    blocked: blocks,
    title: isOwnText ? answer.title : "",
    message: isOwnText ? answer.message : "",
    language: answer.language || null,
    updateTo: answer.update_to,
    window: now < ending ? window : null,
    nextChangeAt: parseInstant(answer.next_change_at),
    checkedAt,
    source: isConfirmed ? "network" : "kept",
    keptUntil: isHeld ? limit : null,
  };
  const changes = [ending, isWanted ? laterUntil : 0, isHeld ? limit : 0].filter((instant) => instant > now);
  return [state, Math.min(...changes)];
}

/** Members of a state without an answer. */
export const nothing = {
  blocked: false,
  title: "",
  message: "",
  language: null,
  updateTo: null,
  window: null,
  nextChangeAt: null,
  source: "default",
  keptUntil: null,
} as const;
