/** The same whenever they are computed: the same event has the same id. */

import { describeActor, type Names } from "../describe/reader.ts";
import { findWindow, nextStatuses, type OccurrenceStatus, statusesBetween } from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import { printInstant } from "../values/instant.ts";
import type { MaintenanceWindow } from "../windows/maintenance-window.ts";
import type { CommitItem } from "../wire/problem.ts";
import type { EventDetails, EventMaintenance } from "../wire/webhook-event.ts";
import type { EventType } from "./event-type.ts";
import type { EventPlace } from "./webhook.ts";

interface DraftOf<T extends EventType> {
  readonly type: T;
  /** Epoch ms. */
  readonly at: number;
  /** Distinguishes it from others of its type, project and time. */
  readonly about: string;
  readonly place: EventPlace;
  readonly text: string;
  /** Path in the console, from `/`. */
  readonly page: string;
  /** Null means that the clock or the process caused it. */
  readonly commit: CommitItem | null;
  readonly details: EventDetails[T];
}
export type EventDraft = { readonly [T in EventType]: DraftOf<T> }[EventType];

export interface EventActor {
  readonly kind: "person" | "token" | "system";
  readonly name: string;
}

export function actorOf({ actor, actor_name }: Pick<CommitItem, "actor" | "actor_name">): EventActor {
  const kind = actor.startsWith("u_") ? "person" : actor === "system" ? "system" : "token";
  return { kind, name: describeActor(actor, actor_name) };
}

export function projectPlace(project: string): EventPlace {
  return { project: project === "" ? null : project, instances: null, platforms: null };
}

/** @param project "" means the installation */
export function pageOf(project: string, page: string): string {
  return project === "" ? `/${page}` : `/projects/${encodeURIComponent(project)}/${page}`;
}

/** Null means the window alone. */
export function maintenanceDetails(
  id: string,
  { platforms, instances }: Pick<MaintenanceWindow, "platforms" | "instances">,
  status: OccurrenceStatus | null,
  names: Names,
): EventMaintenance {
  const { occurrence, end } = status ?? {};
  return {
    window: id,
    occurrence: occurrence?.name.slice(id.length + 1) ?? null,
    name: names.window(id),
    start: occurrence ? printInstant(occurrence.start) : null,
    end: end === undefined ? null : printInstant(end),
    platforms,
    instances,
  };
}

export function activeOccurrences(state: ProjectState, id: string, at: number): ReadonlyMap<string, OccurrenceStatus> {
  if (!state.window.has(id)) return new Map();
  const active = statusesBetween(findWindow(state, id), at, at, at).filter((status) => status.state === "active");
  return new Map(active.map((status) => [status.occurrence.name, status]));
}

export function nextOccurrence(state: ProjectState, id: string, at: number): OccurrenceStatus | null {
  if (!state.window.has(id)) return null;
  return nextStatuses(findWindow(state, id), at, 4).find(({ occurrence }) => !occurrence.isCanceled) ?? null;
}
