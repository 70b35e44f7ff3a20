/** What the screen reads beside the head of the project. */
import { queryOptions } from "@tanstack/react-query";
import type { VersionPolicy } from "drawbridge-rules/versions/version-policy.ts";
import type { Policy } from "drawbridge-rules/wire/policy.ts";
import { keyOf } from "../query-key.ts";
import { admin } from "../server-connection.ts";

/** Milliseconds: what apps are told changes with the clock too. */
const askEvery = 30_000;

/** Milliseconds: the server looks no farther ahead. */
const farthest = 366 * 86_400_000;

/** What is in force at an instant and what comes then. @param at RFC 3339; undefined: now */
export function occurrencesQuery(project: string, at: string | undefined) {
  return queryOptions({
    queryKey: keyOf(project, "maintenance", "from", at ?? ""),
    queryFn: () => {
      const from = at === undefined ? Date.now() : Date.parse(at);
      const [since, until] = [from, from + farthest].map((instant) => new Date(instant).toISOString());
      return admin.listMaintenance({ project, ...(since && { from: since }), ...(until && { until }) });
    },
    ...(at === undefined ? { refetchInterval: askEvery } : {}),
  });
}

export interface Asker {
  readonly platform: string;
  readonly version: string;
  readonly lang: string;
  /** RFC 3339; undefined: now. */
  readonly at: string | undefined;
}

/** What `/config` answers by what is published. */
export function configAnswerQuery(project: string, { platform, version, lang, at }: Asker) {
  return queryOptions({
    queryKey: keyOf(project, "answer", "config", platform, version, lang, at ?? ""),
    queryFn: () => admin.simulate({ project, platform, version, lang, ...(at === undefined ? {} : { at }) }),
    enabled: version !== "",
    ...(at === undefined ? { refetchInterval: askEvery } : {}),
  });
}

/** What `/maintenance` answers; not asked where there is no instance. */
export function maintenanceAnswerQuery(project: string, instance: string | null, lang: string, at: string | undefined) {
  return queryOptions({
    queryKey: keyOf(project, "answer", "maintenance", instance ?? "", lang, at ?? ""),
    queryFn: () => admin.simulate({ project, instance: instance ?? "", lang, ...(at === undefined ? {} : { at }) }),
    enabled: instance !== null,
    ...(at === undefined ? { refetchInterval: askEvery } : {}),
  });
}

export function policiesOf(policies: readonly Policy[]): ReadonlyMap<string, VersionPolicy> {
  return new Map(
    policies.map(({ id, minimum = null, recommended = null, blocked = [], exempt = [] }) => [
      id,
      { minimum, recommended, blocked, exempt },
    ]),
  );
}
