/** Cached until the next commit. */
import { queryOptions } from "@tanstack/react-query";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { Simulation, SimulationQuery } from "drawbridge-rules/wire/simulation.ts";
import { admin, projectQueryKey } from "../server-connection.ts";

export interface Question {
  readonly platform: string;
  readonly version: string;
  /** "" means none. */
  readonly instance: string;
  /** "" means the project's first. */
  readonly lang: string;
  /** "" means unknown. */
  readonly os: string;
  /** RFC 3339; null means now. */
  readonly at: string | null;
}

/** Apps with an SDK ask `gate` alone; others ask `config`, and `maintenance` for their instance. */
export type Endpoint = "gate" | "config" | "maintenance";

function toSimulationQuery({ platform, version, instance, lang, os, at }: Question, endpoint: Endpoint): SimulationQuery {
  const common = { ...(lang === "" ? {} : { lang }), ...(at === null ? {} : { at }) };
  if (endpoint === "maintenance") return { instance, ...common };
  const app = { platform, version, ...common };
  return endpoint === "config"
    ? app
    : { ...app, endpoint, ...(instance === "" ? {} : { instance }), ...(os === "" ? {} : { os }) };
}

/** A shell command. @param origin of the read API, for apps */
export function curlCommand(origin: string, endpoint: Endpoint, { platform, version, instance, lang, os }: Question): string {
  const query = new URLSearchParams({
    ...(endpoint === "maintenance" ? {} : { platform, current_version: version }),
    ...(endpoint === "config" || instance === "" ? {} : { instanceId: instance }),
    ...(lang === "" ? {} : { lang }),
    ...(endpoint !== "gate" || os === "" ? {} : { os }),
  });
  // `URLSearchParams` escapes every quote.
  return `curl -i -H 'x-api-key: YOUR_KEY' '${origin}/api/v1/${endpoint}?${query}'`;
}

/** The request tells answers apart. */
export interface AnsweredQuestion {
  readonly question: Question;
  /** Epoch ms. */
  readonly askedAt: number;
  readonly simulation: Simulation;
}

/** Milliseconds between two requests for the present. */
const mostOld = 30_000;

export function simulationQuery(project: string, question: Question, endpoint: Endpoint) {
  return queryOptions({
    queryKey: projectQueryKey(project, "simulate", endpoint, JSON.stringify(question)),
    queryFn: async (): Promise<AnsweredQuestion> => {
      const askedAt = Date.now();
      const simulation = await admin.simulate({ project, ...toSimulationQuery(question, endpoint) });
      return { question, askedAt, simulation };
    },
    ...(question.at === null
      ? {
          staleTime: 0,
          gcTime: 0,
          refetchInterval: ({ state }: { state: { data?: AnsweredQuestion | undefined } }) => validFor(state.data),
        }
      : {}),
  });
}

/** Milliseconds, by the answer's own headers. */
function validFor(answered: AnsweredQuestion | undefined): number {
  const seconds = /max-age=(\d+)/.exec(answered?.simulation.headers["cache-control"] ?? "")?.[1];
  return seconds === undefined ? mostOld : Math.min(mostOld, Number(seconds) * 1000 + 250);
}

/** @param at epoch ms */
export function activeAtQuery(project: string, at: number) {
  return queryOptions({
    queryKey: projectQueryKey(project, "maintenance", "active", String(at)),
    queryFn: async (): Promise<readonly ListedOccurrence[]> => {
      const from = new Date(at).toISOString();
      const until = new Date(at + 1).toISOString();
      const { occurrences } = await admin.listMaintenance({ project, from, until, limit: 1000, warnings: false });
      return occurrences.filter(({ state }) => state !== "canceled" && state !== "skipped");
    },
  });
}

/** Maintenance for everyone comes before that of instances. */
export function closingOccurrence(occurrences: readonly ListedOccurrence[], { platform, instance }: Question) {
  const covering = occurrences.filter(
    ({ platforms, instances }) =>
      (platforms?.includes(platform.toLowerCase()) ?? true) && (instances?.includes(instance) ?? true),
  );
  return covering.find(({ instances }) => instances === null) ?? covering[0] ?? occurrences[0];
}
