/** Floods of invented versions: the gate stays closed for all others. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, mock, test } from "node:test";
import { readKit } from "../../conformance/scenario.ts";
import { createServerGate, type GateProblem, type ServerGate } from "./index.ts";

const { answers } = readKit();
const floodingClients = 40;
const maxAnswers = 400;
/** More than there are places in memory. */
const inventedQuestions = 1_200;
const ordinaryVersions = Array.from({ length: 40 }, (_, index) => `1.1.${index}`);
const key = "dbr_conformance";

before(() => void mock.method(console, "warn", () => {}));
after(() => mock.restoreAll());

interface FloodResult {
  /** Requests of ordinary versions, by the status of their refusal; 0: passed. */
  readonly ordinary: Readonly<Record<number, number>>;
  readonly problems: readonly GateProblem[];
}

/** @param choose name of the answer to a version */
async function flood(choose: (version: string) => string, isKnown: boolean): Promise<FloodResult> {
  let invented = 0;
  const server = createServer((request, response) => {
    const version = new URL(request.url ?? "/", "http://localhost").searchParams.get("current_version") ?? "";
    if (version.startsWith("9.")) invented++;
    const headers = { "content-type": "application/json", "cache-control": "private, max-age=30" };
    const body = { ...answers[choose(version)], next_change_at: null };
    setTimeout(() => response.writeHead(200, headers).end(JSON.stringify(body)), 3);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const problems: GateProblem[] = [];
  const gate = createServerGate({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    key,
    timeLimit: 2_000,
    // Patient: the machine of a test can be busy.
    schedule: (ms, run) => {
      const timer = setTimeout(run, ms * 30);
      return () => clearTimeout(timer);
    },
    maxAnswers,
    onProblem: (problem) => problems.push(problem),
    // Answers become old during the flood.
    now: () => 1_764_936_000_000 + invented * 100,
  });
  const ordinary: Record<number, number> = {};
  try {
    if (isKnown) for (const version of ordinaryVersions) await ask(gate, version);
    const clients = Array.from({ length: floodingClients }, async (_, client) => {
      for (let number = 0; invented < inventedQuestions; number++) await ask(gate, `9.${client}.${number}`);
    });
    while (invented < inventedQuestions) {
      const statuses = await Promise.all(ordinaryVersions.map((version) => ask(gate, version)));
      for (const status of statuses) ordinary[status] = (ordinary[status] ?? 0) + 1;
    }
    await Promise.all(clients);
  } finally {
    server.close();
    server.closeAllConnections();
  }
  return { ordinary, problems };
}

async function ask(gate: ServerGate, version: string): Promise<number> {
  const headers: Readonly<Record<string, string>> = { "x-app-version": version, "x-app-platform": "ios" };
  // A request comes from a socket.
  await new Promise((resolve) => setImmediate(resolve));
  return (await gate.check({ method: "GET", path: "/orders", header: (name) => headers[name] }))?.status ?? 0;
}

test("during maintenance, no request passes while 40 clients invent versions, from the first one on", async (t) => {
  const { ordinary, problems } = await flood(() => "maintenance", false);
  t.diagnostic(JSON.stringify(ordinary));
  assert.deepEqual(Object.keys(ordinary), ["503"]);
  assert.ok((ordinary[503] ?? 0) > 200, JSON.stringify(ordinary));
  assert.deepEqual(
    problems.map(({ code }) => code),
    ["refused", "refused"],
  );
  assert.deepEqual(problems.map(({ message }) => message.slice(0, 7)).toSorted(), ["16 ques", "400 ans"]);
});

test("no known version that must update passes while 40 clients invent versions", async (t) => {
  const { ordinary } = await flood((version) => (version.startsWith("9.") ? "open" : "forced"), true);
  t.diagnostic(JSON.stringify(ordinary));
  assert.deepEqual(Object.keys(ordinary), ["426"]);
  assert.ok((ordinary[426] ?? 0) > 200, JSON.stringify(ordinary));
});
