import { isMap, joinPath } from "../values/fields.ts";
import type { Steps } from "../values/steps.ts";
import type { Drift } from "../wire/change.ts";
import type { Difference } from "../wire/problem.ts";

/** In the order of `before`, then of `after`; undefined means absent. A list is one value; keys with dots are quoted in a path. */
export function differences(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): Difference[] {
  const was = leaves(before);
  const is = leaves(after);
  const found: Difference[] = [];
  for (const [path, value] of was) {
    if (!sameValue(value, is.get(path))) found.push({ path, before: value, after: is.get(path) });
  }
  for (const [path, value] of is) if (!was.has(path)) found.push({ path, before: undefined, after: value });
  return found;
}

/** A change that `desired` makes too is no drift. */
export function* driftSteps(applied: Document, current: Document, desired: Document): Steps<Drift[]> {
  const present: Drift[] = [];
  const added: Drift[] = [];
  for (const [was, is, wanted] of parts(applied, current, desired)) {
    yield;
    const found = sameValue(was, is) ? [] : differences(was, is);
    const kept = found.length === 0 ? new Map() : leaves(wanted);
    for (const { path, before, after } of found) {
      if (sameValue(after, kept.get(path))) continue;
      (before === undefined ? added : present).push({ path, applied: before, current: after, desired: kept.get(path) });
    }
  }
  return [...present, ...added];
}

type Document = Readonly<Record<string, unknown>>;

function* parts(
  applied: Document,
  current: Document,
  desired: Document,
): Generator<readonly [Document, Document, Document], undefined> {
  for (const key of new Set([...Object.keys(applied), ...Object.keys(current)])) {
    const values = [applied, current, desired].map((document) => (Object.hasOwn(document, key) ? document[key] : undefined));
    const names = isCut(key, values) ? inPrintedOrder(values.slice(0, 2).flatMap((value) => Object.keys(value ?? {}))) : [null];
    for (const name of names) yield values.map((value) => partOf(key, name, value)) as [Document, Document, Document];
  }
}

/** Splitting maps that are printed in order of their keys keeps the order of the differences. */
function isCut(key: string, values: readonly unknown[]): boolean {
  const isLong = ["platforms", "instances", "windows"].includes(key);
  return isLong && values.every((value) => value === undefined || (isMap(value) && Object.keys(value).length > 0));
}

/** As documents do: sorted, with index-like keys first. */
export function inPrintedOrder(ids: readonly string[]): string[] {
  return Object.keys(Object.fromEntries(ids.toSorted().map((id) => [id, true])));
}

function partOf(key: string, name: string | null, value: unknown): Document {
  if (value === undefined) return {};
  if (name === null) return { [key]: value };
  const map = value as Document;
  return Object.hasOwn(map, name) ? { [key]: Object.fromEntries([[name, map[name]]]) } : {};
}

export function sameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function leaves(document: Readonly<Record<string, unknown>>): Map<string, unknown> {
  const found = new Map<string, unknown>();
  collectLeaves(document, "", found);
  return found;
}

function collectLeaves(value: unknown, path: string, found: Map<string, unknown>): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    if (value !== undefined) found.set(path, value);
    return;
  }
  const entries = Object.entries(value);
  // An empty map is a value too: a platform without a policy, say.
  if (entries.length === 0 && path !== "") found.set(path, {});
  for (const [key, inner] of entries) collectLeaves(inner, joinPath(path, key), found);
}
