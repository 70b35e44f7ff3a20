/** What an operator plans: whom it interrupts, when, and what happens when the work overruns. */

import type { LocalizedText } from "../texts/language.ts";
import { parseMessage } from "../texts/message.ts";
import { parseDate, printDate } from "../values/calendar-date.ts";
import { parseDuration, printDuration } from "../values/duration.ts";
import type { ProblemSink } from "../values/errors.ts";
import { below, listed, readLine } from "../values/fields.ts";
import { isZone, parseWall, wallEndToInstant, wallToInstant } from "../values/wall-time.ts";
import { parseRecurrence, printRecurrence } from "./recurrence.ts";
import { repeatProblem } from "./repeat-check.ts";

/** Who made it. A manifest owns only its own; one started by hand holds unless told otherwise. */
export type WindowOrigin = "manifest" | "api" | "hand";

export interface MaintenanceWindow {
  /** Null, like `instances`: does not choose. Both null is the whole project; both set is never. */
  readonly platforms: readonly string[] | null;
  readonly instances: readonly string[] | null;
  /** Wall-clock time in `zone`, as `parseWall` gives it. */
  readonly start: string;
  readonly zone: string;
  /** Elapsed milliseconds. Exactly one of `duration` and `end` is set. */
  readonly duration: number | null;
  /** Wall-clock time in `zone`. */
  readonly end: string | null;
  /** Milliseconds before the planned start; null is the instance's or the project's. */
  readonly reminder: number | null;
  readonly overrun: "end" | "hold";
  /** RFC 5545 RRULE as `printRecurrence` gives it; null happens once. */
  readonly repeat: string | null;
  /** Local dates of planned starts that are left out, in order. */
  readonly except: readonly string[];
  readonly message: LocalizedText | null;
  readonly origin: WindowOrigin;
  /** Epoch milliseconds of the last change of a rule that had begun: up to then it plans nothing, what was is kept in overrides. */
  readonly since?: number;
}

const DAY = 24 * 60 * 60 * 1_000;
const LONGEST_WINDOW = 366 * DAY;
export const LONGEST_LEAD = 30 * DAY;
const MOST_NAMES = 1_000;
const LONGEST_NAME = 128;
const MOST_EXCEPTIONS = 1_000;
const FIELDS = [
  "platforms",
  "instances",
  "start",
  "zone",
  "duration",
  "end",
  "reminder",
  "overrun",
  "repeat",
  "except",
  "message",
];

const EXPECTED = {
  start: 'expected a wall-clock time such as "2026-12-06T02:00", without Z or an offset: where it is goes into `zone`',
  zone: 'expected an IANA zone in its exact spelling, such as "Europe/Rome" or "UTC"; an offset is not a zone',
  duration: "expected a time span above zero and up to 366 days, such as PT2H or P1D",
  end: 'expected a wall-clock time in `zone` such as "2026-12-06T04:00", without Z or an offset; or give `duration` instead',
  reminder: "expected a time span of at most 30 days, such as PT12H, or PT0S for none",
  overrun: "expected `end` (it closes at its end) or `hold` (it stays until somebody completes it, at most a day longer)",
} as const;

/** From the form of the manifest. Adds every problem, not only the first; null where there was one. */
export function parseWindow(value: unknown, path: string, origin: WindowOrigin, problems: ProblemSink): MaintenanceWindow | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    problems.push({ path, message: "expected a window: at least `start`, and `duration` or `end`" });
    return null;
  }
  const form: Form = { fields: value as Record<string, unknown>, path, problems };
  const before = problems.length;
  refuseStrangers(form);
  const scope = readScope(form);
  const times = readTimes(form);
  const recurrence = readRecurrence(form, times);
  const reminder = read(form, "reminder", (text) => upTo(LONGEST_LEAD, parseDuration(text)));
  const overrun = read(form, "overrun", (text) => (text === "end" || text === "hold" ? text : null));
  const message = readMessage(form);
  if (times === null || problems.length > before) return null;
  return { ...scope, ...times, reminder, overrun: overrun ?? usualOverrun(origin), ...recurrence, message, origin };
}

/** A window as it was stored; those from before there were rules happen once. */
export function storedWindow(value: Stored): MaintenanceWindow {
  return { ...value, repeat: value.repeat ?? null, except: value.except ?? [] };
}

type Later = "repeat" | "except";
type Stored = Omit<MaintenanceWindow, Later> & Partial<Pick<MaintenanceWindow, Later>>;

/** The form of the manifest, keys in the design's order, without what is as usual. `parseWindow` gives the same window again. */
export function printWindow(window: MaintenanceWindow): Record<string, unknown> {
  const { platforms, instances, start, zone, duration, end, reminder, overrun, repeat, except, message, origin } = window;
  return {
    ...(platforms === null ? {} : { platforms: [...platforms] }),
    ...(instances === null ? {} : { instances: [...instances] }),
    start,
    ...(zone === "UTC" ? {} : { zone }),
    ...(duration === null ? {} : { duration: printDuration(duration) }),
    ...(end === null ? {} : { end }),
    ...(reminder === null ? {} : { reminder: printDuration(reminder) }),
    // One made by hand always says it: read as anything else, its usual rule would be another one.
    ...(overrun === "end" && origin !== "hand" ? {} : { overrun }),
    ...(repeat === null ? {} : { repeat }),
    ...(except.length === 0 ? {} : { except: [...except] }),
    ...(message === null ? {} : { message: { ...message } }),
  };
}

interface Form {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly path: string;
  readonly problems: ProblemSink;
}

function refuse(form: Form, key: string | readonly [string, number], message: string): void {
  const keys = typeof key === "string" ? [key] : key;
  form.problems.push({ path: keys.reduce<string>(below, form.path), message });
}

function refuseStrangers(form: Form): void {
  const message = `unknown key; expected ${listed(FIELDS, "or")}`;
  for (const key of Object.keys(form.fields)) {
    if (!FIELDS.includes(key)) refuse(form, key, message);
  }
}

/** A missing field is null without a problem. An empty one (`zone:` in YAML) is there and wrong: nothing is guessed from it. */
function read<T>(form: Form, key: keyof typeof EXPECTED, parse: (text: string) => T | null): T | null {
  const value = form.fields[key];
  if (value === undefined) return null;
  const parsed = typeof value === "string" ? parse(value) : null;
  if (parsed === null) refuse(form, key, EXPECTED[key]);
  return parsed;
}

function upTo(most: number, ms: number | null): number | null {
  return ms !== null && ms <= most ? ms : null;
}

function usualOverrun(origin: WindowOrigin): "end" | "hold" {
  return origin === "hand" ? "hold" : "end";
}

function readScope(form: Form): Pick<MaintenanceWindow, "platforms" | "instances"> {
  if (form.fields.platforms !== undefined && form.fields.instances !== undefined) {
    refuse(form, "instances", "`platforms` and `instances` exclude each other: keep one, or write two windows");
  }
  return { platforms: readNames(form, "platforms"), instances: readNames(form, "instances") };
}

function readNames(form: Form, key: "platforms" | "instances"): string[] | null {
  const value = form.fields[key];
  if (value === undefined) return null;
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_NAMES) {
    refuse(form, key, `expected a list of 1 to ${MOST_NAMES} names; leave \`${key}\` out to cover the whole project`);
    return null;
  }
  const names = new Set<string>();
  for (const [index, item] of (value as unknown[]).entries()) {
    const name = readLine(item, below(below(form.path, key), index), form.problems, LONGEST_NAME);
    if (name !== null && names.has(name)) refuse(form, [key, index], "expected each name once: remove this second one");
    if (name !== null) names.add(name);
  }
  return [...names];
}

type SaidTimes = Pick<MaintenanceWindow, "start" | "zone" | "duration" | "end">;

function readTimes(form: Form): SaidTimes | null {
  const start = read(form, "start", parseWall);
  const zone = form.fields.zone === undefined ? "UTC" : read(form, "zone", (text) => (isZone(text) ? text : null));
  const duration = read(form, "duration", (text) => upTo(LONGEST_WINDOW, parseDuration(text)) || null);
  const end = read(form, "end", parseWall);
  if (form.fields.start === undefined) refuse(form, "start", `is missing: ${EXPECTED.start}`);
  if (form.fields.duration === undefined && form.fields.end === undefined) {
    refuse(form, "duration", "is missing: a window has a `duration` such as PT2H, or an `end`, a wall-clock time");
  }
  if (form.fields.duration !== undefined && form.fields.end !== undefined) {
    refuse(form, "end", "`duration` and `end` exclude each other: keep one");
  }
  if (start === null || zone === null) return null;
  const isEnd = end === null || checkEnd(form, start, end, zone);
  return isEnd ? { start, zone, duration, end } : null;
}

function checkEnd(form: Form, start: string, end: string, zone: string): boolean {
  // Compared on the clock, as both are written: the form orders as text, and with a rule every occurrence has the same two times.
  if (end <= start) {
    refuse(
      form,
      "end",
      "expected a time later than `start` on the clock; within an hour that comes twice, give `duration` instead",
    );
    return false;
  }
  const startMs = wallToInstant(start, zone);
  if (wallEndToInstant(end, zone, startMs) - startMs > LONGEST_WINDOW) {
    refuse(form, "end", "expected an end at most 366 days after `start`");
    return false;
  }
  return true;
}

/** @param times null where something is wrong with them; then the rule is only read */
function readRecurrence(form: Form, times: SaidTimes | null): Pick<MaintenanceWindow, "repeat" | "except"> {
  const repeat = readRepeat(form);
  const except = readExcept(form);
  if (form.fields.except !== undefined && form.fields.repeat === undefined) {
    refuse(form, "except", "goes with `repeat`: a window that happens once is deleted, or its occurrence cancelled");
  }
  // Both were refused already if they are not one of each.
  if (repeat !== null && times !== null && (times.duration === null) !== (times.end === null)) {
    const problem = repeatProblem({ ...times, repeat, except });
    if (problem !== null) refuse(form, "repeat", problem);
  }
  return { repeat, except };
}

function readRepeat(form: Form): string | null {
  const value = form.fields.repeat;
  if (value === undefined) return null;
  const rule =
    typeof value === "string" ? parseRecurrence(value) : { error: "expected an RFC 5545 rule such as FREQ=WEEKLY;BYDAY=SU" };
  if (!("error" in rule)) return printRecurrence(rule);
  refuse(form, "repeat", rule.error);
  return null;
}

function readExcept(form: Form): string[] {
  const value = form.fields.except;
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MOST_EXCEPTIONS) {
    refuse(
      form,
      "except",
      `expected a list of at most ${MOST_EXCEPTIONS} dates such as 2026-12-27, those of planned starts in \`zone\``,
    );
    return [];
  }
  const dates = new Set<string>();
  for (const [index, item] of (value as unknown[]).entries()) {
    const date = typeof item === "string" ? parseDate(item) : null;
    if (date === null) refuse(form, ["except", index], 'expected a date such as "2026-12-27", without a time');
    else if (dates.has(printDate(date))) refuse(form, ["except", index], "expected each date once: remove this second one");
    else dates.add(printDate(date));
  }
  return [...dates].sort();
}

function readMessage(form: Form): LocalizedText | null {
  const value = form.fields.message;
  return value === undefined ? null : parseMessage(value, below(form.path, "message"), "window", form.problems);
}
