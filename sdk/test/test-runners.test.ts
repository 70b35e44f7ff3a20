/** The list of the clients' test runners is complete. */
import assert from "node:assert/strict";
import { globSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { test } from "node:test";
import { testRunners } from "./test-runners.ts";

const root = join(import.meta.dirname, "..", "..");

test("every test runner of a client is in the list, and the list has no other", () => {
  const exclude = (path: string) => path.includes("node_modules");
  const found = globSync("sdk/**/{test,test/run.ts,test/hermes.ts}", { cwd: root, exclude })
    .filter((path) => statSync(join(root, path)).isFile())
    .map((path) => path.split(sep).join("/"));
  assert.deepEqual(testRunners.map(({ path }) => path).toSorted(), found.toSorted());
});
