import { type Conflict, isDeepEqual, mergeForms, setValueAt } from "drawbridge-rules/changes/three-way-merge.ts";
import { joinPath, splitPath } from "drawbridge-rules/values/fields.ts";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import type { Draft } from "../drafts/draft.ts";

export interface Present<Form> {
  readonly form: Form;
  readonly etag: string;
}

type ReadOnlyMember = "etag" | "revision" | "origin" | "forced_by";

/** Members that the console does not know are sent back unchanged. */
export function presentOf<Resource extends { readonly etag: string }>(
  resource: Resource | null,
): Present<Omit<Resource, ReadOnlyMember>> | null {
  if (!resource) return null;
  const {
    etag,
    revision: _,
    origin: __,
    forced_by: ___,
    ...form
  } = resource as Resource & { [member in ReadOnlyMember]?: unknown };
  return { form, etag };
}

export interface EditState<Form> {
  readonly form: Form;
  readonly base: Present<Form> | null;
  readonly conflicts: readonly Conflict[];
  /** Base of the form before the conflicts; after a reload they are detected again from it. */
  readonly undecided: Present<Form> | null;
  readonly isGone: boolean;
}

export function beginEdit<Form>(draft: Draft<Form> | null, present: Present<Form> | null, initial: Form): EditState<Form> {
  const clean = { form: present?.form ?? initial, base: present, conflicts: [], undecided: null, isGone: false };
  return draft ? rebase({ ...clean, form: draft.form, base: draft.base }, present, initial) : clean;
}

export function rebase<Form>(state: EditState<Form>, present: Present<Form> | null, initial: Form): EditState<Form> {
  const { form } = state;
  const base = state.conflicts.length > 0 ? state.undecided : state.base;
  if (!present) return { form, base: null, conflicts: [], undecided: null, isGone: state.isGone || base !== null };
  if (present.etag === base?.etag) return { form, base: present, conflicts: [], undecided: null, isGone: false };
  const merged = mergeForms(base?.form ?? initial, form, present.form);
  return { ...merged, base: present, undecided: merged.conflicts.length > 0 ? base : null, isGone: false };
}

export function resolveConflict<Form>(state: EditState<Form>, conflict: Conflict, value: unknown): EditState<Form> {
  const conflicts = state.conflicts.filter((other) => other !== conflict);
  const form = setValueAt(state.form, conflict.path, value);
  return { ...state, form, conflicts, undecided: conflicts.length > 0 ? state.undecided : null };
}

/** Compares at a path, such as `name.de`; a list is one value, and "", the whole form, no field. */
export function isSameAt<Form>(a: Form, b: Form, field: string): boolean {
  if (field === "") return true;
  let [one, other]: [unknown, unknown] = [a, b];
  for (const key of splitPath(field)) {
    if (Array.isArray(one) || Array.isArray(other)) break;
    one = (one as Readonly<Record<string, unknown>> | undefined)?.[key];
    other = (other as Readonly<Record<string, unknown>> | undefined)?.[key];
  }
  return isDeepEqual(one, other);
}

export function toDraft<Form>(state: EditState<Form>, initial: Form, at: number): Draft<Form> | null {
  if (!isDirty(state, initial)) return null;
  return { form: state.form, base: state.conflicts.length > 0 ? state.undecided : state.base, at };
}

export function isDirty<Form>({ form, base, conflicts, isGone }: EditState<Form>, initial: Form): boolean {
  return isGone || conflicts.length > 0 || !isDeepEqual(form, base?.form ?? initial);
}

/** `instances.eu-1.name` → `name`, by the pointer into the body or the path. @param own path in the manifest */
export function findProblemField({ path, pointer }: ProblemItem & { readonly pointer?: string }, own: string): string {
  if (pointer?.startsWith("#/")) return keysIn(pointer).reduce<string>(joinPath, "");
  if (path === own) return "";
  return own !== "" && path.startsWith(`${own}.`) ? path.slice(own.length + 1) : path;
}

/** Keys of a JSON pointer in a fragment (RFC 6901 §6): `#/names/de%2DAT`. */
function keysIn(pointer: string): readonly string[] {
  const tokens = pointer.slice(2).split("/").map(decodeURIComponent);
  return tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}
