/** Reverses only a revision's own changes, and keeps later ones. */

import { notUndone } from "../describe/warning.ts";
import { type HistoryKind, type Kind, kinds } from "../project/kind.ts";
import { findProject, type ProjectState } from "../project/project-state.ts";
import type { Edit, ResourceValues } from "../project/resource.ts";
import { ProblemList, type ProblemSink, throwIfAny } from "../values/errors.ts";
import type { Steps } from "../values/steps.ts";
import type { Warning } from "../wire/warning.ts";
import { editPath } from "./edit.ts";
import { parseForm, printForm, type Scope, withoutScope, withScope } from "./resource-form.ts";
import { type Conflict, isDeepEqual, mergeForms, setValueAt } from "./three-way-merge.ts";

export type RevisionChange = {
  [K in Kind]: {
    readonly kind: K;
    readonly id: string;
    readonly before: ResourceValues[K] | null;
    readonly after: ResourceValues[K] | null;
  };
}[Kind];

export interface Undo {
  readonly edits: readonly Edit[];
  readonly warnings: readonly Warning[];
}

/** @throws invalid: the configuration would not be valid without the revision */
export function* undoSteps(present: ProjectState, revision: number, changes: readonly RevisionChange[]): Steps<Undo> {
  const edits: Edit[] = [];
  const warnings: Warning[] = [];
  const problems = new ProblemList();
  for (const change of changes) {
    yield;
    if (!isUndoable(change, present)) continue;
    const { edit, warning } = reversed(present, revision, change, problems);
    if (warning !== null) warnings.push(warning);
    if (edit !== null) edits.push(edit);
  }
  throwIfAny(problems, `the configuration without revision ${revision}`);
  const overrides = overridesDeletedWith(edits, changes);
  const others = changes.filter((change) => !overrides.some((override) => override === change));
  edits.push(
    ...overrides.filter(({ id }) => !present.override.has(id)).map(({ kind, id, before }) => ({ kind, id, value: before })),
  );
  return { edits, warnings: [...warnings, ...stayWarnings(present, others)] };
}

type OverrideChange = Extract<RevisionChange, { kind: "override" }>;

/** Completed or canceled occurrences of restored windows must not take place. */
function overridesDeletedWith(edits: readonly Edit[], changes: readonly RevisionChange[]): OverrideChange[] {
  const restored = new Set(edits.filter(({ kind, value }) => kind === "window" && value !== null).map(({ id }) => id));
  const deleted = new Set(changes.filter(({ kind, after }) => kind === "window" && after === null).map(({ id }) => id));
  return changes
    .filter((change) => change.kind === "override")
    .filter(
      ({ before, after }) => after === null && before !== null && restored.has(before.window) && deleted.has(before.window),
    );
}

/** Includes the next best step; null means something can be undone. */
export function undoRefusal(present: ProjectState, revision: number, changes: readonly RevisionChange[]): string | null {
  const own = changes.find(({ kind }) => kind === "project");
  if (own?.before === null) return "created the project; to undo that, delete the project";
  const isDeletion = own?.after === null;
  if (!findProject(present) && !isDeletion) return "cannot be undone while the project is deleted: undo its deletion first";
  if (findProject(present) && isDeletion)
    return `deleted the project, which exists again: restore revision ${revision - 1} with \`to\` instead`;
  if (changes.some((change) => isUndoable(change, present))) return null;
  const stays = [...new Set(changes.flatMap(({ kind }) => notUndone[kind as HistoryKind] ?? []))];
  return stays.length === 0 ? "made no change that can be undone" : stays.join("; ");
}

/** Windows started by hand, then or now, are events. */
function isUndoable(change: RevisionChange, present: ProjectState): boolean {
  return kinds[change.kind].rollsBack && !(change.kind === "window" && isByHand(change, present));
}

function isByHand({ id, before, after }: Extract<RevisionChange, { kind: "window" }>, { window }: ProjectState): boolean {
  return [before, after, window.get(id)?.value].some((value) => value?.origin === "hand");
}

/** A proposal that ends with its own change, and keys of a deleted project, are reported elsewhere. */
function stayWarnings(present: ProjectState, changes: readonly RevisionChange[]): Warning[] {
  if (!findProject(present)) return [];
  const stays = changes.filter((change) => change.kind !== "proposal" && !isUndoable(change, present));
  const kinds = new Set(stays.flatMap(({ kind }) => (kind === "manifest" ? [] : kind === "token" ? "read_key" : kind)));
  return [...kinds].flatMap((kind) => (notUndone[kind] === undefined ? [] : [{ code: "not_undone", path: "", kind }]));
}

interface Reversed {
  readonly edit: Edit | null;
  readonly warning: Warning | null;
}

function reversed(present: ProjectState, revision: number, change: RevisionChange, problems: ProblemSink): Reversed {
  const { kind, id, before, after } = change;
  const held = present[kind].get(id);
  const edit = (value: unknown) => ({ kind, id, value }) as Edit;
  const resource = { path: editPath(change), kind: kind as HistoryKind, id };
  const since = (outcome: "unchanged" | "replaced" | "deleted" | "recreated"): Warning => {
    return { code: "changed_since", ...resource, revision: held?.revision ?? 0, outcome };
  };
  const value = held?.value ?? null;
  const isUndone: Reversed = { edit: null, warning: { code: "already_undone", ...resource, revision } };
  if (isSaid(value, before)) return isUndone;
  if (isSaid(value, after)) return { edit: edit(before), warning: null };
  if (value === null) return { edit: null, warning: { code: "deleted_since", ...resource } };
  if (before === null) return { edit: edit(null), warning: since("deleted") };
  if (after === null) return { edit: edit(before), warning: since("recreated") };
  const { form, isReplaced } = without(kind, id, { before, after, value });
  if (isDeepEqual(form, printForm(change, value))) return isUndone;
  const undone = edit(parseForm(present, edit(before), form, problems));
  return { edit: undone, warning: since(isReplaced ? "replaced" : "unchanged") };
}

/** Ignores the instant from which a window's rule plans: the plan sets it. */
function isSaid(one: object | null, other: object | null): boolean {
  const [a, b] = [one, other].map((value) => value && { ...value, since: undefined });
  return isDeepEqual(a, b);
}

/** Works in the form of the manifest. */
function without(
  kind: Kind,
  id: string,
  { before, after, value }: Readonly<Record<"before" | "after" | "value", object>>,
): { readonly form: object; readonly isReplaced: boolean } {
  const [was, is, now] = [before, after, value].map((one) => withScope(kind, printForm({ kind, id }, one))) as [
    object,
    object,
    object,
  ];
  const { form, conflicts } = mergeForms(is, was, now);
  let merged = form;
  let isReplaced = false;
  for (const conflict of conflicts) {
    const resolved = conflict.path.join() === "scope" ? scopeWithout(conflict) : listsWithout(conflict);
    if (resolved === null) isReplaced = true;
    else merged = setValueAt(merged, conflict.path, resolved.length === 0 ? undefined : resolved);
  }
  return { form: withoutScope(merged), isReplaced };
}

/** Lists merge item by item only if all three name instances, or all three platforms. */
function scopeWithout({ base, mine, theirs }: Conflict): Scope | null {
  const [after, before, now] = [base, mine, theirs] as [Scope, Scope, Scope];
  const lists = ([0, 1] as const).map((at) => [after[at], before[at], now[at]].filter((list) => list !== undefined));
  if (lists.some(({ length }) => length !== 0 && length !== 3)) return null;
  const merged = lists.map(([one, two, three]) => one && listWithout(one, two, three));
  return merged.some((list) => list === null || list?.length === 0) ? null : (merged as unknown as Scope);
}

const optionalLists: readonly string[] = ["blocked", "exempt", "except"];

function listsWithout({ path, base, mine, theirs }: Conflict): string[] | null {
  const isOptional = optionalLists.includes(path.at(-1) ?? "");
  const list = isOptional ? listWithout(base ?? [], mine ?? [], theirs ?? []) : listWithout(base, mine, theirs);
  return isOptional || list?.length !== 0 ? list : null;
}

/** Null means not lists of texts, or reordered. */
function listWithout(after: unknown, before: unknown, now: unknown): string[] | null {
  if (!isTexts(after) || !isTexts(before) || !isTexts(now)) return null;
  const [had, has, present] = [new Set(before), new Set(after), new Set(now)];
  if (
    !isDeepEqual(
      before.filter((item) => has.has(item)),
      after.filter((item) => had.has(item)),
    )
  )
    return null;
  const list = now.filter((item) => had.has(item) || !has.has(item));
  let at = 0;
  for (const item of before) {
    if (has.has(item) || present.has(item)) at = list.indexOf(item) + 1 || at;
    else list.splice(at++, 0, item);
  }
  return list;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
