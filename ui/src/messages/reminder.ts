/** Announcement in a `/maintenance` answer. */
import type { Simulation } from "drawbridge-rules/wire/simulation.ts";

export interface Reminder {
  /** `over`: the announced maintenance is past, or there is none. */
  readonly state: "later" | "announced" | "in_force" | "over";
  /** Name of the instance. */
  readonly name: string;
  /** Epoch ms. */
  readonly from: number;
  readonly start: number;
  readonly end: number;
}

/** @param now epoch ms; null: not known */
export function reminderFromAnswer(answer: Simulation | undefined, now: number): Reminder | null {
  if (answer?.status !== 200) return null;
  const { instance_name, remainder_start, start_time, end_time, is_maintenance } = answer.body;
  // Null if the project hides them: then nothing is announced.
  const [from, start, end] = [remainder_start, start_time, end_time].map((time) => Date.parse(String(time ?? "1970-01-01")));
  const times = { name: String(instance_name), from: from ?? 0, start: start ?? 0, end: end ?? 0 };
  if (is_maintenance === true) return { ...times, state: "in_force" };
  if (now >= times.start) return { ...times, state: "over" };
  return { ...times, state: now < times.from ? "later" : "announced" };
}
