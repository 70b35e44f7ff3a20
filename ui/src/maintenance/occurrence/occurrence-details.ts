/** Queries for the details of an occurrence. */
import { queryOptions } from "@tanstack/react-query";
import { isAhead } from "drawbridge-rules/occurrence/occurrence-state.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { SimulationQuery } from "drawbridge-rules/wire/simulation.ts";
import { projectQueryKey } from "../../query-key.ts";
import { admin } from "../../server-connection.ts";

/** History of the occurrence, newest first. */
export function occurrenceHistoryQuery(project: string, occurrence: string) {
  return queryOptions({
    queryKey: projectQueryKey(project, "history", "override", occurrence),
    queryFn: () => admin.getHistory({ project, kind: "override", id: occurrence, limit: 50 }),
  });
}

/** Returns whether starting the window now would start this occurrence. */
export function isNextQuery(project: string, { occurrence, window, start }: ListedOccurrence) {
  return queryOptions({
    queryKey: projectQueryKey(project, "windows", "is-next", occurrence, start),
    queryFn: async () => (await firstToBegin(project, window, Date.parse(start) + 1000)) === occurrence,
  });
}

/** Longest span of a list, in ms. */
const year = 366 * 86_400_000;

/** Name of the window's first active occurrence, or one to come, before an instant; null: none. */
async function firstToBegin(project: string, window: string, before: number): Promise<string | null> {
  for (let from = Date.now(); from < before; from += year) {
    const until = new Date(Math.min(before, from + year)).toISOString();
    const query = { window, from: new Date(from).toISOString(), until, limit: 1000, warnings: false };
    const { occurrences } = await admin.listMaintenance({ project, ...query });
    const first = occurrences.find(({ state }) => isAhead(state) || state === "active");
    if (first) return first.occurrence;
  }
  return null;
}

/** Audience of an answer: apps of a platform, or apps that ask about an instance. */
export type Audience =
  | { readonly kind: "platform"; readonly id: string; readonly version: string }
  | { readonly kind: "instance"; readonly id: string };

/** Audiences that the occurrence covers. Platforms come first, since only their answers contain a text. */
export function listAudiences(
  { platforms, instances }: ListedOccurrence,
  policies: readonly Platform[],
  known: readonly string[],
): readonly Audience[] {
  const versionOf = (id: string) => {
    const policy = policies.find((each) => each.id === id);
    return policy?.recommended ?? policy?.minimum ?? "1.0.0";
  };
  const all = [...new Set(["android", "ios", ...policies.map(({ id }) => id)])];
  const covered = platforms ?? (instances ? [] : all);
  return [
    ...covered.map((id): Audience => ({ kind: "platform", id, version: versionOf(id) })),
    ...(instances ?? (platforms ? [] : known)).map((id): Audience => ({ kind: "instance", id })),
  ];
}

/** @param at RFC 3339; null: now */
export function appAnswerQuery(project: string, audience: Audience, at: string | null, lang: string) {
  const question: SimulationQuery = {
    ...(audience.kind === "platform" ? { platform: audience.id, version: audience.version } : { instance: audience.id }),
    lang,
    ...(at === null ? {} : { at }),
  };
  return queryOptions({
    queryKey: projectQueryKey(project, "simulate", JSON.stringify(question)),
    queryFn: () => admin.simulate({ project, ...question }),
  });
}
