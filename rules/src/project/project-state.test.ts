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
import { findProject } from "./project-state.ts";

const state = stateFrom(
  exampleForm,
  windowEdit("api-window", {}),
  overrideEdit("api-window", "2026-12-06T02:00", { canceled: true }),
);

test("where there is no project there is no manifest, and nothing that one owns", () => {
  assert.equal(findProject(emptyState), null);
  assert.equal(buildManifest(emptyState, false), null);
  assert.deepEqual(ownedDocument(emptyState), {});
});

test("a manifest owns the windows that came from one, and no others", () => {
  assert.deepEqual(ownedDocument(state), manifestDocument(manifestFrom(exampleForm)));
  assert.deepEqual(Object.keys(buildManifest(state, false)?.windows ?? {}), ["api-window", "db-upgrade"]);
});
