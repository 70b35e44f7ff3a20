/** Computed from the state: none is lost while no process runs. */

import type { Names } from "../describe/reader.ts";
import { formatInstant, formatSpan, formatZonedInstant } from "../describe/times.ts";
import { defaultLockOutLimit } from "../impact/lock-out.ts";
import { percentOf } from "../impact/traffic.ts";
import type { Occurrence } from "../occurrence/occurrence.ts";
import { findWindow, statusesAround, statusesBetween } from "../occurrence/window-occurrences.ts";
import type { Kind } from "../project/kind.ts";
import { findProject, type ProjectState } from "../project/project-state.ts";
import { DAY } from "../values/duration.ts";
import { printInstant } from "../values/instant.ts";
import { stepInstant } from "../versions/policy-step.ts";
import { type EventDraft, maintenanceDetails, pageOf, projectPlace } from "./event-draft.ts";

export const timedKinds = ["window", "platform", "read_key", "token"] as const satisfies readonly Kind[];
export type TimedKind = (typeof timedKinds)[number];

/** Milliseconds before its end. */
const expiryLeads = [7 * DAY, DAY];

/** Epoch ms; infinity means nothing happens. */
export function nextClockEvent(state: ProjectState, kind: TimedKind, id: string, after: number): number {
  return instantsOf(state, kind, id, after).reduce(
    (next, at) => (at > after ? Math.min(next, at) : next),
    Number.POSITIVE_INFINITY,
  );
}

function instantsOf(state: ProjectState, kind: TimedKind, id: string, now: number): number[] {
  if (!state[kind].has(id)) return [];
  if (kind === "window")
    return statusesAround(findWindow(state, id), now).flatMap(({ occurrence }) => turnsOf(occurrence).map(([, at]) => at));
  if (kind === "platform") return [stepInstant(state.platform.get(id)?.value.policy ?? {}) ?? Number.POSITIVE_INFINITY];
  const end = expiryOf(state, kind, id);
  return end === null ? [] : expiryLeads.map((lead) => end - lead);
}

type Turn = "maintenance.started" | "maintenance.overrunning" | "maintenance.ended";

function turnsOf({ start, end, hold, holdLimit, isCanceled }: Occurrence): readonly (readonly [Turn, number])[] {
  if (isCanceled) return [];
  const ended = hold ? holdLimit : end;
  return [
    ["maintenance.started", start],
    ...(ended > end ? [["maintenance.overrunning", end] as const] : []),
    ["maintenance.ended", ended],
  ];
}

/** In order of time. */
export function clockEvents(
  state: ProjectState,
  kind: TimedKind,
  id: string,
  [from, until]: readonly [number, number],
  names: Names,
): EventDraft[] {
  const isWithin = (at: number) => from < at && at <= until;
  if (!state[kind].has(id)) return [];
  if (kind === "window") return windowEvents(state, id, [from, until], names).filter(({ at }) => isWithin(at));
  if (kind === "platform") return stepEvents(state, id, names).filter(({ at }) => isWithin(at));
  return expiryEvents(state, kind, id).filter(({ at }) => isWithin(at));
}

function windowEvents(state: ProjectState, id: string, [from, until]: readonly [number, number], names: Names): EventDraft[] {
  const held = findWindow(state, id);
  const { window } = held;
  const found = statusesBetween(held, from, until, until).flatMap((status) =>
    turnsOf(status.occurrence).map(([type, at]): EventDraft => {
      const { name, start, end, holdLimit, hold } = status.occurrence;
      const clock = { zone: window.zone, now: at };
      const title = names.window(id);
      const texts: Readonly<Record<Turn, string>> = {
        "maintenance.started": `${title} started: ${formatSpan(start, end, clock)}${hold ? ", until completed" : ""}`,
        "maintenance.overrunning": `${title} is past its end of ${formatInstant(end, clock)}, and stays active until it is completed, at most until ${formatZonedInstant(holdLimit, clock)}`,
        "maintenance.ended": `${title} ended`,
      };
      const then = { ...status, end: type === "maintenance.overrunning" ? holdLimit : type === "maintenance.ended" ? at : end };
      return {
        type,
        at,
        about: name,
        place: { project: state.id, platforms: window.platforms, instances: window.instances },
        text: texts[type],
        page: pageOf(state.id, "maintenance"),
        commit: null,
        details: { maintenance: maintenanceDetails(id, window, then, names) },
      };
    }),
  );
  return found.sort((a, b) => a.at - b.at);
}

function stepEvents(state: ProjectState, id: string, names: Names): EventDraft[] {
  const policy = state.platform.get(id)?.value.policy;
  const at = policy ? stepInstant(policy) : null;
  if (!policy?.step || at === null) return [];
  const { minimum, recommended } = policy.step;
  const rules = [
    minimum === null ? [] : `minimum ${minimum}`,
    recommended === null ? [] : `recommended version ${recommended}`,
  ].flat();
  return [
    {
      type: "step.due",
      at,
      about: id,
      place: { project: state.id, instances: null, platforms: [id] },
      text: `${names.platform(id)}: ${rules.join(" and ")} from now on`,
      page: pageOf(state.id, "versions"),
      commit: null,
      details: { platform: id, minimum, recommended },
    },
  ];
}

function expiryOf(state: ProjectState, kind: "read_key" | "token", id: string): number | null {
  const credential = state[kind].get(id)?.value;
  return credential && credential.revokedAt === null ? credential.expiresAt : null;
}

function expiryEvents(state: ProjectState, kind: "read_key" | "token", id: string): EventDraft[] {
  const end = expiryOf(state, kind, id);
  const name = state[kind].get(id)?.value.name ?? id;
  if (end === null) return [];
  return expiryLeads.map((lead) => ({
    type: "key.expiring",
    at: end - lead,
    about: id,
    place: projectPlace(state.id),
    text: `${kind === "token" ? "Token" : "Key"} ${name} expires on ${formatZonedInstant(end, { zone: "UTC", now: end - lead })}`,
    page: state.id === "" ? "/edges" : pageOf(state.id, kind === "token" ? "settings" : "connect"),
    commit: null,
    details: { key: { kind, id, name, expires_at: printInstant(end) } },
  }));
}

/** In the current hour and the one before. */
export interface HourRequests {
  readonly forced: number;
  readonly all: number;
}

/** Fewer than `least` requests say nothing. */
export function shareEvent(
  state: ProjectState,
  platform: string,
  { forced, all }: HourRequests,
  { at, was, least, names }: { readonly at: number; readonly was: boolean; readonly least: number; readonly names: Names },
): EventDraft | null {
  const limit = findProject(state)?.lockOutLimit ?? defaultLockOutLimit;
  const is = all >= least ? forced * 100 > limit * all : was && all > 0;
  if (is === was) return null;
  const share = percentOf(forced, all);
  const verb = is ? "is more than" : "is back within";
  return {
    type: is ? "forced_share.exceeded" : "forced_share.recovered",
    at,
    about: platform,
    place: { project: state.id, instances: null, platforms: [platform] },
    text: `${share}% of the requests of ${names.platform(platform)} are forced to update, which ${verb} the limit of ${limit}%`,
    page: pageOf(state.id, "versions"),
    commit: null,
    details: { platform, share, limit, requests: all },
  };
}
