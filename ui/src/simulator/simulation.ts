/** Simulated answers at any instant: each is queried once, and cached until the next commit. */

import { queryOptions } from "@tanstack/react-query";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { Simulation, SimulationQuery } from "drawbridge-rules/wire/simulation.ts";
import { projectQueryKey } from "../query-key.ts";
import { admin, adminUntil } from "../server-connection.ts";
import type { SimulatorSearch } from "./simulator-route.ts";

export interface ConfigQuestion {
  readonly ask: "config";
  readonly platform: string;
  readonly version: string;
  readonly lang: string;
}

export type Question = ConfigQuestion | { readonly ask: "maintenance"; readonly instance: string; readonly lang: string };

/**
 * Null: incomplete.
 * @param platform of the address, otherwise the default
 */
export function readQuestion(search: SimulatorSearch, platform: string): Question | null {
  const lang = search.lang?.trim() ?? "";
  if (search.ask === "maintenance") {
    const instance = search.instance?.trim() ?? "";
    return instance === "" ? null : { ask: "maintenance", instance, lang };
  }
  const version = search.version?.trim() ?? "";
  const asked = platform.trim();
  return version === "" || asked === "" ? null : { ask: "config", platform: asked, version, lang };
}

/** @param at RFC 3339; null: now */
function toSimulationQuery(question: Question, at: string | null): SimulationQuery {
  const { lang } = question;
  return {
    ...(question.ask === "config" ? { platform: question.platform, version: question.version } : { instance: question.instance }),
    ...(lang === "" ? {} : { lang }),
    ...(at === null ? {} : { at }),
  };
}

/** Path below the URL of the read API, as apps request it. */
function pathOf(question: Question): string {
  const asked: Readonly<Record<string, string>> =
    question.ask === "config"
      ? { platform: question.platform, current_version: question.version }
      : { instanceId: question.instance };
  const query = new URLSearchParams({ ...asked, ...(question.lang === "" ? {} : { lang: question.lang }) });
  return `/api/v1/${question.ask}?${query}`;
}

/** Shell command; quotes in user input are escaped. */
export function curlCommand(origin: string, question: Question): string {
  // `URLSearchParams` escapes every quote.
  return `curl -i -H 'x-api-key: YOUR_KEY' '${origin}${pathOf(question).replaceAll("'", "%27")}'`;
}

/** An answer with its request, so that it is never taken for another one. */
export interface AnsweredQuestion {
  readonly question: Question;
  /** RFC 3339; null: the present. */
  readonly at: string | null;
  /** Epoch ms. */
  readonly askedAt: number;
  readonly simulation: Simulation;
}

/** Maximum milliseconds between two requests for the present. */
const mostOld = 30_000;

/** A move to another instant aborts the request. */
export function simulationQuery(project: string, question: Question, at: string | null) {
  return queryOptions({
    queryKey: projectQueryKey(project, "simulate", at ?? "now", JSON.stringify(question)),
    queryFn: async ({ signal }): Promise<AnsweredQuestion> => {
      const askedAt = Date.now();
      const simulation = await adminUntil(signal).simulate({ project, ...toSimulationQuery(question, at) });
      return { question, at, askedAt, simulation };
    },
    ...(at === null
      ? {
          staleTime: 0,
          gcTime: 0,
          refetchInterval: ({ state }: { state: { data?: AnsweredQuestion | undefined } }) => holdsFor(state.data),
        }
      : {}),
  });
}

/** Occurrences that overlap a time span; epoch ms. */
export function touchingQuery(project: string, from: number, until: number) {
  return queryOptions({
    queryKey: projectQueryKey(project, "maintenance", "touching", String(from), String(until)),
    queryFn: async (): Promise<readonly ListedOccurrence[]> => {
      const { occurrences } = await admin.listMaintenance({
        project,
        from: toIsoText(from),
        until: toIsoText(until),
        limit: 1000,
      });
      return occurrences.filter(({ state }) => state !== "canceled" && state !== "skipped");
    },
  });
}

/** Returns whether an app would see a difference. */
export function isSameAnswer(a: Simulation, b: Simulation): boolean {
  return saidBy(a) === saidBy(b);
}

/** The bytes sent: the server prints its JSON in the same way. */
export function bodyText({ body }: Simulation): string {
  return JSON.stringify(body);
}

export function toIsoText(ms: number): string {
  return new Date(ms).toISOString();
}

function saidBy(simulation: Simulation): string {
  const { status, reason, headers } = simulation;
  return [status, reason, headers["content-language"], bodyText(simulation)].join("\n");
}

/** Milliseconds for which an answer for the present is valid, by its own fields. */
function holdsFor(answered: AnsweredQuestion | undefined): number {
  const seconds = /max-age=(\d+)/.exec(answered?.simulation.headers["cache-control"] ?? "")?.[1];
  return seconds === undefined ? mostOld : Math.min(mostOld, Number(seconds) * 1000 + 250);
}
