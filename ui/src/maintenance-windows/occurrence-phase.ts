/** How an occurrence stands by the clock: what was read a while ago may have begun or ended since. */
import type { CommittedChange } from "drawbridge-rules/wire/history.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";

export type OccurrencePhase = "to_come" | "in_force" | "past_plan" | "completed" | "over" | "cancelled";

/** @param now epoch ms */
export function phaseOf(occurrence: ListedOccurrence, now: number, isCompleted = false): OccurrencePhase {
  const { state, overrun } = occurrence;
  const [start, end] = [Date.parse(occurrence.start), Date.parse(occurrence.end)];
  if (state === "cancelled") return "cancelled";
  if (now < start) return "to_come";
  // One that is held gets a later end when this one has come.
  const isHeld = overrun === "hold" && state === "in_force";
  if (now < end || isHeld) return now < Date.parse(occurrence.planned_end) ? "in_force" : "past_plan";
  return isCompleted ? "completed" : "over";
}

export function isTimesMoved({ start, end, planned_start, planned_end }: ListedOccurrence): boolean {
  return start !== planned_start || end !== planned_end;
}

export type DoneStep =
  | { readonly kind: "cancelled" | "kept" | "back" }
  | { readonly kind: "completed" | "begun" | "ends"; readonly at: string }
  | { readonly kind: "moved"; readonly start: string; readonly end: string };

/** Milliseconds between being asked to begin one and the commit that does it. */
const atOnce = 5000;

/** What a commit did to an occurrence, read off what is kept of it before and after. @param at of the commit */
export function stepOf({ before, after }: Pick<CommittedChange, "before" | "after">, at: string): DoneStep {
  if (!after) return { kind: "back" };
  const isNew = (field: string) => after[field] === true && before?.[field] !== true;
  const changed = (field: string) => typeof after[field] === "string" && after[field] !== before?.[field];
  const [start, end] = [String(after.start ?? ""), String(after.end ?? "")];
  if (isNew("cancelled")) return { kind: "cancelled" };
  if (isNew("completed")) return { kind: "completed", at: end };
  const isBegun = Math.abs(Date.parse(start) - Date.parse(at)) < atOnce;
  if (changed("start")) return isBegun ? { kind: "begun", at: start } : { kind: "moved", start, end };
  if (changed("end")) return { kind: "ends", at: end };
  return { kind: "kept" };
}
