/** The core through the conformance kit, by virtual clocks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readKit } from "../../conformance/scenario.ts";
import { createGateClient } from "../core/index.ts";
import { runScenario } from "./scenario-runner.ts";

const kit = readKit();

for (const scenario of kit.scenarios) test(scenario.says, () => runScenario(createGateClient, kit, scenario));

test("ids and sentences of the scenarios are unique", () => {
  for (const member of ["id", "says"] as const)
    assert.equal(new Set(kit.scenarios.map((scenario) => scenario[member])).size, kit.scenarios.length);
});
