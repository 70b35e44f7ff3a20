import { setValueAt } from "drawbridge-rules/changes/three-way-merge.ts";
import { type AppVersion, compareVersions } from "drawbridge-rules/versions/app-version.ts";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import { entryBounds, parseVersionEntry, type VersionEntry } from "drawbridge-rules/versions/version-entry.ts";
import { type EntryField, normalizeLine } from "./policy-draft.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";

export interface EntryPosition {
  readonly field: EntryField;
  readonly line: number;
}

export function entryLines(form: PlatformForm, field: EntryField): readonly string[] {
  return form[field] ?? [];
}

export function withLines(form: PlatformForm, field: EntryField, lines: readonly string[]): PlatformForm {
  return setValueAt(form, [field], lines.length === 0 ? undefined : lines);
}

export function withLine(form: PlatformForm, { field, line }: EntryPosition, text: string): PlatformForm {
  return withLines(form, field, entryLines(form, field).with(line, text));
}

export function withoutLine(form: PlatformForm, { field, line }: EntryPosition): PlatformForm {
  return withLines(form, field, entryLines(form, field).toSpliced(line, 1));
}

/** @returns the place of the entry too: the old one, if it stood there already */
export function withEntry(form: PlatformForm, field: EntryField, span: EntrySpan): readonly [PlatformForm, EntryPosition] {
  const text = printSpan(span);
  const lines = entryLines(form, field);
  const line = lines.findIndex((other) => normalizeLine(other) === text);
  if (line >= 0) return [form, { field, line }];
  return [withLines(form, field, [...lines, text]), { field, line: lines.length }];
}

/** The same form where its ends would pass each other. */
export function withEntryEnd(
  form: PlatformForm,
  place: EntryPosition,
  side: "from" | "to",
  version: AppVersion | null,
): PlatformForm {
  const entry = parseVersionEntry(normalizeLine(entryLines(form, place.field)[place.line] ?? ""));
  const moved = entry && withEnd(entrySpan(entry), side, version);
  return moved && isPossible(moved) ? withLine(form, place, printSpan(moved)) : form;
}

interface SpanEnd {
  readonly version: AppVersion;
  readonly isIncluded: boolean;
}

/** Null means there is no end on that side. */
export interface EntrySpan {
  readonly from: SpanEnd | null;
  readonly to: SpanEnd | null;
}

/** The narrowest of several comparators on one side counts. */
export function entrySpan(entry: VersionEntry): EntrySpan {
  if (entry.form === "exact") return onlyVersion(entry.version);
  if (entry.form === "family") {
    const [from, to] = entryBounds(entry);
    return { from: from ? included(from) : null, to: to ? { version: to, isIncluded: false } : null };
  }
  let from: SpanEnd | null = null;
  let to: SpanEnd | null = null;
  for (const { operator, bound } of entry.comparators) {
    const end = { version: bound, isIncluded: operator.endsWith("=") };
    if (!operator.startsWith("<")) from = narrower(from, end, 1);
    if (!operator.startsWith(">")) to = narrower(to, end, -1);
  }
  return { from, to };
}

export function onlyVersion(version: AppVersion): EntrySpan {
  return { from: included(version), to: included(version) };
}

export function printSpan({ from, to }: EntrySpan): string {
  if (from?.isIncluded && to?.isIncluded && compareVersions(from.version, to.version) === 0) return from.version.text;
  const parts = [
    ...(from ? [`${from.isIncluded ? ">=" : ">"}${from.version.text}`] : []),
    ...(to ? [`${to.isIncluded ? "<=" : "<"}${to.version.text}`] : []),
  ];
  return parts.length > 0 ? parts.join(" ") : ">=0";
}

/** An exclusive end stays exclusive. */
export function withEnd(span: EntrySpan, side: "from" | "to", version: AppVersion | null): EntrySpan {
  return { ...span, [side]: version === null ? null : { version, isIncluded: span[side]?.isIncluded ?? true } };
}

export function isPossible({ from, to }: EntrySpan): boolean {
  if (!from || !to) return true;
  const order = compareVersions(from.version, to.version);
  return order < 0 || (order === 0 && from.isIncluded && to.isIncluded);
}

function included(version: AppVersion): SpanEnd {
  return { version, isIncluded: true };
}

function narrower(known: SpanEnd | null, end: SpanEnd, sign: 1 | -1): SpanEnd {
  if (!known) return end;
  const order = compareVersions(end.version, known.version) * sign;
  return order > 0 || (order === 0 && !end.isIncluded) ? end : known;
}

/** `2.5.0`; `from 2.5.3 to below 2.5.5` */
export function entryWords(entry: VersionEntry): string {
  if (entry.form === "exact") return entry.text;
  const { from, to } = entrySpan(entry);
  const { span } = texts;
  const start = from && (from.isIncluded ? span.from : span.above)(from.version.text);
  if (!to) return start ?? span.every;
  const end = to.version.text;
  if (!start) return (to.isIncluded ? span.upTo : span.below)(end);
  return `${start} ${(to.isIncluded ? span.to : span.toBelow)(end)}`;
}

export function entryMeaning(text: string): string | undefined {
  const entry = parseVersionEntry(text);
  if (!entry || entry.form === "exact") return undefined;
  return isPossible(entrySpan(entry)) ? texts.means(entryWords(entry)) : texts.meansNone;
}
