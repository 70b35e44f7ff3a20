/** Queries of the screen besides the head of the project. */
import { queryOptions } from "@tanstack/react-query";
import { projectQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";

/** Milliseconds: answers to apps also change with the clock. */
const askEvery = 30_000;

/** Milliseconds: the server looks no farther ahead. */
const farthest = 366 * 86_400_000;

/**
 * Active and upcoming occurrences at an instant.
 * @param at RFC 3339; undefined: now
 */
export function occurrencesQuery(project: string, at: string | undefined) {
  return queryOptions({
    queryKey: projectQueryKey(project, "maintenance", "from", at ?? ""),
    queryFn: () => {
      const from = at === undefined ? Date.now() : Date.parse(at);
      const [since, until] = [from, from + farthest].map((instant) => new Date(instant).toISOString());
      return admin.listMaintenance({ project, ...(since && { from: since }), ...(until && { until }) });
    },
    ...(at === undefined ? { refetchInterval: askEvery } : {}),
  });
}

interface Asker {
  readonly platform: string;
  readonly version: string;
  readonly lang: string;
  /** RFC 3339; undefined: now. */
  readonly at: string | undefined;
}

/** `/config` answer for the published configuration. */
export function configAnswerQuery(project: string, { platform, version, lang, at }: Asker) {
  return queryOptions({
    queryKey: projectQueryKey(project, "answer", "config", platform, version, lang, at ?? ""),
    queryFn: () => admin.simulate({ project, platform, version, lang, ...(at === undefined ? {} : { at }) }),
    enabled: version !== "",
    ...(at === undefined ? { refetchInterval: askEvery } : {}),
  });
}

/** `/maintenance` answer; not queried in a project without instances. */
export function maintenanceAnswerQuery(project: string, instance: string | null, lang: string, at: string | undefined) {
  return queryOptions({
    queryKey: projectQueryKey(project, "answer", "maintenance", instance ?? "", lang, at ?? ""),
    queryFn: () => admin.simulate({ project, instance: instance ?? "", lang, ...(at === undefined ? {} : { at }) }),
    enabled: instance !== null,
    ...(at === undefined ? { refetchInterval: askEvery } : {}),
  });
}
