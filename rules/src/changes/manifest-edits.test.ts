import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { arbitraryManifest, arbitraryState, instant } from "../../../server/test/arbitrary-manifest.ts";
import { exampleInstance } from "../../../server/test/example-instance.ts";
import {
  emptyState,
  exampleForm,
  type Form,
  formWith,
  keyEdit,
  manifestFrom,
  stateFrom,
  windowEdit,
} from "../../../server/test/example-project.ts";
import { manifestDrift } from "../../../server/test/finished-steps.ts";
import { findProject, type ProjectState, soleId } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { runSteps } from "../values/steps.ts";
import { applyEdits, effectiveEditSteps } from "./edit.ts";
import { manifestDocument, manifestEdits, ownedDocument } from "./manifest.ts";
import { plan } from "./plan.ts";

const window = { start: "2026-12-06T02:00", duration: "PT2H" };

function applied(state: ProjectState, form: Form): ProjectState {
  return applyEdits(state, manifestEdits(state, manifestFrom(form)));
}

function namesOf(edits: readonly Edit[]): string[] {
  return edits.map(({ kind, id, value }) => `${value === null ? "-" : "+"} ${kind} ${id}`.trim());
}

test("a manifest is complete: what is missing from it is deleted", () => {
  const state = stateFrom(exampleForm);
  const edits = runSteps(
    effectiveEditSteps(state, manifestEdits(state, manifestFrom(formWith({ platforms: { ios: {} }, windows: { w: window } })))),
  );
  assert.deepEqual(namesOf(edits), [
    "+ project",
    "+ platform ios",
    "+ window w",
    "- platform android",
    "- platform huawei",
    "- instance eu-1",
    "- instance us-1",
    "- window db-upgrade",
    "+ manifest",
  ]);
});

test("windows that came another way are neither changed nor deleted, and keys are never touched", () => {
  const state = stateFrom(
    formWith({ windows: { w: window } }),
    windowEdit("api", {}),
    windowEdit("hand", {}, "hand"),
    keyEdit("k1", {}),
  );
  const after = applied(state, formWith({}));
  assert.deepEqual([...after.window.keys()], ["api", "hand"]);
  assert.equal(after.window.get("api"), state.window.get("api"));
  assert.equal(after.read_key, after.read_key);
  assert.ok(manifestEdits(state, manifestFrom(exampleForm)).every(({ kind }) => kind !== "read_key" && kind !== "override"));
});

test("a window of the same name from another source is reported, and then taken over", () => {
  const state = stateFrom(formWith({}), windowEdit("w", { duration: "PT9H" }));
  const manifest = manifestFrom(formWith({ windows: { w: window } }));
  assert.deepEqual(manifestDrift(state, manifest, 0), [
    { path: "windows.w", applied: undefined, current: "a window that did not come from a manifest", desired: window },
  ]);
  const after = applyEdits(state, manifestEdits(state, manifest));
  assert.equal(after.window.get("w")?.value.origin, "manifest");
  assert.deepEqual(manifestDrift(after, manifest, 0), []);
});

test("a manifest's window that was deleted and recreated another way is reported once", () => {
  const form = formWith({ windows: { w: window } });
  const state = stateFrom(form, windowEdit("w", { duration: "PT9H" }));
  assert.deepEqual(
    manifestDrift(state, manifestFrom(form), 0).map(({ path }) => path),
    ["windows.w"],
  );
  assert.deepEqual(manifestDrift(state, manifestFrom(formWith({})), 0), []);
});

test("a change made another way that would be undone is drift; a change that the manifest makes too is not", () => {
  const edits: Edit[] = [
    { kind: "platform", id: "android", value: null },
    { kind: "instance", id: "new", value: exampleInstance({ name: "New" }) },
    { kind: "instance", id: "eu-1", value: exampleInstance({ name: "Acme EU", reminder: 86_400_000 }) },
  ];
  const state = stateFrom(exampleForm, ...edits);
  assert.deepEqual(manifestDrift(state, manifestFrom(exampleForm), 0), [
    { path: "platforms.android.minimum", applied: "2.4", current: undefined, desired: "2.4" },
    { path: "instances.eu-1.name", applied: "Acme Europe", current: "Acme EU", desired: "Acme Europe" },
    { path: "instances.new.name", applied: undefined, current: "New", desired: undefined },
  ]);
  const { android: _, ...platforms } = exampleForm.platforms as Record<string, unknown>;
  const instances = {
    ...(exampleForm.instances as object),
    new: { name: "New" },
    "eu-1": { name: "Acme EU", reminder: "PT12H" },
  };
  assert.deepEqual(manifestDrift(state, manifestFrom({ ...exampleForm, platforms, instances }), 0), []);
});

test("a project that no manifest was ever applied to drifts from one in all that the manifest would change", () => {
  const state = applyEdits(emptyState, [
    { kind: "project", id: soleId, value: manifestFrom(formWith({ name: "By hand" })).header },
  ]);
  assert.deepEqual(manifestDrift(state, manifestFrom(formWith({ name: "By hand", platforms: { ios: {} } })), 0), []);
  assert.deepEqual(
    manifestDrift(state, manifestFrom(formWith({ ttl: "PT1M" })), 0).map(({ path }) => path),
    ["name", "ttl"],
  );
});

test("a project that is missing is made, without drift", () => {
  const manifest = manifestFrom(exampleForm);
  assert.deepEqual(manifestDrift(emptyState, manifest, 0), []);
  assert.equal(findProject(applyEdits(emptyState, manifestEdits(emptyState, manifest)))?.name, "Acme Shop");
});

test("from any state, applying any manifest leads exactly to its content, without drift", () => {
  fc.assert(
    fc.property(arbitraryState, arbitraryManifest, instant, (state, manifest, now) => {
      const after = applyEdits(state, plan(state, manifestEdits(state, manifest), now).changes);
      assert.deepEqual(ownedDocument(after), manifestDocument(manifest));
      assert.deepEqual(manifestDrift(after, manifest, 0), []);
      assert.deepEqual(plan(after, manifestEdits(after, manifest), now).changes, []);
      const foreign = [...state.window].filter(
        ([id, { value }]) => value.origin !== "manifest" && !Object.hasOwn(manifest.windows, id),
      );
      for (const [id, held] of foreign) assert.equal(after.window.get(id), held);
    }),
    { numRuns: 200 },
  );
});
