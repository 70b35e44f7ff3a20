/** Answers of the server to what an app might ask, at any instant: each is asked for once, and kept until somebody publishes. */
import { queryOptions } from "@tanstack/react-query";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { Simulation } from "drawbridge-rules/wire/simulation.ts";
import { keyOf } from "../query-key.ts";
import { admin, adminUntil } from "../server-connection.ts";
import { type Question, simulationQueryOf } from "./question.ts";

/** An answer with what it is the answer to, so that it is never taken for another one. */
export interface Answered {
  readonly question: Question;
  /** RFC 3339; null: it was asked for the present. */
  readonly at: string | null;
  /** Epoch ms. */
  readonly askedAt: number;
  readonly simulation: Simulation;
}

/** Milliseconds: however long the present holds, it is looked at again. */
const mostOld = 30_000;

/** Whoever slides on does not wait for it: then it is not asked any more. */
export function simulationQuery(project: string, question: Question, at: string | null) {
  return queryOptions({
    queryKey: keyOf(project, "simulate", at ?? "now", JSON.stringify(question)),
    queryFn: async ({ signal }): Promise<Answered> => {
      const askedAt = Date.now();
      const simulation = await adminUntil(signal).simulate({ project, ...simulationQueryOf(question, at) });
      return { question, at, askedAt, simulation };
    },
    ...(at === null
      ? {
          staleTime: 0,
          gcTime: 0,
          refetchInterval: ({ state }: { state: { data?: Answered | undefined } }) => holdsFor(state.data),
        }
      : {}),
  });
}

/** What of maintenance touches a span of time; epoch ms. */
export function touchingQuery(project: string, from: number, until: number) {
  return queryOptions({
    queryKey: keyOf(project, "maintenance", "touching", String(from), String(until)),
    queryFn: async (): Promise<readonly ListedOccurrence[]> => {
      const { occurrences } = await admin.listMaintenance({ project, from: isoOf(from), until: isoOf(until), limit: 1000 });
      return occurrences.filter(({ state }) => state !== "cancelled");
    },
  });
}

/** Whether an app would see a difference. */
export function isSameAnswer(a: Simulation, b: Simulation): boolean {
  return saidBy(a) === saidBy(b);
}

/** The bytes that are sent: the server writes its JSON as this does. */
export function bodyText({ body }: Simulation): string {
  return JSON.stringify(body);
}

export function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

function saidBy(simulation: Simulation): string {
  const { status, reason, headers } = simulation;
  return [status, reason, headers["content-language"], bodyText(simulation)].join("\n");
}

/** Milliseconds for which an answer of the present is true, by what it says itself. */
function holdsFor(answered: Answered | undefined): number {
  const seconds = /max-age=(\d+)/.exec(answered?.simulation.headers["cache-control"] ?? "")?.[1];
  return seconds === undefined ? mostOld : Math.min(mostOld, Number(seconds) * 1000 + 250);
}
