import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { blankProject, findDuplicateIds, newProjectManifest, suggestProjectId } from "./new-project.ts";

test("an id is made of a name: letters, digits and hyphens", () => {
  assert.equal(suggestProjectId("Acme News 2"), "acme-news-2");
  assert.equal(suggestProjectId("  Größe & Maß!  "), "grosse-mass");
  assert.equal(suggestProjectId("新聞"), "");
});

test("whatever the name, the id is one that the server takes, or none", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) =>
      assert.match(suggestProjectId(name), /^(?:[a-z0-9][a-z0-9-]{0,62})?$/),
    ),
  );
});

test("an id made of an id is the same id", () => {
  fc.assert(fc.property(fc.string(), (name) => assert.equal(suggestProjectId(suggestProjectId(name)), suggestProjectId(name))));
});

test("empty fields are not in the manifest", () => {
  const project = { ...blankProject("de"), id: "news", instances: [{ id: "", name: "" }] };
  assert.deepEqual(newProjectManifest({ ...project, platforms: [...project.platforms, { id: "", minimum: "2" }] }), {
    apiVersion: "drawbridge/v1",
    project: "news",
    languages: ["de"],
    platforms: { ios: {}, android: {} },
  });
});

test("what was filled in is, and an instance without a name is called by its id", () => {
  const manifest = newProjectManifest({
    id: "news",
    name: "News",
    languages: ["en"],
    platforms: [{ id: "web", minimum: " 2.4 ", store: "none" }],
    stores: { apple: "https://apps.apple.com/app/id1" },
    instances: [{ id: "eu-1", name: "" }],
  });
  assert.deepEqual(manifest.platforms, { web: { minimum: "2.4", store: "none" } });
  assert.deepEqual(manifest.instances, { "eu-1": { name: "eu-1" } });
  assert.deepEqual(manifest.stores, { apple: "https://apps.apple.com/app/id1" });
});

test("an id that is given twice is told, and the first of them is not", () => {
  const project = blankProject("en");
  assert.deepEqual(findDuplicateIds(project), []);
  assert.deepEqual(findDuplicateIds({ ...project, platforms: [...project.platforms, { id: "ios", minimum: "" }] }), [
    { path: "platforms.ios", index: 2 },
  ]);
});
