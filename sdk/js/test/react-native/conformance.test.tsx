/** The client of React Native through the conformance kit, by virtual clocks. Writes the row of the table. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, test } from "@jest/globals";
import type { Kit } from "../../../conformance/scenario.ts";
import kitFile from "../../../conformance/scenarios.json";
import { createGate } from "../../react-native/index.ts";
import { type CreateClient, runScenario } from "../scenario-runner.ts";

const kit = kitFile as unknown as Kit;
const results: Record<string, string> = {};

/** Storage as devices have it. A platform or system that is missing stays missing: the device would be its default. */
const create: CreateClient = ({ storage, ...options }) =>
  createGate({
    ...options,
    platform: options.platform ?? "",
    os: options.os ?? "",
    ...(storage ? { storage: { getItem: storage.get, setItem: storage.set } } : {}),
  });

for (const scenario of kit.scenarios) {
  test(scenario.says, async () => {
    results[scenario.id] = "failed";
    await runScenario(create, kit, scenario);
    results[scenario.id] = "passed";
  });
}

afterAll(() => {
  const text = JSON.stringify({ client: "React Native", results }, null, 2);
  writeFileSync(join(__dirname, "conformance-results.json"), `${text}\n`);
});
