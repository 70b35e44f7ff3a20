/** The core with its own transport over real sockets. */
import { test } from "node:test";
import { readKit } from "../../conformance/scenario.ts";
import { createGateClient } from "../core/index.ts";
import { runSocketScenario } from "./socket-runner.ts";

const kit = readKit();

for (const scenario of kit.scenarios.filter(({ sockets }) => sockets))
  test(`over sockets: ${scenario.says}`, () => runSocketScenario(createGateClient, kit, scenario));
