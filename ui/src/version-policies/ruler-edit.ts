/** What is done on the ruler, done to the form. */
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import { type EntrySpan, isPossible, printSpan, spanOf, withEnd } from "./entry-span.ts";
import { type EntryField, tidied } from "./policy-draft.ts";
import { type AppVersion, parseVersionEntry } from "./version-rules.ts";

export type MarkField = "minimum" | "recommended";

/** A line of a form. */
export interface EntryPlace {
  readonly field: EntryField;
  readonly line: number;
}

/** @param version "": there is none */
export function withMark(form: PolicyForm, field: MarkField, version: string): PolicyForm {
  const { [field]: _, ...others } = form;
  return version === "" ? others : { ...others, [field]: version };
}

export function linesOf(form: PolicyForm, field: EntryField): readonly string[] {
  return form[field] ?? [];
}

export function withLines(form: PolicyForm, field: EntryField, lines: readonly string[]): PolicyForm {
  const { [field]: _, ...others } = form;
  return lines.length === 0 ? others : { ...others, [field]: lines };
}

export function withLine(form: PolicyForm, { field, line }: EntryPlace, text: string): PolicyForm {
  return withLines(
    form,
    field,
    linesOf(form, field).map((other, index) => (index === line ? text : other)),
  );
}

export function withoutLine(form: PolicyForm, { field, line }: EntryPlace): PolicyForm {
  return withLines(
    form,
    field,
    linesOf(form, field).filter((_, index) => index !== line),
  );
}

/** @returns the form, and where the entry stands in it: where it stood already, if it did */
export function withEntry(form: PolicyForm, field: EntryField, span: EntrySpan): readonly [PolicyForm, EntryPlace] {
  const text = printSpan(span);
  const lines = linesOf(form, field);
  const line = lines.findIndex((other) => tidied(other) === text);
  if (line >= 0) return [form, { field, line }];
  return [withLines(form, field, [...lines, text]), { field, line: lines.length }];
}

/** From blocked to exempt, or back. */
export function withOtherField(form: PolicyForm, place: EntryPlace): readonly [PolicyForm, EntryPlace] {
  const other = place.field === "blocked" ? "exempt" : "blocked";
  const text = linesOf(form, place.field)[place.line] ?? "";
  const lines = [...linesOf(form, other), text];
  return [withLines(withoutLine(form, place), other, lines), { field: other, line: lines.length - 1 }];
}

/** The same form where its ends would pass each other. @param version null: no end on that side */
export function withEntryEnd(form: PolicyForm, place: EntryPlace, side: "from" | "to", version: AppVersion | null): PolicyForm {
  const entry = parseVersionEntry(tidied(linesOf(form, place.field)[place.line] ?? ""));
  const moved = entry && withEnd(spanOf(entry), side, version);
  return moved && isPossible(moved) ? withLine(form, place, printSpan(moved)) : form;
}
