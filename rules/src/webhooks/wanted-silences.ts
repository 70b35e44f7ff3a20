/** One silence for each occurrence that is active or begins within a week. */
import { namesOf, projectName } from "../describe/reader.ts";
import { endAt, isAhead } from "../occurrence/occurrence-state.ts";
import { statusesBetween, windowsWithOverrides } from "../occurrence/window-occurrences.ts";
import { findProject, type ProjectState } from "../project/project-state.ts";
import { DAY, MINUTE } from "../values/duration.ts";
import { isAbout, type WebhookRequest } from "./webhook.ts";

export interface WantedSilence {
  /** `acme-shop/db-upgrade/2026-12-06T02:00` */
  readonly key: string;
  readonly project: string;
  readonly projectName: string;
  readonly name: string;
  /** Epoch ms, like `end`. */
  readonly start: number;
  readonly end: number;
  readonly instances: readonly string[] | null;
  readonly platforms: readonly string[] | null;
}

const horizon = 7 * DAY;
/** Milliseconds. A silence extended after its end lets alerts through; repairs come once a minute. */
export const holdLead = 2 * MINUTE;

export function wantedSilences(states: readonly ProjectState[], webhook: WebhookRequest, now: number): WantedSilence[] {
  const silences = states.filter(findProject).flatMap((state) => {
    const { id: project } = state;
    const [names, name] = [namesOf(state), projectName(state)];
    return windowsWithOverrides(state).flatMap((held) => {
      const { platforms, instances } = held.window;
      if (!isAbout(webhook, { project, platforms, instances })) return [];
      const statuses = statusesBetween(held, now, now + horizon, now);
      return statuses
        .filter(({ state: is }) => is === "active" || isAhead(is))
        .map(({ occurrence }) => ({
          ...{ key: `${project}/${occurrence.name}`, project, projectName: name, name: names.window(held.id) },
          start: occurrence.start,
          end: endAt(occurrence, Math.max(now, occurrence.start) + holdLead),
          ...{ instances, platforms },
        }));
    });
  });
  return silences.sort((a, b) => a.start - b.start || (a.key < b.key ? -1 : 1));
}
