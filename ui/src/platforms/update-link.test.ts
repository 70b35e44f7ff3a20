import assert from "node:assert/strict";
import { test } from "node:test";
import { requiresSomeUpdate, updateLink } from "./update-link.ts";

const project = { android: "https://a.example", apple: "https://b.example" };

test("a platform of its own name has the link of its store, and another one that which it names", () => {
  assert.deepEqual(updateLink("ios", {}, project), { kind: "project", link: project.apple, store: "apple" });
  const android = { kind: "project", link: project.android, store: "android" };
  assert.deepEqual(updateLink("android", {}, project), android);
  assert.deepEqual(updateLink("huawei", { store: "android" }, project), android);
  assert.deepEqual(updateLink("web", { store: "none" }, project), { kind: "not_needed" });
});

test("a platform's own link comes before the project's, if it is the one that it needs", () => {
  const own = { store: "android", stores: { android: "https://c.example" } } as const;
  assert.deepEqual(updateLink("huawei", own, project), { kind: "own", link: "https://c.example", store: "android" });
  assert.deepEqual(updateLink("ios", { stores: { android: "https://c.example" } }, {}), { kind: "missing", store: "apple" });
  assert.deepEqual(updateLink("ios", {}, undefined), { kind: "missing", store: "apple" });
});

test("a minimum blocks some version, and so does a blocked one; a recommendation blocks none", () => {
  assert.ok(requiresSomeUpdate({ minimum: "2" }));
  assert.ok(requiresSomeUpdate({ blocked: ["2.5.0"] }));
  assert.ok(!requiresSomeUpdate({ recommended: "2", blocked: [], exempt: ["1"] }));
});
