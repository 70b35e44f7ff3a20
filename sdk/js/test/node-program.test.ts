/** The core in a program of Node: its timers, and its warnings in development. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { promisify } from "node:util";
import { randomFrom } from "../../../server/test/drills/drill.ts";
import { runSeed } from "../../../server/test/run-seed.ts";
import { answerBehavior } from "../../conformance/behavior-answer.ts";
import { readKit } from "../../conformance/scenario.ts";
import { runSavingKills } from "./saving-kills.ts";

const core = new URL("../core/index.ts", import.meta.url).href;
/** ms after which a program that does not end is ended. */
const timeout = 60_000;

async function run(
  program: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ stdout: string; stderr: string }> {
  const source = `import { createGateClient } from ${JSON.stringify(core)};\n${program}`;
  const { NODE_ENV: _, ...env } = process.env;
  return promisify(execFile)(process.execPath, ["--input-type=module", "-e", source], {
    env: { ...env, ...environment },
    timeout,
  });
}

test("a gate that is not closed lets its program end", async () => {
  const server = createServer((_, response) => {
    const { status, headers, body } = answerBehavior(readKit(), {}, { now: Date.now(), ifNoneMatch: undefined, other: "" });
    response.writeHead(status, headers).end(body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  try {
    const { stdout } = await run(`
      const client = createGateClient({ baseUrl: "http://127.0.0.1:${port}/api/v1", key: "dbr_x", platform: "ios", version: "2.3.0", startWait: 60_000 });
      console.log((await client.start()).source);`);
    assert.equal(stdout.trim(), "network");
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("a program that is killed while it saves before a block saves at the next start (npm run drills -- saving kills a hundred)", async () => {
  await runSavingKills(1, randomFrom(runSeed));
});

const wrong = `
  const options = { baseUrl: "gate.example/api/v1", key: "dbr_x", platform: "ios", version: "2.3.0" };
  createGateClient({ ...options, onProblem: ({ message }) => console.log(message) });
  createGateClient(options);
  const client = createGateClient({ ...options, baseUrl: "http://127.0.0.1:1/api/v1" });
  await client.start();
  await client.refresh();`;

test("in development the console has the sentence of a problem once", async () => {
  const { stdout, stderr } = await run(wrong);
  const [misconfigured = "", offline = "", ...others] = stderr.trimEnd().split("\n");
  assert.equal(misconfigured, `Drawbridge: ${stdout.trimEnd()}`);
  assert.match(
    misconfigured,
    /^Drawbridge: The option baseUrl must be like https:.+, not "gate\.example\/api\/v1": correct it\.$/,
  );
  assert.match(offline, /^Drawbridge: No answer came from http:\/\/127\.0\.0\.1:1\/api\/v1: .+\.$/);
  assert.deepEqual(others, []);
});

test("in production the console has nothing", async () => {
  assert.equal((await run(wrong, { NODE_ENV: "production" })).stderr, "");
});
