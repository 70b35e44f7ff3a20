/**
 * Three-way merge of concurrent edits: changes of only one side are kept; where both sides changed a value differently, the user
 * chooses. Objects are merged field by field; a list is one value, as everywhere in Drawbridge.
 */

export interface Conflict {
  /** `["name", "de"]` */
  readonly path: readonly string[];
  /** Undefined, for each: absent. */
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

interface Merged<Form> {
  /** With `mine` at each conflict. */
  readonly form: Form;
  readonly conflicts: readonly Conflict[];
}

export function mergeForms<Form>(base: Form | null, mine: Form, theirs: Form): Merged<Form> {
  const conflicts: Conflict[] = [];
  const form = merge([], base ?? undefined, mine, theirs, conflicts) as Form;
  return { form, conflicts };
}

/** `form` with `value` at `path`; undefined removes it. */
export function setValueAt<Form>(form: Form, path: readonly string[], value: unknown): Form {
  const [first, ...rest] = path;
  if (first === undefined) return value as Form;
  const { [first]: inner, ...others } = asMap(form) ?? {};
  const changed = setValueAt(inner, rest, value);
  return (changed === undefined ? others : { ...asMap(form), [first]: changed }) as Form;
}

/** Returns whether two values are equal; the order of fields does not matter. */
export function isDeepEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => isDeepEqual(item, b[index]));
  const [one, other] = [asMap(a), asMap(b)];
  if (!one || !other) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => isDeepEqual(one[key], other[key]));
}

function merge(path: readonly string[], base: unknown, mine: unknown, theirs: unknown, conflicts: Conflict[]): unknown {
  if (isDeepEqual(mine, theirs) || isDeepEqual(base, theirs)) return mine;
  if (isDeepEqual(base, mine)) return theirs;
  const [mineMap, theirsMap] = [asMap(mine), asMap(theirs)];
  if (!mineMap || !theirsMap) {
    conflicts.push({ path, base, mine, theirs });
    return mine;
  }
  const baseMap = asMap(base) ?? {};
  const keys = [...new Set([...Object.keys(theirsMap), ...Object.keys(mineMap)])];
  const fields = keys.map((key) => [key, merge([...path, key], baseMap[key], mineMap[key], theirsMap[key], conflicts)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

function asMap(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
}
