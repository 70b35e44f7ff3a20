/** Windows that decide an answer. */
import { useQuery } from "@tanstack/react-query";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { type AnsweredQuestion, touchingQuery } from "./simulation.ts";
import { covers, endOfChain, isIn } from "./transition.ts";

export interface Deciders {
  readonly occurrences: readonly ListedOccurrence[];
  /** Epoch ms; null: outside of maintenance, or not known yet. */
  readonly closedUntil: number | null;
  readonly isEveryInstance: boolean;
}

const month = 31 * 86_400_000;

/** @param at instant of the answer, epoch ms */
export function useDeciders(project: string, answered: AnsweredQuestion, at: number): Deciders {
  const span = spanOf(answered, at);
  const { data = [] } = useQuery({ ...touchingQuery(project, span?.from ?? 0, span?.until ?? 0), enabled: span !== null });
  const { question } = answered;
  const own = data.filter((occurrence) => covers(occurrence, question));
  if (question.ask === "maintenance") return { occurrences: own, closedUntil: null, isEveryInstance: false };
  const inForce = own.filter((occurrence) => isIn(occurrence, at));
  if (inForce.length > 0) return { occurrences: inForce, closedUntil: endOfChain(own, at), isEveryInstance: false };
  const ofInstances = data.filter((occurrence) => occurrence.instances !== null && isIn(occurrence, at));
  return { occurrences: ofInstances, closedUntil: null, isEveryInstance: ofInstances.length > 0 };
}

/** Null: no window decides it. */
function spanOf({ question, simulation: { status, reason, body } }: AnsweredQuestion, at: number) {
  if (status !== 200) return null;
  if (question.ask === "config") return reason.endsWith("maintenance") ? { from: at, until: at + month } : null;
  const [from, until] = [Date.parse(String(body.start_time)), Date.parse(String(body.end_time))];
  return from > 0 ? { from, until } : null;
}
