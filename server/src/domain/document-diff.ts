/** Differences between two documents, leaf by leaf: what people review, and what tells that something was changed elsewhere. */
import { below } from "./dotted-path.ts";

export interface Difference {
  /** Dotted; a key that holds a dot is quoted, so that no two leaves have the same path: `instances."eu.acme.com".name`. */
  readonly path: string;
  /** Undefined: not there. */
  readonly before: unknown;
  readonly after: unknown;
}

/** In the order of `before`, then what only `after` has. Lists count as one value. */
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

export interface Drift {
  readonly path: string;
  readonly applied: unknown;
  readonly current: unknown;
  readonly desired: unknown;
}

/**
 * What was changed another way since `applied` and would be undone by `desired`. A change that `desired` makes too
 * is none: nothing of it is lost.
 */
export function driftBetween(
  applied: Readonly<Record<string, unknown>>,
  current: Readonly<Record<string, unknown>>,
  desired: Readonly<Record<string, unknown>>,
): Drift[] {
  const wanted = leaves(desired);
  return differences(applied, current)
    .filter(({ path, after }) => !sameValue(after, wanted.get(path)))
    .map(({ path, before, after }) => ({ path, applied: before, current: after, desired: wanted.get(path) }));
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
  for (const [key, inner] of entries) collectLeaves(inner, below(path, key), found);
}
