/** A list is one value. Where both sides changed a value differently, the user chooses. */

import { isMap } from "../values/fields.ts";

export interface Conflict {
  readonly path: readonly string[];
  /** Undefined means absent. */
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** The form has `mine` at each conflict. */
export function mergeForms<Form>(base: Form | null, mine: Form, theirs: Form) {
  const conflicts: Conflict[] = [];
  const form = merge([], base ?? undefined, mine, theirs, conflicts) as Form;
  return { form, conflicts };
}

/** Undefined removes it. */
export function setValueAt<Form>(form: Form, path: readonly string[], value: unknown): Form {
  const [first, ...rest] = path;
  if (first === undefined) return value as Form;
  const { [first]: inner, ...others } = asMap(form) ?? {};
  const changed = setValueAt(inner, rest, value);
  return (changed === undefined ? others : { ...asMap(form), [first]: changed }) as Form;
}

/** The order of fields does not matter. */
export function isDeepEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => isDeepEqual(item, b[index]));
  const [one, other] = [asMap(a), asMap(b)];
  if (!one || !other) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => isDeepEqual(one[key], other[key]));
}

function merge(path: readonly string[], base: unknown, mine: unknown, theirs: unknown, conflicts: Conflict[]): unknown {
  const sides = [base, mine, theirs];
  const [was, my, their] = sides.map((value) => (value === undefined ? {} : asMap(value)));
  const areMaps = was && my && their;
  if (!areMaps || sides.includes(undefined)) {
    if (isDeepEqual(mine, theirs) || isDeepEqual(base, theirs)) return mine;
    if (isDeepEqual(base, mine)) return theirs;
  }
  if (!areMaps) {
    conflicts.push({ path, base, mine, theirs });
    return mine;
  }
  // The order of languages matters to apps: it is theirs, unless only mine changed it.
  const order = isSameOrder(was, their) ? [my, their] : [their, my];
  const keys = [...new Set(order.flatMap(Object.keys))];
  const fields = keys.map((key) => [key, merge([...path, key], was[key], my[key], their[key], conflicts)] as const);
  const present = fields.filter(([, value]) => value !== undefined);
  // A map that one side removed is absent without members of the other.
  return present.length === 0 && sides.includes(undefined) ? undefined : Object.fromEntries(present);
}

function isSameOrder(one: object, other: object): boolean {
  const both = (keys: object, others: object) => Object.keys(keys).filter((key) => Object.hasOwn(others, key));
  return both(one, other).join() === both(other, one).join();
}

function asMap(value: unknown): Readonly<Record<string, unknown>> | null {
  return isMap(value) ? value : null;
}
