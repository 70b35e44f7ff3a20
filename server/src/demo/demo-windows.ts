/** Maintenance of the demo around the present: one active, one tonight and a weekly one. */
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { type Problem, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { instantToWall, printWall, wallMs, wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import { parseWindow } from "drawbridge-rules/windows/maintenance-window.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const night = { zone: "Europe/Rome", start: 1.5 * hour, duration: "PT45M", length: 45 * minute };
const weekly = { zone: "America/New_York", start: 3 * hour };
const activeLength = 7 * day;

/** The window that is active: of the whole project, so that both read endpoints report it. It ends after a week. */
export function activeWindow(state: ProjectState, now: number): Edit[] {
  if (!isDue(state, "warehouse-move", activeLength, now)) return [];
  return window("warehouse-move", {
    start: printWall(now - (now % minute)),
    duration: "P7D",
    overrun: "end",
    message: {
      en: "{project_name} moves to a new warehouse. The shop opens again at {end_time}.",
      de: "{project_name} zieht um. Der Shop öffnet wieder: {end_time}.",
    },
  });
}

/** The windows to come. The one of tonight moves to the next night when it has ended; the weekly one stays. */
export function upcomingWindows(state: ProjectState, now: number): Edit[] {
  return [
    ...(isDue(state, "checkout-update", night.length, now)
      ? window("checkout-update", {
          instances: ["eu-1"],
          start: nextNight(now),
          zone: night.zone,
          duration: night.duration,
          reminder: "PT6H",
          overrun: "end",
          message: { en: "{instance_name} gets a new checkout. Orders are possible again at {end_time}." },
        })
      : []),
    ...(state.window.has("search-index")
      ? []
      : window("search-index", {
          instances: ["us-1"],
          start: nextSunday(now),
          zone: weekly.zone,
          duration: "PT1H",
          repeat: "FREQ=WEEKLY;BYDAY=SU",
          message: { en: "{instance_name} updates its search until {end_time}." },
        })),
  ];
}

/** Returns whether a window of one occurrence is to be planned: it has ended, or does not exist. */
function isDue({ window: windows }: ProjectState, id: string, length: number, now: number): boolean {
  const found = windows.get(id)?.value;
  return !found || wallToInstant(found.start, found.zone) + length <= now;
}

function nextNight(now: number): string {
  const { shown, midnight } = clockIn(night.zone, now);
  const start = midnight + night.start;
  return printWall(shown < start + night.length ? start : start + day);
}

function nextSunday(now: number): string {
  const { shown, midnight } = clockIn(weekly.zone, now);
  // 1970-01-01 was a Thursday.
  const start = midnight + ((10 - ((midnight / day) % 7)) % 7) * day + weekly.start;
  return printWall(start > shown ? start : start + 7 * day);
}

function clockIn(zone: string, now: number): { readonly shown: number; readonly midnight: number } {
  const shown = wallMs(instantToWall(now, zone));
  return { shown, midnight: shown - (shown % day) };
}

function window(id: string, form: object): Edit[] {
  const problems: Problem[] = [];
  const value = parseWindow(form, "", "api", problems);
  throwIfAny(problems, "the demo's maintenance");
  return [{ kind: "window", id, value }];
}
