/** Applies edits on the ruler to the form. */

import type { AppVersion } from "drawbridge-rules/versions/app-version.ts";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import { parseVersionEntry } from "drawbridge-rules/versions/version-entry.ts";
import { type EntrySpan, entrySpan, isPossible, printSpan, withEnd } from "./entry-span.ts";
import { type EntryField, normalizeLine } from "./policy-draft.ts";

export type MarkField = "minimum" | "recommended";

/** A line of a form. */
export interface EntryPosition {
  readonly field: EntryField;
  readonly line: number;
}

/** @param version "": there is none */
export function withMark(form: PolicyForm, field: MarkField, version: string): PolicyForm {
  const { [field]: _, ...others } = form;
  return version === "" ? others : { ...others, [field]: version };
}

export function entryLines(form: PolicyForm, field: EntryField): readonly string[] {
  return form[field] ?? [];
}

export function withLines(form: PolicyForm, field: EntryField, lines: readonly string[]): PolicyForm {
  const { [field]: _, ...others } = form;
  return lines.length === 0 ? others : { ...others, [field]: lines };
}

export function withLine(form: PolicyForm, { field, line }: EntryPosition, text: string): PolicyForm {
  return withLines(
    form,
    field,
    entryLines(form, field).map((other, index) => (index === line ? text : other)),
  );
}

export function withoutLine(form: PolicyForm, { field, line }: EntryPosition): PolicyForm {
  return withLines(
    form,
    field,
    entryLines(form, field).filter((_, index) => index !== line),
  );
}

/** @returns the form, and where the entry stands in it: where it stood already, if it did */
export function withEntry(form: PolicyForm, field: EntryField, span: EntrySpan): readonly [PolicyForm, EntryPosition] {
  const text = printSpan(span);
  const lines = entryLines(form, field);
  const line = lines.findIndex((other) => normalizeLine(other) === text);
  if (line >= 0) return [form, { field, line }];
  return [withLines(form, field, [...lines, text]), { field, line: lines.length }];
}

/** From blocked to exempt, or back. */
export function withOtherField(form: PolicyForm, place: EntryPosition): readonly [PolicyForm, EntryPosition] {
  const other = place.field === "blocked" ? "exempt" : "blocked";
  const text = entryLines(form, place.field)[place.line] ?? "";
  const lines = [...entryLines(form, other), text];
  return [withLines(withoutLine(form, place), other, lines), { field: other, line: lines.length - 1 }];
}

/** The same form where its ends would pass each other. @param version null: no end on that side */
export function withEntryEnd(
  form: PolicyForm,
  place: EntryPosition,
  side: "from" | "to",
  version: AppVersion | null,
): PolicyForm {
  const entry = parseVersionEntry(normalizeLine(entryLines(form, place.field)[place.line] ?? ""));
  const moved = entry && withEnd(entrySpan(entry), side, version);
  return moved && isPossible(moved) ? withLine(form, place, printSpan(moved)) : form;
}
