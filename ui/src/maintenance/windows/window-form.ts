import { DAY, parseDuration, printDuration } from "drawbridge-rules/values/duration.ts";
import { freeWindowId, windowIdFor } from "drawbridge-rules/values/suggested-id.ts";
import { instantToWall, printWall, wallMs, wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import type { WindowForm } from "drawbridge-rules/windows/maintenance-window.ts";
import type { ScopeKind } from "../scope-field.tsx";
import { movedRule } from "./recurrence-rule.ts";

export interface NamedWindowForm extends WindowForm {
  readonly id: string;
}

export interface WindowBeginning {
  /** Wall-clock time in `zone`: `2026-12-06T02:00`. */
  readonly start: string;
  readonly zone: string;
  readonly end?: string | undefined;
  readonly instances?: readonly string[] | undefined;
  readonly platforms?: readonly string[] | undefined;
}

const usualLength = "PT2H";

export function newForm(beginning: WindowBeginning | undefined, zone: string, now: number): NamedWindowForm {
  const { start, zone: at, end, instances, platforms } = beginning ?? { start: nextNight(zone, now), zone };
  const length = end === undefined ? Number.NaN : wallToInstant(end, at) - wallToInstant(start, at);
  const scope = instances ? { instances } : platforms ? { platforms } : {};
  return { id: "", ...scope, start, ...zoneField(at), duration: length > 0 ? printDuration(length) : usualLength };
}

/** 02:00 of the next day, when few people use apps. */
function nextNight(zone: string, now: number): string {
  return `${instantToWall(now + DAY, zone).slice(0, 10)}T02:00`;
}

export function zoneField(zone: string): { readonly zone?: string } {
  return zone === "UTC" ? {} : { zone };
}

export function suggestedId({ title = "", start }: Pick<WindowForm, "title" | "start">, taken: readonly string[]): string {
  return freeWindowId(windowIdFor(title === "" ? `maintenance-${start.slice(0, 10)}` : title), (id) => taken.includes(id));
}

export function isWindowId(id: string): boolean {
  return /^[a-z0-9-]{1,63}$/.test(id);
}

export function scopeKind({ platforms, instances }: WindowForm): ScopeKind {
  if (platforms) return "platforms";
  return instances ? "instances" : "project";
}

export function withScope(form: NamedWindowForm, kind: ScopeKind, names: readonly string[]): NamedWindowForm {
  const { platforms: _, instances: __, ...others } = form;
  return { ...others, ...(kind === "project" ? {} : { [kind]: names }) };
}

/** An end on the clock moves with the start, and so do parts of a rule that refer to the first day. */
export function withStart(form: NamedWindowForm, start: string): NamedWindowForm {
  const by = wallMs(start) - wallMs(form.start);
  const end = form.end === undefined || Number.isNaN(by) ? form.end : shifted(form.end, by);
  return {
    ...form,
    start,
    ...(end === undefined ? {} : { end }),
    ...(form.repeat === undefined ? {} : { repeat: movedRule(form.repeat, form.start, start) }),
  };
}

export function withEnd(form: NamedWindowForm): NamedWindowForm {
  const { duration, ...others } = form;
  const end = shifted(form.start, parseDuration(duration ?? "") ?? 2 * 3_600_000);
  return { ...others, end };
}

export function withDuration(form: NamedWindowForm): NamedWindowForm {
  const { end, ...others } = form;
  const length = wallMs(end ?? "") - wallMs(form.start);
  return { ...others, duration: length > 0 ? printDuration(length) : usualLength };
}

export function withField<Key extends keyof NamedWindowForm>(
  form: NamedWindowForm,
  key: Key,
  value: NamedWindowForm[Key] | undefined,
): NamedWindowForm {
  const { [key]: _, ...others } = form;
  const isEmpty = value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
  return (isEmpty ? others : { ...form, [key]: value }) as NamedWindowForm;
}

function shifted(wall: string, by: number): string {
  const at = wallMs(wall) + by;
  return Number.isNaN(at) ? wall : printWall(at);
}
