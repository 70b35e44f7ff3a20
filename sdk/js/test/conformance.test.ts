/** The core through the conformance kit, by virtual clocks. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { readKit } from "../../conformance/scenario.ts";
import { createGateClient } from "../core/index.ts";
import { runScenario } from "./scenario-runner.ts";

const kit = readKit();
const results: Record<string, "passed" | "failed"> = {};

for (const scenario of kit.scenarios) {
  test(scenario.says, async () => {
    results[scenario.id] = "failed";
    await runScenario(createGateClient, kit, scenario);
    results[scenario.id] = "passed";
  });
}

test("ids and sentences of the scenarios are unique", () => {
  for (const member of ["id", "says"] as const)
    assert.equal(new Set(kit.scenarios.map((scenario) => scenario[member])).size, kit.scenarios.length);
});

test("the file of results is that of this run (UPDATE=1 rewrites it)", () => {
  const file = new URL("../core/conformance-results.json", import.meta.url);
  const wanted = `${JSON.stringify({ client: "JavaScript", results }, null, 2)}\n`;
  if (process.env.UPDATE === "1") writeFileSync(file, wanted);
  assert.equal(readFileSync(file, "utf8"), wanted);
});
