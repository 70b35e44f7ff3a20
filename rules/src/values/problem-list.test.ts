import assert from "node:assert/strict";
import { test } from "node:test";
import { DrawbridgeError, maxProblems, ProblemList, throwIfAny } from "./errors.ts";

test("the first problems are kept, and all are counted", () => {
  const problems = new ProblemList(2);
  problems.addAll(["a", "b", "c"].map((path) => ({ path, message: "" })));
  problems.addMore(4);
  assert.deepEqual([problems.kept.map(({ path }) => path), problems.length, problems.more], [["a", "b"], 7, 5]);
});

test("what is thrown says how many there are, and only those that are listed are looked for in the text", () => {
  const all = Array.from({ length: maxProblems + 100 }, (_, i) => ({ path: String(i), message: "" }));
  let asked = 0;
  const locate = (listed: typeof all) => {
    asked = listed.length;
    return listed;
  };
  assert.throws(
    () => throwIfAny(all, "the body", locate as never),
    (error: DrawbridgeError) => {
      assert.equal(error.message, `the body has ${all.length} problems`);
      assert.deepEqual([asked, error.problems.length, error.more], [maxProblems, maxProblems, 100]);
      return error instanceof DrawbridgeError;
    },
  );
});
