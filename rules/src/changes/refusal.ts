/** A refusal of a change, and the guards that refuse. */
import type { Problem } from "../values/errors.ts";

/** A problem that a guard has with the change. */
export interface Refusal extends Problem {
  readonly guard: Guard;
}

export const guards = [
  "store_link",
  "every_version_blocked",
  "long_maintenance",
  "past_end",
  "first_language",
  "in_use",
  "active_window",
  "locks_out",
  "unseen_version",
  "four_eyes",
] as const;
export type Guard = (typeof guards)[number];
