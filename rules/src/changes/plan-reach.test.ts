/**
 * Plans look only at what edits can reach, by indexes of the stored part of a state and by the changes on top of it. Where that
 * division lies never changes a plan, and its differences are those of the whole document.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { arbitraryManifest, arbitraryState, instant } from "../../../server/test/arbitrary-manifest.ts";
import { forAll } from "../../../server/test/for-all.ts";
import type { Kind } from "../project/kind.ts";
import { mapByKind, type ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { ResourceMap } from "../project/resource-map.ts";
import { runSteps } from "../values/steps.ts";
import { differences } from "./document-diff.ts";
import { applyEdits } from "./edit.ts";
import { buildManifest, manifestDocument, manifestEdits } from "./manifest.ts";
import { plan, reviewedFormSteps } from "./plan.ts";
import { printProtection, readProtection } from "./protection.ts";

const DAY = 86_400_000;
const parts: readonly Kind[] = ["project", "platform", "instance", "window", "override", "read_key"];

/** The state as read from a store: without changes on top. */
function asRead(state: ProjectState): ProjectState {
  return { ...state, ...mapByKind((kind) => ResourceMap.of<never>(state[kind] as never)) };
}

/**
 * Adds some resources of another state and deletes some of this one, with or without earlier changes on top of the stored state.
 */
const cases = fc.record({
  state: arbitraryState,
  other: arbitraryState,
  earlier: arbitraryState,
  isRead: fc.constantFrom("all", "without the last change", "none"),
  picks: fc.array(fc.record({ kind: fc.constantFrom(...parts), at: fc.nat({ max: 20 }), isDeleted: fc.boolean() }), {
    minLength: 1,
    maxLength: 6,
  }),
  now: fc.tuple(instant, fc.constantFrom(0, 0, 0, 29 * DAY, 33 * DAY, 80 * DAY)).map(([at, later]) => at + later),
});

type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

function picked({ state, other, picks }: Pick<Case, "state" | "other" | "picks">): Edit[] {
  return picks.flatMap(({ kind, at, isDeleted }) => {
    const entries = [...(isDeleted ? state : other)[kind]];
    const [id, held] = entries[at % Math.max(1, entries.length)] ?? [];
    return id === undefined || !held ? [] : [{ kind, id, value: isDeleted ? null : held.value } as Edit];
  });
}

function begun({ state, earlier, picks, isRead }: Case): ProjectState {
  if (isRead === "none") return state;
  if (isRead === "all") return asRead(state);
  const change = picked({ state, other: earlier, picks }).filter(({ kind }) => kind !== "project");
  return applyEdits(asRead(state), change);
}

/** The configuration in manifest form, however it was edited, and its protection. */
function wholeDocument(state: ProjectState): Record<string, unknown> {
  const manifest = buildManifest(state, false);
  if (!manifest) return {};
  const { apiVersion: _, project: __, ...document } = manifestDocument(manifest);
  return state.protection.size === 0 ? document : { ...document, protection: printProtection(readProtection(state)) };
}

function assertAlike(state: ProjectState, edits: readonly Edit[], now: number): void {
  const stored = asRead(state);
  const [reached, fresh] = [plan(state, edits, now), plan(stored, edits, now)];
  const { reader: _, ...known } = fresh;
  for (const key of Object.keys(known) as (keyof typeof known)[]) assert.deepEqual(reached[key], known[key], key);
  assert.deepEqual(runSteps(reviewedFormSteps(state, reached, now)), runSteps(reviewedFormSteps(stored, fresh, now)));
  const after = applyEdits(state, reached.changes);
  assert.deepEqual(reached.differences, differences(wholeDocument(state), wholeDocument(after)));
}

test("the plan of any edits and of any manifest is the same for a state just read from the store", () =>
  forAll([cases, arbitraryManifest], 100, (one, manifest) => {
    const state = begun(one);
    for (const edits of [picked({ ...one, state }), manifestEdits(state, manifest)]) assertAlike(state, edits, one.now);
  }));

test("indexes derived from a state serve the following states as well", () =>
  forAll([arbitraryState, fc.array(cases, { minLength: 2, maxLength: 4 })], 25, (first, rest) => {
    let state = asRead(first);
    for (const one of rest) {
      const edits = picked({ ...one, state }).filter(({ kind }) => kind !== "project");
      assertAlike(state, edits, one.now);
      state = applyEdits(state, plan(state, edits, one.now).changes);
    }
  }));
