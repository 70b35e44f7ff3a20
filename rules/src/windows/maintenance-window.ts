import { z } from "zod";
import { LONGEST_LEAD } from "../occurrence/occurrence-state.ts";
import { LONGEST_RULE, parseRecurrence, printRecurrence } from "../schedule/recurrence.ts";
import { localRepeat, repeatProblem } from "../schedule/repeat-check.ts";
import { message } from "../texts/message-schema.ts";
import { DAY, durationUpTo, printDuration } from "../values/duration.ts";
import type { ProblemSink } from "../values/errors.ts";
import { isMap, joinPath, readLine, readText } from "../values/fields.ts";
import { timeProblem } from "../values/instant.ts";
import { defaultMembers, fields, optional, optionalLine, printValue, readValue, required, type Value } from "../values/schema.ts";
import { dateForm, durationForm, lineForm, wallTimeForm } from "../values/text-forms.ts";
import { ZONE_FORM } from "../values/time-zones.ts";
import { isZone, parseDate, parseWall, printDate, wallEndToInstant, wallToInstant } from "../values/wall-time.ts";
import { zoneProblem } from "../values/zone-name.ts";
import type { Wire } from "../wire/values.ts";

const LONGEST_WINDOW = 366 * DAY;
const MAX_NAMES = 1_000;
const LONGEST_NAME = 128;
export const LONGEST_TITLE = 100;
const MAX_EXCEPTIONS = 1_000;
const EXPECTED = {
  start: 'expected a wall-clock time such as "2026-12-06T02:00", without Z or an offset: the time zone goes into `zone`',
  duration: "expected a duration above zero and up to 366 days, such as 2h or 1d",
  end: 'expected a wall-clock time in `zone` such as "2026-12-06T04:00", without Z or an offset; or use `duration` instead',
  reminder: "expected a duration of at most 30 days, such as 12h, or 0s for none",
  overrun: "expected `end` (ends as planned) or `hold` (stays active until completed, at most a day longer)",
} as const;

/** Compared by identity: an empty list that was given is not absent. */
const NO_DATES: readonly string[] = [];

export const scopeForm = z.array(lineForm(LONGEST_NAME).meta({ examples: ["eu-1"] })).meta({
  id: "WindowScope",
  description: "Either `platforms` or `instances`; without both, the whole project",
  minItems: 1,
  maxItems: MAX_NAMES,
  uniqueItems: true,
});

const startForm = wallTimeForm.meta({
  id: "WindowStart",
  description: "Wall-clock time in `zone`",
  examples: ["2026-12-06T02:00"],
});
const endForm = wallTimeForm.meta({ id: "WindowEnd", description: "Wall-clock time in `zone`" });
const zoneForm = z
  .string()
  .meta({ id: "TimeZone", description: "IANA time zone; UTC by default", pattern: ZONE_FORM.source, examples: ["Europe/Rome"] });
const lengthForm = durationForm.meta({ id: "WindowLength", description: "Either this or `end`", examples: ["PT2H"] });
const recurrenceForm = z.string().meta({
  id: "Recurrence",
  description:
    "RFC 5545 RRULE, DAILY or slower; UNTIL as wall-clock time in `zone`, or as an instant with Z, which is converted to one",
  pattern: "^(?:[A-Za-z]+=[^;=]+;)*[Ff][Rr][Ee][Qq]=[A-Za-z]+(?:;[A-Za-z]+=[^;=]+)*$",
  maxLength: LONGEST_RULE,
  examples: ["FREQ=WEEKLY;BYDAY=SU"],
});
const exceptionsForm = z.array(dateForm).meta({
  id: "ExceptionDates",
  description: "Local dates of planned starts to leave out",
  maxItems: MAX_EXCEPTIONS,
  uniqueItems: true,
  examples: [["2026-12-27"]],
});
const reminderForm = durationForm.meta({
  id: "WindowReminder",
  description: "Time before the start at which the reminder starts",
  examples: ["PT12H"],
});

export const overruns = z
  .enum(["end", "hold"])
  .describe("`end`: ends as planned. `hold`: stays active until completed, at most a day longer");

export const windowSchema = fields(
  {
    title: optionalLine(LONGEST_TITLE, {
      id: "WindowTitle",
      description: "Name for people, not shown in apps",
      examples: ["Database upgrade"],
    }),
    /** Null, like that of `instances`, does not choose. Both are never set. */
    platforms: optional(scopeForm, null, readNames("platforms"), (names) => [...names]),
    instances: optional(scopeForm, null, readNames("instances"), (names) => [...names]),
    start: required(
      startForm,
      (value, path, problems) =>
        value === undefined
          ? refuse(problems, path, `is missing: ${EXPECTED.start}`)
          : readText((given) => timeProblem(given, EXPECTED.start), parseWall)(value, path, problems),
      (start) => start,
    ),
    zone: optional(
      zoneForm,
      "UTC",
      readText(zoneProblem, (text) => (isZone(text) ? text : null)),
      (zone) => (zone === "UTC" ? undefined : zone),
    ),
    /** Elapsed milliseconds. Exactly one of `duration` and `end` is set. */
    duration: optional(
      lengthForm,
      null,
      readText(EXPECTED.duration, (text) => durationUpTo(LONGEST_WINDOW)(text) || null),
      printDuration,
    ),
    end: optional(
      endForm,
      null,
      readText((given) => timeProblem(given, EXPECTED.end), parseWall),
      (end) => end,
    ),
    /** Milliseconds before the planned start; null is the instance's or the project's. */
    reminder: optional(reminderForm, null, readText(EXPECTED.reminder, durationUpTo(LONGEST_LEAD)), printDuration),
    overrun: optional(
      overruns,
      "end" as z.infer<typeof overruns>,
      readText(EXPECTED.overrun, (text) => overruns.safeParse(text).data ?? null),
      (overrun) => (overrun === "end" ? undefined : overrun),
    ),
    /** As `printRecurrence` gives it. */
    repeat: optional(recurrenceForm, null, readRepeat, (repeat) => repeat),
    except: optional(exceptionsForm, NO_DATES, readExcept, (dates) => (dates.length === 0 ? undefined : [...dates])),
    message: message("window"),
  },
  { joint: "or", expected: "expected a window: at least `start`, and `duration` or `end`" },
);
const checkedWindow = windowSchema.superRefine(checkMembers, { when: ({ value }) => isMap(value) });

/** A manifest owns only its own windows. */
export type WindowOrigin = "manifest" | "api" | "hand";
export type WindowForm = Wire<typeof windowSchema>;

export interface MaintenanceWindow extends Value<typeof windowSchema> {
  readonly origin: WindowOrigin;
  /** Epoch milliseconds of the last change of a rule that had begun: up to then it plans nothing. */
  readonly since?: number;
}

export const absentWindow = defaultMembers(windowSchema);

/** Adds every problem, not only the first. */
export function parseWindow(value: unknown, path: string, origin: WindowOrigin, problems: ProblemSink): MaintenanceWindow | null {
  const window = readValue(checkedWindow, value, path, problems);
  const repeat = window?.repeat ? localRepeat(window.repeat, window.start, window.zone) : null;
  return window && { ...window, repeat, origin };
}

/** `parseWindow` gives the same window again. */
export function printWindow(window: MaintenanceWindow): WindowForm {
  return printValue(windowSchema, window);
}

function refuse(problems: ProblemSink, path: string, message: string): null {
  problems.push({ path, message });
  return null;
}

function readNames(key: "platforms" | "instances") {
  return (value: unknown, path: string, problems: ProblemSink): string[] | null => {
    if (!Array.isArray(value) || value.length === 0 || value.length > MAX_NAMES) {
      const message = `expected a list of 1 to ${MAX_NAMES} names; leave \`${key}\` out to cover the whole project`;
      return refuse(problems, path, message);
    }
    const names = new Set<string>();
    for (const [index, item] of (value as unknown[]).entries()) {
      const name = readLine(item, joinPath(path, index), problems, LONGEST_NAME);
      if (name !== null && names.has(name))
        refuse(problems, joinPath(path, index), "expected each name once: remove this duplicate");
      if (name !== null) names.add(name);
    }
    return [...names];
  };
}

function readRepeat(value: unknown, path: string, problems: ProblemSink): string | null {
  const rule =
    typeof value === "string" ? parseRecurrence(value) : { error: "expected an RFC 5545 rule such as FREQ=WEEKLY;BYDAY=SU" };
  return "error" in rule ? refuse(problems, path, rule.error) : printRecurrence(rule);
}

function readExcept(value: unknown, path: string, problems: ProblemSink): string[] | null {
  if (!Array.isArray(value) || value.length > MAX_EXCEPTIONS) {
    const message = `expected a list of at most ${MAX_EXCEPTIONS} dates such as 2026-12-27, those of planned starts in \`zone\``;
    return refuse(problems, path, message);
  }
  const dates = new Set<string>();
  for (const [index, item] of (value as unknown[]).entries()) {
    const at = joinPath(path, index);
    const date = typeof item === "string" ? parseDate(item) : null;
    if (date === null) refuse(problems, at, timeProblem(item, 'expected a date such as "2026-12-27", without a time'));
    else if (dates.has(printDate(date))) refuse(problems, at, "expected each date once: remove this duplicate");
    else dates.add(printDate(date));
  }
  return [...dates].sort();
}

/** Wrong members are undefined. Null and `NO_DATES` are absent. */
type Read = { readonly [K in keyof Value<typeof windowSchema>]?: Value<typeof windowSchema>[K] };

function checkMembers(
  { platforms, instances, start, zone, duration, end, repeat, except }: Read,
  context: z.core.$RefinementCtx<unknown>,
): void {
  const note = (key: keyof Read, message: string, after: keyof Read | "" = key) =>
    context.addIssue({ code: "custom", path: [key], message, params: { after } });
  if (platforms !== null && instances !== null)
    note("instances", "`platforms` and `instances` are mutually exclusive: keep one, or write two windows", "");
  if (duration === null && end === null)
    note("duration", "is missing: a window requires a `duration` such as 2h, or an `end`, a wall-clock time", "end");
  if (duration !== null && end !== null) note("end", "`duration` and `end` are mutually exclusive: keep one");
  const late = start && zone && end ? endProblem(start, end, zone) : null;
  if (late !== null) note("end", late);
  if (except !== NO_DATES && repeat === null)
    note("except", "requires `repeat`: to skip a window that happens once, delete it or cancel its occurrence");
  if (!repeat || !start || !zone || late !== null || !duration === !end) return;
  const rule = localRepeat(repeat, start, zone);
  const problem = repeatProblem({
    start,
    zone,
    duration: duration ?? null,
    end: end ?? null,
    repeat: rule,
    except: except ?? [],
  });
  if (problem !== null) note("repeat", problem, "except");
}

function endProblem(start: string, end: string, zone: string): string | null {
  // The form orders as text, and with a rule every occurrence has the same times on the clock.
  if (end <= start)
    return "expected a time later than `start` on the clock; within an hour that occurs twice, use `duration` instead";
  const startMs = wallToInstant(start, zone);
  const isTooLong = wallEndToInstant(end, zone, startMs) - startMs > LONGEST_WINDOW;
  return isTooLong ? "expected an end at most 366 days after `start`" : null;
}
