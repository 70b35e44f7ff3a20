/** Parts of the back end's gate that the scenarios of the kit cannot say: functions of the back end, and errors of its options. */
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { type BackEndKit, BackEndRun, type BackEndScenario } from "../test/back-end-run.ts";
import { createServerGate } from "./server-gate.ts";

const key = "dbr_conformance";
const kit: BackEndKit = {
  begin: "2026-12-05T12:00:00.000Z",
  options: { baseUrl: "https://gate.example/api/v1", key },
  request: { method: "GET", path: "/orders", platform: "ios", version: "2.3.0" },
  scenarios: [],
};
const runs: BackEndRun[] = [];
afterEach(async () => {
  for (const run of runs.splice(0)) await run.stop();
});

async function startRun(options: BackEndScenario["options"] = {}): Promise<BackEndRun> {
  const run = await BackEndRun.start(kit, { options });
  run.server.behave([{ answer: "forced" }]);
  runs.push(run);
  return run;
}

test("a function finds the instance of a request, and each instance and language has its own answer", async () => {
  const run = await startRun({ instance: (request) => request.header("x-region"), languages: ["en", "de"] });
  await Promise.all(Array.from({ length: 20 }, () => run.ask({ headers: { "accept-language": "de-AT,en;q=0.5" } })));
  await run.ask({ headers: { "x-region": "eu-1", "accept-language": "ja" } });
  await run.ask({ headers: { "x-region": "eu-1", "accept-language": "en;q=0, fr" } });
  assert.deepEqual(
    run.server.seen.map(({ query }) => [query.instanceId, query.lang]),
    [
      [undefined, "de"],
      ["eu-1", "en"],
    ],
  );
});

test("a function decides which requests are exempt", async () => {
  const run = await startRun({ exempt: ({ header }) => header("x-internal") === "1" });
  assert.equal(await run.ask({ headers: { "x-internal": "1" } }), null);
  assert.equal((await run.ask({}))?.status, 426);
});

test("headers can have other names", async () => {
  const run = await startRun({ versionHeader: "App-Version", platformHeader: "App-Platform" });
  assert.equal(await run.ask({}), null);
  assert.equal((await run.ask({ headers: { "app-version": "2.3.0", "app-platform": "ios" } }))?.status, 426);
});

test("an error in a function of the back end lets the request pass", async () => {
  const failing = () => {
    throw new Error("no log");
  };
  for (const onProblem of [failing, async () => failing()]) {
    const run = await startRun({ onProblem });
    run.server.behave([{ status: 500 }]);
    assert.equal(await run.ask({}), null);
  }
  assert.equal(await (await startRun({ instance: failing })).ask({}), null);
});

test("undefined options have their defaults", async () => {
  const run = await startRun({ platform: undefined as never, maxStale: undefined as never, versionHeader: undefined as never });
  assert.equal((await run.ask({}))?.status, 426);
  assert.equal((await run.ask({}))?.status, 426);
  assert.equal(run.server.seen.length, 1);
});

test("an address or a key that cannot be used is an error at the start", () => {
  assert.throws(() => createServerGate({ baseUrl: "gate.example.com", key }), /baseUrl/);
  assert.throws(() => createServerGate({ baseUrl: "https://gate.example.com/api/v1", key: "" }), /key/);
});
