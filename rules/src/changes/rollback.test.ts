import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { arbitraryState, instant } from "../../../server/test/arbitrary-manifest.ts";
import { exampleForm, formWith, keyEdit, overrideEdit, stateFrom, windowEdit } from "../../../server/test/example-project.ts";
import type { ProjectState } from "../project/project-state.ts";
import { runSteps } from "../values/steps.ts";
import { applyEdits, effectiveEditSteps } from "./edit.ts";
import { plan } from "./plan.ts";
import { rollbackEdits } from "./rollback.ts";

const configuration = ["project", "platform", "instance", "window"] as const;

function rolledBack(present: ProjectState, past: ProjectState, now: number): ProjectState {
  return applyEdits(present, plan(present, rollbackEdits(present, past), now).changes);
}

/** By id, for the order in which resources were written says nothing; and from when on a rule plans is not configured. */
function configurationOf(state: ProjectState): unknown {
  return configuration.map((kind) =>
    [...state[kind]].map(([id, { value }]) => [id, configured(value)]).sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );
}

function configured(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== "since"));
}

test("going back writes the old configuration again, and takes out what was made since", () => {
  const past = stateFrom(exampleForm);
  const present = stateFrom(formWith({ instances: { new: { name: "New" } } }), windowEdit("api", {}));
  assert.deepEqual(configurationOf(rolledBack(present, past, 0)), configurationOf(past));
});

test("going back to what is changes nothing", () => {
  fc.assert(
    fc.property(arbitraryState, (state) =>
      assert.deepEqual(runSteps(effectiveEditSteps(state, rollbackEdits(state, state))), []),
    ),
    { numRuns: 50 },
  );
});

test("keys, overrides and what was applied are never touched", () => {
  const past = stateFrom(exampleForm, keyEdit("k1", {}), overrideEdit("db-upgrade", "2026-12-06T02:00", { canceled: true }));
  const present = stateFrom(exampleForm, keyEdit("k1", { revokedAt: 1 }), keyEdit("k2", {}), overrideEdit("db-upgrade", "x", {}));
  assert.deepEqual(runSteps(effectiveEditSteps(present, rollbackEdits(present, past))), []);
});

test("a window started by hand, then or now, stays as it is", () => {
  const by = (origin: "hand" | "api", duration: string) => windowEdit("w", { duration, overrun: "hold" }, origin);
  const none = stateFrom(formWith({}));
  const pairs: [ProjectState, ProjectState][] = [
    [applyEdits(none, [by("hand", "PT1H")]), none],
    [none, applyEdits(none, [by("hand", "PT1H")])],
    [applyEdits(none, [by("hand", "PT1H")]), applyEdits(none, [by("api", "PT2H")])],
    [applyEdits(none, [by("api", "PT1H")]), applyEdits(none, [by("hand", "PT2H")])],
  ];
  for (const [present, past] of pairs) assert.deepEqual(runSteps(effectiveEditSteps(present, rollbackEdits(present, past))), []);
});

test("a rollback deletes an active window only if its end is requested", () => {
  const past = stateFrom(formWith({}));
  const present = applyEdits(past, [windowEdit("w", {})]);
  const { guards } = plan(present, rollbackEdits(present, past), Date.UTC(2026, 11, 6, 3));
  assert.deepEqual(
    guards.map(({ code }) => code),
    ["active_window"],
  );
});

test("a rollback of a rollback gives the first configuration, and touches nothing that is one-way", () => {
  fc.assert(
    fc.property(arbitraryState, arbitraryState, instant, (first, second, now) => {
      for (const { kind, id } of rollbackEdits(first, second)) {
        const isOfDeleted = kind === "override" && !first.window.has(id.slice(0, id.indexOf("/")));
        assert.ok(isOfDeleted || configuration.some((one) => one === kind));
        if (kind === "window") assert.ok([first, second].every(({ window }) => window.get(id)?.value.origin !== "hand"));
      }
      const there = rolledBack(first, second, now);
      assert.deepEqual(configurationOf(rolledBack(there, first, now)), configurationOf(first));
      for (const kind of ["read_key", "manifest"] as const) assert.deepEqual(there[kind], first[kind]);
    }),
    { numRuns: 200 },
  );
});
