import assert from "node:assert/strict";
import { test } from "node:test";
import { blankProject, newProjectManifest } from "./new-project.ts";

test("a project has the chosen platforms, each with a store if none is named like it, and its name if there is one", () => {
  assert.deepEqual(newProjectManifest({ id: "news", name: " News ", platforms: ["ios", "huawei", "web"] }), {
    apiVersion: "drawbridge/v1",
    project: "news",
    name: "News",
    languages: ["en"],
    platforms: { ios: {}, huawei: { store: "android" }, web: { name: "Web", store: "none" } },
  });
  assert.equal("name" in newProjectManifest({ ...blankProject, id: "news" }), false);
});
