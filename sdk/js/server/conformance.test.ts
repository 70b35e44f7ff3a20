/** The gate of JavaScript back ends through the scenarios of the kit, over real sockets. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, mock, test } from "node:test";
import { readBackEndKit, runBackEndScenario } from "../test/back-end-run.ts";

const kit = readBackEndKit();
const resultsFile = new URL("conformance-results.json", import.meta.url);
const results: Record<string, "passed" | "failed"> = {};

before(() => void mock.method(console, "warn", () => {}));

for (const scenario of kit.scenarios) {
  test(scenario.says, async () => {
    results[scenario.id] = "failed";
    await runBackEndScenario(scenario);
    results[scenario.id] = "passed";
  });
}

test("ids and sentences of the scenarios are unique", () => {
  for (const member of ["id", "says"] as const)
    assert.equal(new Set(kit.scenarios.map((scenario) => scenario[member])).size, kit.scenarios.length);
});

after(() => {
  mock.restoreAll();
  const text = `${JSON.stringify({ client: "JavaScript back end", results }, null, 2)}\n`;
  if (process.env.UPDATE === "1") writeFileSync(resultsFile, text);
  assert.equal(readFileSync(resultsFile, "utf8"), text, "sdk/js/server/conformance-results.json is old: UPDATE=1 npm test");
});
