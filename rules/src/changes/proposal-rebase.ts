import type { Kind } from "../project/kind.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit, FormBefore, ProposedChange } from "../project/resource.ts";
import { type Problem, ProblemList } from "../values/errors.ts";
import { joinPath } from "../values/fields.ts";
import type { Steps } from "../values/steps.ts";
import type { Difference } from "../wire/problem.ts";
import { differences, sameValue } from "./document-diff.ts";
import { expandProjectDeletion } from "./edit.ts";
import { formKeys, parseForm, printForm, withoutScope, withScope } from "./resource-form.ts";
import { type Conflict, isDeepEqual, mergeForms, setValueAt } from "./three-way-merge.ts";

/** Undefined means absent. Both the proposal and another change changed the member. */
export interface OutdatedMember {
  readonly path: string;
  readonly before: unknown;
  readonly current: unknown;
  readonly proposed: unknown;
}

interface RebasedProposal {
  readonly edits: readonly Edit[];
  readonly outOfDate: readonly OutdatedMember[];
  readonly problems: readonly Problem[];
}

export function* formsBeforeSteps(state: ProjectState, edits: readonly Edit[]): Steps<FormBefore[]> {
  const forms: FormBefore[] = [];
  for (const edit of touchedBy(state, edits)) {
    forms.push({ kind: edit.kind, id: edit.id, form: presentForm(state, edit) });
    yield;
  }
  return forms;
}

export function* rebaseSteps(
  state: ProjectState,
  { edits, before, override }: Pick<ProposedChange, "edits" | "before" | "override">,
): Steps<RebasedProposal> {
  const outOfDate: OutdatedMember[] = [];
  const problems = new ProblemList();
  const forms = new Map(before.map(({ kind, id, form }) => [`${kind} ${id}`, form]));
  const proposed = new Map(edits.map((edit) => [`${edit.kind} ${edit.id}`, edit]));
  const deleted = before.map(({ kind, id }) => ({ kind, id, value: null }) as Edit);
  const touched = new Map([...deleted, ...touchedBy(state, edits)].map((edit) => [`${edit.kind} ${edit.id}`, edit]));
  const rebased = new Map(proposed);
  for (const [name, each] of touched) {
    yield;
    const edit = proposed.get(name) ?? each;
    const sides = {
      base: forms.get(name) ?? null,
      mine: edit.value && printForm(edit, edit.value),
      theirs: presentForm(state, edit),
    };
    if (sameValue(sides.base, sides.theirs)) continue;
    const { form, members } = rebaseForm(edit, sides);
    // A guard was overridden with the other members of the resource in view.
    outOfDate.push(...(override.length > 0 ? allMembers(edit, sides) : members));
    if (form === null) continue;
    const value = parseForm(state, edit, form, problems);
    if (value !== null) rebased.set(name, { ...edit, value } as Edit);
  }
  return { edits: [...rebased.values()], outOfDate, problems: problems.kept };
}

/** As the author of the proposal saw them. */
export function proposedDifferences({ edits, before }: Pick<ProposedChange, "edits" | "before">): Difference[] {
  const forms = new Map(before.map(({ kind, id, form }) => [`${kind} ${id}`, form]));
  return edits
    .filter(({ kind }) => kind !== "manifest")
    .flatMap((edit) =>
      leafDifferences(edit, forms.get(`${edit.kind} ${edit.id}`) ?? null, edit.value && printForm(edit, edit.value)),
    );
}

/** The last applied manifest has no member that apps or people could miss. */
function touchedBy(state: ProjectState, edits: readonly Edit[]): Edit[] {
  return expandProjectDeletion(state, edits).filter(({ kind }) => kind !== "proposal" && kind !== "manifest");
}

function presentForm(state: ProjectState, { kind, id }: Pick<Edit, "kind" | "id">): object | null {
  const held = state[kind].get(id);
  return held ? printForm({ kind, id }, held.value) : null;
}

/** Null means the resource does not exist. */
type Sides = Readonly<Record<"base" | "mine" | "theirs", object | null>>;

/** `form`: null means as proposed. */
function rebaseForm(edit: Edit, sides: Sides): { readonly form: object | null; readonly members: readonly OutdatedMember[] } {
  const { base, mine, theirs } = sides;
  // Creating or deleting a resource states all its members.
  if (!base || !mine) return { form: null, members: allMembers(edit, sides) };
  // Any change of a deleted resource is outdated.
  if (!theirs) return { form: null, members: changedMembers(edit, sides) };
  const [was, is, now] = [base, mine, theirs].map((form) => withScope(edit.kind, form)) as [object, object, object];
  const { form, conflicts } = mergeForms(was, is, now);
  const found = [...conflicts.flatMap(scopeMembers), ...zoneConflicts(edit.kind, { base, mine, theirs })];
  return { form: withoutScope(form), members: found.map((conflict) => memberOf(edit, conflict)) };
}

function memberOf(edit: Edit, { path, base, mine, theirs }: Conflict): OutdatedMember {
  return { path: [...formKeys(edit), ...path].reduce(joinPath, ""), before: base, current: theirs, proposed: mine };
}

/** Members that have another value since, unless it is the proposed one. */
function allMembers(edit: Edit, { base, mine, theirs }: Sides): OutdatedMember[] {
  const proposed = new Map(leafDifferences(edit, theirs, mine).map(({ path, after }) => [path, after]));
  return leafDifferences(edit, base, theirs)
    .filter(({ path }) => proposed.has(path))
    .map(({ path, before, after }) => ({ path, before, current: after, proposed: proposed.get(path) }));
}

function changedMembers(edit: Edit, { base, mine }: Sides): OutdatedMember[] {
  return leafDifferences(edit, base, mine).map(({ path, before, after }) => {
    return { path, before, current: undefined, proposed: after };
  });
}

function leafDifferences(edit: Edit, one: object | null, other: object | null): Difference[] {
  const [was, is] = [one, other].map((form) => (form ? setValueAt({}, formKeys(edit), form) : {})) as [object, object];
  return differences({ ...was }, { ...is });
}

function scopeMembers(conflict: Conflict): Conflict[] {
  if (conflict.path.join() !== "scope") return [conflict];
  const [base, mine, theirs] = [conflict.base, conflict.mine, conflict.theirs] as readonly (readonly unknown[])[];
  return ["platforms", "instances"]
    .map((key, at) => ({ path: [key], base: base?.[at], mine: mine?.[at], theirs: theirs?.[at] }))
    .filter((member) => !isDeepEqual(member.mine, member.theirs));
}

const clocks: Partial<Record<Kind, readonly (readonly string[])[]>> = {
  window: [["start"], ["end"], ["zone"]],
  platform: [
    ["step", "at"],
    ["step", "zone"],
  ],
};

/** A clock time in another zone is another instant: neither merges with a change of the other. */
function zoneConflicts(kind: Kind, { base, mine, theirs }: Readonly<Record<keyof Sides, object>>): Conflict[] {
  const members = (clocks[kind] ?? []).map((path) => {
    const [was, is, now] = [base, mine, theirs].map((form) =>
      path.reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key], form),
    );
    return { path, base: was, mine: is, theirs: now };
  });
  const zone = members.at(-1);
  const isMine = members.filter((member) => !isDeepEqual(member.base, member.mine));
  const isTheirs = members.filter((member) => !isDeepEqual(member.base, member.theirs));
  const isApart = zone && isMine.includes(zone) !== isTheirs.includes(zone) && isMine.length > 0;
  return isApart ? isTheirs.filter((member) => !isMine.includes(member)) : [];
}
