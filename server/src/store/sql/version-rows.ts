/**
 * A row for each version and day with its hours, and one for each version and month with its days: rows of hours would cost over
 * 30 MB a year on PostgreSQL for 600 versions, where this takes 8.
 */

import { keptByDay, keptByHour } from "drawbridge-rules/impact/traffic.ts";
import { DAY } from "drawbridge-rules/values/duration.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { checkName } from "../input-rules.ts";
import type { CountSource, VersionCount, VersionSpan, VersionSum } from "../usage.ts";

/** Maximum for a platform and source in a span; the others get the rest. */
export const maxStoredVersions = 2_000;

const hoursOfDay = 24;
const outcomes = 4;
/** Hours of the 24 that are reported by key, before the present one. */
const reportedBefore = 23;

/** `span` is the day or the month. */
export interface VersionRowKey {
  readonly span: number;
  readonly project: string;
  readonly platform: string;
  readonly source: CountSource;
  readonly version: string;
}

export interface VersionRow extends VersionRowKey {
  readonly counts: string;
}

interface RowChange {
  readonly key: VersionRowKey;
  readonly isNamed: boolean;
  /** By position in the row. */
  readonly added: Map<number, number>;
}

export interface VersionGrain {
  readonly table: "version_hours" | "version_days";
  readonly column: "day" | "month";
  /** Span that has a unit, and its position there. A unit is an hour or a day since 1970. */
  readonly place: (unit: number) => { readonly span: number; readonly position: number };
  readonly begin: (span: number) => number;
  readonly mostSpans: number;
  readonly ofHour: (hour: number) => number;
}

export const byHour: VersionGrain = {
  table: "version_hours",
  column: "day",
  place: (hour) => ({ span: dayOf(hour), position: hour - dayOf(hour) * hoursOfDay }),
  begin: (day) => day * hoursOfDay,
  mostSpans: keptByHour + 2,
  ofHour: (hour) => hour,
};

export const byDay: VersionGrain = {
  table: "version_days",
  column: "month",
  place: (day) => ({ span: monthOf(day), position: new Date(day * DAY).getUTCDate() - 1 }),
  begin: (month) => Date.UTC(Math.floor(month / 12), month % 12) / DAY,
  mostSpans: 15,
  ofHour: dayOf,
};

export function dayOf(hour: number): number {
  return Math.floor(hour / hoursOfDay);
}

/** Months since year 0. @param day since 1970 */
function monthOf(day: number): number {
  const date = new Date(day * DAY);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** @param from first of the 24 hours reported by key */
export function firstKept(from: number): { readonly day: number; readonly month: number } {
  const today = dayOf(from + reportedBefore);
  return { day: today - keptByHour, month: monthOf(today - keptByDay) };
}

/** @throws invalid */
export function checkVersionCount({ project, platform, source, version, hour, counts }: VersionCount): void {
  for (const name of [project, platform, version]) checkName(name);
  const isCount = (count: number) => Number.isSafeInteger(count) && count >= 0;
  const isKnown = source === "server" || source === "edge";
  if (!isKnown || !isCount(hour) || counts.length !== outcomes || !counts.every(isCount))
    throw new DrawbridgeError("invalid", "Expected a source, an hour and four whole numbers.");
}

/** @throws invalid */
export function spansOf(grain: VersionGrain, { from, until }: VersionSpan): number[] {
  if (![from, until].every(Number.isSafeInteger) || from < 0) throw new DrawbridgeError("invalid", "Expected whole numbers.");
  if (until <= from) return [];
  const [first, last] = [grain.place(from).span, grain.place(until - 1).span];
  if (last - first >= grain.mostSpans)
    throw new DrawbridgeError("invalid", `Request at most ${grain.mostSpans - 1} ${grain.column}s.`);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

export function sumsOf(grain: VersionGrain, rows: readonly VersionRow[], { from, until }: VersionSpan): VersionSum[] {
  const sums: VersionSum[] = [];
  for (const { span, source, version, counts } of rows) {
    const numbers = parseCounts(counts);
    const begin = grain.begin(span);
    const end = Math.min(until - begin, Math.ceil(numbers.length / outcomes));
    for (let unit = Math.max(0, from - begin); unit < end; unit++) {
      const first = unit * outcomes;
      const [a, b, c, d] = [numbers[first] ?? 0, numbers[first + 1] ?? 0, numbers[first + 2] ?? 0, numbers[first + 3] ?? 0];
      if (a + b + c + d > 0) sums.push({ source, version, at: begin + unit, counts: [a, b, c, d] });
    }
  }
  return sums;
}

/** By name, each row once, with those of all other versions, which may have to take more. */
export function rowChanges(grain: VersionGrain, versions: readonly VersionCount[]): Map<string, RowChange> {
  const changes = new Map<string, RowChange>();
  for (const { project, platform, source, version, isNamed, hour, counts } of versions) {
    const { span, position } = grain.place(grain.ofHour(hour));
    const key = { span, project, platform, source, version };
    const change = changes.get(rowName(key)) ?? { key, isNamed, added: new Map() };
    changes.set(rowName(key), change);
    for (const [index, count] of counts.entries()) addAt(change.added, position * outcomes + index, count);
    const others = { ...key, version: "" };
    if (!changes.has(rowName(others))) changes.set(rowName(others), { key: others, isNamed: true, added: new Map() });
  }
  return changes;
}

/**
 * Returns rows in the order of the keys. @param stored rows that the table has
 * @param sizes rows of each group, by the name of the others' row
 */
export function changedRows(
  changes: ReadonlyMap<string, RowChange>,
  stored: readonly VersionRow[],
  sizes: ReadonlyMap<string, number>,
): VersionRow[] {
  const before = new Map(stored.map((row) => [rowName(row), row.counts]));
  const added = new Map<string, number>();
  for (const [name, { key, isNamed, added: counts }] of changes) {
    if (before.has(name) || isNamed) continue;
    const others = rowName({ ...key, version: "" });
    const size = (sizes.get(others) ?? 0) + (added.get(others) ?? 0);
    if (size < maxStoredVersions) added.set(others, (added.get(others) ?? 0) + 1);
    else {
      for (const [position, count] of counts) addAt((changes.get(others) as RowChange).added, position, count);
      counts.clear();
    }
  }
  return [...changes]
    .filter(([, change]) => change.added.size > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, change]) => ({ ...change.key, counts: sum(before.get(name) ?? "", change.added) }));
}

/** Names a row, and a group by its row of others. */
export function rowName({ span, project, platform, source, version }: VersionRowKey): string {
  return `${span} ${project} ${platform} ${source} ${version}`;
}

function sum(counts: string, added: ReadonlyMap<number, number>): string {
  const numbers = parseCounts(counts);
  for (const [position, count] of added) {
    while (numbers.length <= position) numbers.push(0);
    (numbers[position] as number) += count;
  }
  return JSON.stringify(numbers);
}

function parseCounts(counts: string): number[] {
  return counts === "" ? [] : JSON.parse(counts);
}

function addAt(counts: Map<number, number>, position: number, count: number): void {
  if (count > 0) counts.set(position, (counts.get(position) ?? 0) + count);
}
