import assert from "node:assert/strict";
import { test } from "node:test";
import {
  emptyState,
  exampleForm,
  manifestFrom,
  overrideEdit,
  stateFrom,
  windowEdit,
} from "../../../server/test/example-project.ts";
import { buildManifest, manifestDocument, ownedDocument } from "../changes/manifest.ts";
import { currentSchema, findProject, type ProjectState, soleId } from "./project-state.ts";
import { readProjectState } from "./stored-value.ts";

const state = stateFrom(
  exampleForm,
  windowEdit("api-window", {}),
  overrideEdit("api-window", "2026-12-06T02:00", { canceled: true }),
);

function rowsOf({ id: _, revision: __, ...kinds }: ProjectState) {
  return Object.entries(kinds).flatMap(([kind, held]) =>
    [...held].map(([id, { value }]) => ({
      kind: kind as "window",
      id,
      schema: currentSchema,
      value: JSON.stringify(value),
      revision: 7,
    })),
  );
}

test("a state is what its rows hold, each with the revision that wrote it", () => {
  const read = readProjectState("acme-shop", 7, rowsOf(state));
  assert.deepEqual(buildManifest(read, false), buildManifest(state, false));
  assert.equal(read.override.get("api-window/2026-12-06T02:00")?.value.canceled, true);
  assert.equal(read.platform.get("ios")?.revision, 7);
  assert.equal(read.revision, 7);
});

test("where there is no project there is no manifest, and nothing that one owns", () => {
  assert.equal(findProject(emptyState), null);
  assert.equal(buildManifest(emptyState, false), null);
  assert.deepEqual(ownedDocument(emptyState), {});
});

test("a manifest owns the windows that came from one, and no others", () => {
  assert.deepEqual(ownedDocument(state), manifestDocument(manifestFrom(exampleForm)));
  assert.deepEqual(Object.keys(buildManifest(state, false)?.windows ?? {}), ["api-window", "db-upgrade"]);
});

test("an applied manifest is kept in its printed form", () =>
  assert.deepEqual(state.manifest.get(soleId)?.value.document, manifestDocument(manifestFrom(exampleForm))));
