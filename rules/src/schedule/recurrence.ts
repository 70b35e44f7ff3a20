import { listed } from "../values/fields.ts";
import { parseWall } from "../values/wall-time.ts";

export const frequencies = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;
export type Frequency = (typeof frequencies)[number];

export interface RuleWeekday {
  /** 0 is every one; 2 the second, -1 the last of the month or year. */
  readonly ordinal: number;
  /** 0 is Monday. */
  readonly weekday: number;
}

/** Lists are in order and without doubles; empty where the rule does not say. */
export interface Recurrence {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly byMonth: readonly number[];
  readonly byMonthDay: readonly number[];
  readonly byDay: readonly RuleWeekday[];
  readonly bySetPos: readonly number[];
  /** 0 is Monday. */
  readonly weekStart: number;
  readonly count: number | null;
  /** Wall-clock time of the last start, `2026-12-31T23:59:59`; an instant with `Z` (`localRepeat`). */
  readonly until: string | null;
}

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
export const LONGEST_RULE = 1_000;
const MAX_INTERVAL = 10_000;
const MAX_COUNT = 10_000;
const TOO_FAST = ["SECONDLY", "MINUTELY", "HOURLY"];
const PARTS = ["FREQ", "INTERVAL", "BYMONTH", "BYMONTHDAY", "BYDAY", "BYSETPOS", "WKST", "COUNT", "UNTIL"];
const TIME_PARTS = ["BYHOUR", "BYMINUTE", "BYSECOND"];
const OTHER_PARTS = ["BYYEARDAY", "BYWEEKNO"];
const EXAMPLE = "expected an RFC 5545 rule such as FREQ=WEEKLY;BYDAY=SU";

/** Letters of either case. Never throws, and looks at no more than 1000 characters. */
export function parseRecurrence(text: string): Recurrence | { readonly error: string } {
  if (text.length > LONGEST_RULE) return { error: `expected a rule of at most ${LONGEST_RULE} characters` };
  const parts = readParts(text.toUpperCase());
  if ("error" in parts) return parts;
  const read = new PartReader(parts.values);
  const rule: Recurrence = {
    frequency: read.frequency(),
    interval: read.number("INTERVAL", MAX_INTERVAL) ?? 1,
    byMonth: read.numbers("BYMONTH", 1, 12),
    byMonthDay: read.numbers("BYMONTHDAY", -31, 31),
    byDay: read.weekdays(),
    bySetPos: read.numbers("BYSETPOS", -366, 366),
    weekStart: read.weekStart(),
    count: read.number("COUNT", MAX_COUNT),
    until: read.until(),
  };
  const error = read.error ?? contradictionIn(rule);
  return error === null ? rule : { error };
}

/** The shortest form; `parseRecurrence` gives the same rule again. */
export function printRecurrence(rule: Recurrence): string {
  const parts: [string, string][] = [
    ["FREQ", rule.frequency],
    ["INTERVAL", rule.interval === 1 ? "" : String(rule.interval)],
    ["BYMONTH", rule.byMonth.join()],
    ["BYMONTHDAY", rule.byMonthDay.join()],
    ["BYDAY", rule.byDay.map(({ ordinal, weekday }) => `${ordinal === 0 ? "" : ordinal}${WEEKDAYS[weekday]}`).join()],
    ["BYSETPOS", rule.bySetPos.join()],
    ["WKST", rule.weekStart === 0 ? "" : (WEEKDAYS[rule.weekStart] ?? "")],
    ["COUNT", rule.count === null ? "" : String(rule.count)],
    ["UNTIL", rule.until === null ? "" : printUntil(rule.until)],
  ];
  return parts.flatMap(([name, value]) => (value === "" ? [] : [`${name}=${value}`])).join(";");
}

function printUntil(until: string): string {
  const text = until.replaceAll(/[-:]/g, "");
  return text.endsWith("T235959") ? text.slice(0, 8) : text;
}

function readParts(text: string): { readonly values: ReadonlyMap<string, string> } | { readonly error: string } {
  if (text.startsWith("RRULE:")) return { error: 'expected the rule alone: leave out "RRULE:"' };
  const values = new Map<string, string>();
  for (const part of text.split(";")) {
    const [, name, value] = /^([A-Z-]{1,40})=(.+)$/.exec(part) ?? [];
    if (name === undefined || value === undefined) return { error: `${EXAMPLE}: NAME=VALUE parts separated by semicolons` };
    const stranger = strangerIn(name);
    if (stranger !== null) return { error: stranger };
    if (values.has(name)) return { error: `expected ${name} once` };
    values.set(name, value);
  }
  return { values };
}

function strangerIn(name: string): string | null {
  if (PARTS.includes(name)) return null;
  if (TIME_PARTS.includes(name)) return `${name} is not supported: every occurrence starts at the time of day of \`start\``;
  if (OTHER_PARTS.includes(name)) return `${name} is not supported: use BYMONTH with BYMONTHDAY or BYDAY`;
  return `${name} is not supported; expected ${listed(PARTS, "or")}`;
}

/** The first error is kept. */
class PartReader {
  readonly #values: ReadonlyMap<string, string>;
  error: string | null = null;

  constructor(values: ReadonlyMap<string, string>) {
    this.#values = values;
  }

  frequency(): Frequency {
    const value = this.#values.get("FREQ");
    const found = frequencies.find((frequency) => frequency === value);
    if (value === undefined) this.#refuse(`FREQ is missing: ${EXAMPLE}`);
    else if (TOO_FAST.includes(value)) this.#refuse(`FREQ=${value} is not supported: expected ${listed(frequencies, "or")}`);
    else if (!found) this.#refuse(`expected FREQ=${listed(frequencies, "or")}`);
    return found ?? "DAILY";
  }

  number(name: string, most: number): number | null {
    const value = this.#values.get(name);
    if (value === undefined) return null;
    const number = wholeNumber(value, /^\d{1,5}$/);
    if (number === null || number < 1 || number > most) this.#refuse(`expected ${name} from 1 to ${most}`);
    return number;
  }

  numbers(name: string, least: number, most: number): number[] {
    const value = this.#values.get(name);
    if (value === undefined) return [];
    const numbers = value.split(",").map((item) => wholeNumber(item, /^[+-]?\d{1,3}$/));
    const isRight = (number: number | null) => number !== null && number !== 0 && number >= least && number <= most;
    if (!numbers.every(isRight))
      this.#refuse(`expected ${name} as numbers from ${least} to ${most}${least < 0 ? " except 0" : ""}`);
    return [...new Set(numbers.map((number) => number ?? 0))].sort((a, b) => a - b);
  }

  weekdays(): RuleWeekday[] {
    const value = this.#values.get("BYDAY");
    const found = new Map<string, RuleWeekday>();
    for (const item of value?.split(",") ?? []) {
      const [, ordinal = "", name = ""] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(item) ?? [];
      const weekday = WEEKDAYS.indexOf(name);
      if (weekday < 0 || (ordinal !== "" && (Number(ordinal) === 0 || Math.abs(Number(ordinal)) > 53))) {
        this.#refuse("expected BYDAY as weekdays such as SU or MO,WE, or numbered ones such as 2TU or -1SU");
      }
      found.set(`${Number(ordinal)} ${weekday}`, { ordinal: Number(ordinal), weekday });
    }
    return [...found.values()].sort((a, b) => a.ordinal - b.ordinal || a.weekday - b.weekday);
  }

  weekStart(): number {
    const weekday = WEEKDAYS.indexOf(this.#values.get("WKST") ?? "MO");
    if (weekday < 0) this.#refuse(`expected WKST as ${listed(WEEKDAYS, "or")}`);
    return Math.max(weekday, 0);
  }

  until(): string | null {
    const value = this.#values.get("UNTIL");
    if (value === undefined) return null;
    const [, year, month, day, hour = "23", minute = "59", second = "59", utc = ""] =
      /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(value) ?? [];
    const until = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
    if (parseWall(until) === null)
      this.#refuse(
        "expected UNTIL as a date 20261231, a wall-clock time in `zone` 20261231T020000, or an instant 20261231T010000Z",
      );
    return until + utc;
  }

  #refuse(error: string): void {
    this.error ??= error;
  }
}

function wholeNumber(text: string, form: RegExp): number | null {
  return form.test(text) ? Number(text) : null;
}

/** Finds a combination that RFC 5545 forbids, and names the part to remove. */
function contradictionIn({ frequency, byMonth, byMonthDay, byDay, bySetPos, count, until }: Recurrence): string | null {
  const hasOrdinals = byDay.some(({ ordinal }) => ordinal !== 0);
  if (count !== null && until !== null) return "COUNT and UNTIL are mutually exclusive: keep one";
  if (hasOrdinals && (frequency === "DAILY" || frequency === "WEEKLY"))
    return `a numbered weekday such as 2TU or -1SU requires FREQ=MONTHLY or YEARLY, not ${frequency}`;
  const most = frequency === "YEARLY" && byMonth.length === 0 ? 53 : 5;
  if (byDay.some(({ ordinal }) => Math.abs(ordinal) > most)) return `expected the number of a weekday from -${most} to ${most}`;
  if (byMonthDay.length > 0 && frequency === "WEEKLY")
    return "BYMONTHDAY cannot be combined with FREQ=WEEKLY: use MONTHLY, or BYDAY";
  if (bySetPos.length > 0 && byMonth.length + byMonthDay.length + byDay.length === 0)
    return "BYSETPOS requires BYDAY, BYMONTHDAY or BYMONTH: add one of them, or remove BYSETPOS";
  return null;
}
