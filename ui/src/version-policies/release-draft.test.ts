import assert from "node:assert/strict";
import { test } from "node:test";
import { repeatedReleases, toSentReleases, withDeclared } from "./policy-draft.ts";

test("a version is declared once, however it is spelled", () => {
  const form = { minimum: "2", releases: [{ version: "2.6" }] };
  assert.equal(withDeclared(form, { version: "2.6.0", date: "2027-03-01" }), form);
  assert.deepEqual(withDeclared(form, { version: "2.7.0" }).releases, [{ version: "2.6" }, { version: "2.7.0" }]);
  const versions = ["2.6", "2.7", " 2.6.0", "x", "x", "2.6.0.0"];
  assert.deepEqual(
    [...repeatedReleases(versions.map((version) => ({ version })))],
    [
      [2, 0],
      [5, 0],
    ],
  );
});

test("empty lines are not sent", () => {
  const lines = [{ version: "" }, { version: " 2.6 ", notes: " new " }, { version: "", date: "2027-03-01" }];
  assert.deepEqual(toSentReleases(lines), [
    { version: "2.6", notes: "new" },
    { version: "", date: "2027-03-01" },
  ]);
});
