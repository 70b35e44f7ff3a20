/** What is asked about one occurrence besides its times. */
import { queryOptions } from "@tanstack/react-query";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { Policy } from "drawbridge-rules/wire/policy.ts";
import type { SimulationQuery } from "drawbridge-rules/wire/simulation.ts";
import { keyOf } from "../query-key.ts";
import { admin } from "../server-connection.ts";

/** Everything that was done to it, newest first. */
export function doneQuery(project: string, occurrence: string) {
  return queryOptions({
    queryKey: keyOf(project, "history", "override", occurrence),
    queryFn: () => admin.getHistory({ project, kind: "override", id: occurrence, limit: 50 }),
  });
}

/** Whether it is the one that would begin if its window was started now. */
export function isNextQuery(project: string, { occurrence, window, start }: ListedOccurrence) {
  return queryOptions({
    queryKey: keyOf(project, "windows", "is-next", occurrence, start),
    queryFn: async () => (await firstToBegin(project, window, Date.parse(start) + 1000)) === occurrence,
  });
}

/** A list is of a year at most. */
const year = 366 * 86_400_000;

/** Name of the first of a window that is in force or to come before an instant; null: there is none. */
async function firstToBegin(project: string, window: string, before: number): Promise<string | null> {
  for (let from = Date.now(); from < before; from += year) {
    const until = new Date(Math.min(before, from + year)).toISOString();
    const query = { window, from: new Date(from).toISOString(), until, limit: 1000, warnings: false };
    const { occurrences } = await admin.listMaintenance({ project, ...query });
    const first = occurrences.find(({ state }) => state === "scheduled" || state === "in_force");
    if (first) return first.occurrence;
  }
  return null;
}

/** Who asks the server: an app of a platform, or one about an instance. */
export type Asker =
  | { readonly kind: "platform"; readonly id: string; readonly version: string }
  | { readonly kind: "instance"; readonly id: string };

/** Whom it covers, platforms first: only their answers hold a text. */
export function askersOf(
  { platforms, instances }: ListedOccurrence,
  policies: readonly Policy[],
  known: readonly string[],
): readonly Asker[] {
  const versionOf = (id: string) => {
    const policy = policies.find((each) => each.id === id);
    return policy?.recommended ?? policy?.minimum ?? "1.0.0";
  };
  const all = [...new Set(["android", "ios", ...policies.map(({ id }) => id)])];
  const covered = platforms ?? (instances ? [] : all);
  return [
    ...covered.map((id): Asker => ({ kind: "platform", id, version: versionOf(id) })),
    ...(instances ?? (platforms ? [] : known)).map((id): Asker => ({ kind: "instance", id })),
  ];
}

/** @param at RFC 3339; null: now */
export function toldQuery(project: string, asker: Asker, at: string | null, lang: string) {
  const question: SimulationQuery = {
    ...(asker.kind === "platform" ? { platform: asker.id, version: asker.version } : { instance: asker.id }),
    lang,
    ...(at === null ? {} : { at }),
  };
  return queryOptions({
    queryKey: keyOf(project, "simulate", JSON.stringify(question)),
    queryFn: () => admin.simulate({ project, ...question }),
  });
}
