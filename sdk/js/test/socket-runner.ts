/** Runs scenarios of the conformance kit by the real clock and the client's own transport, against the faulty server. */
import { setTimeout } from "node:timers/promises";
import { type FaultyServer, startFaultyServer } from "../../conformance/faulty-server.ts";
import type { Expectation, Kit, Scenario, SeenRequest } from "../../conformance/scenario.ts";
import { type CreateClient, compare, createStorage, ScenarioApp } from "./scenario-runner.ts";

/** Maximum ms until an expectation is met. */
const limit = 20_000;

export async function runSocketScenario(create: CreateClient, kit: Kit, scenario: Scenario): Promise<void> {
  const server = await startFaultyServer();
  const storage = createStorage(scenario.storage);
  const app = new ScenarioApp(create, kit, scenario, { baseUrl: `${server.url}/api/v1`, storage });
  try {
    for (const [index, step] of scenario.steps.entries()) {
      if (step.server) await fetch(`${server.url}/control`, { method: "PUT", body: JSON.stringify(step.server) });
      app.act(step);
      // The wait for a first answer may be over on a busy machine: conformance.test.ts has it by a clock of its own.
      if (step.expect?.started !== false) await meets(app, server, step.expect, `step ${index + 1} of ${scenario.id}`);
    }
  } finally {
    app.client.close();
    await server.close();
  }
}

async function meets(app: ScenarioApp, { url }: FaultyServer, expected: Expectation | undefined, where: string): Promise<void> {
  for (const end = Date.now() + limit; ; await setTimeout(20)) {
    const seen = (await (await fetch(`${url}/control/seen`)).json()) as SeenRequest[];
    try {
      compare(app.observe(seen), expected, where);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
