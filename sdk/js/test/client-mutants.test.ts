import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "../../../server/test/drills/clients.ts";
import { randomFrom } from "../../../server/test/drills/drill.ts";
import { runSeed } from "../../../server/test/run-seed.ts";
import { readKit } from "../../conformance/scenario.ts";
import { backEndMutants } from "./back-end-mutants.ts";
import { readBackEndKit } from "./back-end-run.ts";
import { clientMutants } from "./client-mutants.ts";

test("eight mutants of the core and of back ends fail the scenarios of the rules that they break (npm run drills -- clients runs all)", async () => {
  await run(8, randomFrom(runSeed));
});

test("each mutant names a scenario of the kit", () => {
  const ids = new Set(readKit().scenarios.map(({ id }) => id));
  for (const { scenario } of clientMutants) assert.ok(ids.has(scenario), scenario);
  const ofBackEnds = new Set(readBackEndKit().scenarios.map(({ id }) => id));
  for (const { scenario } of backEndMutants) assert.ok(ofBackEnds.has(scenario), scenario);
});
