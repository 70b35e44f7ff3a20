import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../test/for-all.ts";
import { repeatCommand } from "./advice.ts";

test("the line again has no token in it, and is not answered for the one who reads it", () => {
  const argv = ["policy", "set", "--token", "dba_secret", "--yes", "--token=dba_secret", "--json", "--platform", "ios"];
  assert.equal(repeatCommand("drawbridge", argv, ["--propose"]), "drawbridge policy set --platform ios --propose");
});

test("what is added stands before a command that is wrapped", () =>
  assert.equal(
    repeatCommand("drawbridge", ["maintenance", "run", "--project", "p", "--", "./deploy.sh", "--yes"], ["--override", "in_use"]),
    "drawbridge maintenance run --project p --override in_use -- ./deploy.sh --yes",
  ));

test("what takes the place of an option leaves the others", () =>
  assert.equal(
    repeatCommand("drawbridge", ["history", "--project", "p", "--before", "9", "--limit=5"], ["--before", "4"], ["--before"]),
    "drawbridge history --project p --limit=5 --before 4",
  ));

test("a shell reads every word of it back as it was typed", () => {
  const word = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !/[\p{Cc}]/u.test(text) && !text.startsWith("-"));
  forAll([fc.array(word, { minLength: 1, maxLength: 4 })], 40, (words) => {
    const line = repeatCommand("drawbridge", words, []).replace("drawbridge", "printf '%s\\n'");
    assert.deepEqual(execFileSync("sh", ["-c", line], { encoding: "utf8" }).split("\n").slice(0, -1), words);
  });
});
