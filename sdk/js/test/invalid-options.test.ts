/** Options that no request can carry: settings of a build that are missing, and ids that are no text. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createGateClient, type GateClient, type GateOptions, type GateProblem } from "../core/index.ts";

const options: GateOptions = { baseUrl: "http://127.0.0.1:1/api/v1", key: "dbr_x", platform: "ios", version: "2.3.0" };

test("an address that is missing neither throws nor blocks, and is reported when the client can be used", async () => {
  const statuses: [GateProblem["code"], GateClient["state"]["status"]][] = [];
  const client: GateClient = createGateClient({
    ...options,
    baseUrl: undefined as never,
    onProblem: ({ code }) => void statuses.push([code, client.state.status]),
  });
  const { status, problem } = await client.start();
  assert.deepEqual([status, problem?.code, statuses], ["open", "misconfigured", [["misconfigured", "open"]]]);
  client.close();
});

test("an instance that is no Unicode text neither throws nor blocks", async () => {
  const client = createGateClient({ ...options, instanceId: "\ud800" });
  const { status, problem } = await client.start();
  assert.deepEqual([status, problem?.code], ["open", "offline"]);
  client.close();
});
