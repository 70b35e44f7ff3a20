import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { after, before, test } from "node:test";
import {
  instanceId,
  largeSize,
  type MeasuredServer,
  median,
  type ProjectSize,
  sizedManifest,
  smallSize,
  startMeasured,
  windowId,
} from "../large-project.ts";
import { runSeed } from "../run-seed.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

/** Maximum milliseconds of CPU for a turn of the main thread: all other work waits for it. */
const longestTurn = 50;
const program = join(import.meta.dirname, "../../bin/drawbridge.js");

const directory = temporaryDirectories()();
const sizes: Readonly<Record<"large" | "small", ProjectSize>> = { large: largeSize, small: smallSize };
type Name = keyof typeof sizes;
const names: readonly Name[] = ["small", "large"];
let server: MeasuredServer;
let count = 0;

before(async () => {
  server = await startMeasured(directory);
  for (const name of names) {
    const manifest = sizedManifest(name, sizes[name], Date.now());
    const { status, text } = await server.ask("PUT", `${of(name)}/manifest`, manifest, { "if-none-match": "*" });
    assert.equal(status, 201, text.slice(0, 1_000));
    for (let index = 0; index < 5; index++) {
      await must(201, server.ask("POST", `${of(name)}/keys`, { name: `key ${index}` }));
      await must(201, server.ask("POST", `${of(name)}/tokens`, { name: `token ${index}`, role: "viewer" }));
      await must(201, server.ask("POST", `${of(name)}/tokens`, { kind: "calendar", name: `feed ${index}` }));
    }
  }
});
after(() => server.stop());

function of(name: Name): string {
  return `/admin/v1/projects/${name}`;
}

async function must(status: number, answer: Promise<{ readonly status: number; readonly text: string }>): Promise<void> {
  const { status: actual, text } = await answer;
  assert.equal(actual, status, text.slice(0, 1_000));
}

type Act = (name: Name) => Promise<void>;

function reading(path: string): Act {
  return (name) => must(200, server.ask("GET", of(name) + path));
}

const lists: Readonly<Record<string, Act>> = {
  project: reading(""),
  "one instance": reading(`/instances/${instanceId(5)}`),
  "one window": reading(`/windows/${windowId(5)}`),
  policies: reading("/platforms"),
  instances: reading("/instances?limit=10"),
  windows: reading("/windows?limit=10"),
  "active windows": reading("/windows?limit=10&state=scheduled"),
  maintenance: reading("/maintenance?limit=10"),
  "maintenance without warnings": reading("/maintenance?limit=10&warnings=false"),
  keys: reading("/keys"),
  tokens: reading("/tokens"),
  calendars: reading("/tokens?kind=calendar"),
  members: reading("/members"),
  proposals: reading("/proposals"),
  history: reading("/history?limit=5"),
  usage: reading("/usage"),
  protection: reading("/protection"),
  events: reading("/events?follow=false"),
};

const replacing = { "if-match": "*" };
const edits: Readonly<Record<string, Act>> = {
  policy: (name) => must(200, server.ask("PATCH", `${of(name)}/platforms/ios`, { minimum: `2.0.${++count}` }, replacing)),
  reviews: async (name) => {
    const window = { start: `${new Date().getUTCFullYear() + 1}-03-01T02:00`, duration: "PT1H", instances: [instanceId(2)] };
    for (const [path, body] of Object.entries({
      "platforms/ios": { minimum: `2.0.${++count}` },
      [`instances/${instanceId(3)}`]: { name: `Instance ${count}` },
      [`windows/${windowId(3)}`]: window,
    }))
      await must(200, server.ask("PATCH", `${of(name)}/${path}?dry_run=true`, body));
  },
  instance: (name) =>
    must(200, server.ask("PUT", `${of(name)}/instances/${instanceId(3)}`, { name: `Instance ${++count}` }, replacing)),
  "start and complete": async (name) => {
    const window = `hand-${++count}`;
    const body = { id: window, instances: [instanceId(1)], for: "PT30M" };
    await must(200, server.ask("POST", `${of(name)}/maintenance/start`, body));
    await must(200, server.ask("POST", `${of(name)}/maintenance/complete`, { window }));
  },
};

/** Requests in a sample: a single one is too short to distinguish from other work of the process. */
const atOnce = 5;
const rounds = 11;
/** Index of a ratio, in their order, below which the median of many lies with less than 1 % probability. */
const surelyAbove = 1;

/** Milliseconds of CPU below which two costs do not differ. */
const granularity = 2;

interface Cost {
  /** Milliseconds of CPU for `atOnce` of them, medians. */
  readonly small: number;
  readonly large: number;
  /** Large divided by small, in pairs: the lower bound for the median. */
  readonly least: number;
  /** Longest turn in the large project, milliseconds of the main thread's own CPU. */
  readonly turn: number;
}

/** Pairs of small and large, in alternating order, so that other load on the machine affects both. */
async function costOf(act: Act): Promise<Cost> {
  const costs: Record<Name, number[]> = { small: [], large: [] };
  const sample = async (name: Name) => {
    for (let count = 0; count < atOnce; count++) await act(name);
  };
  for (const name of names) await sample(name);
  for (let round = 0; round < rounds; round++)
    for (const name of round % 2 === 0 ? names : names.toReversed()) costs[name].push(await server.cpu(() => sample(name)));
  const turn = await server.longestTurn(() => act("large"));
  const ratios = costs.large.map((large, round) => (large - granularity) / (costs.small[round] ?? 0)).sort((a, b) => a - b);
  return { small: median(costs.small), large: median(costs.large), least: ratios[surelyAbove] ?? 0, turn };
}

function shown({ small, large, least, turn }: Cost): string {
  return `small ${small.toFixed(1)} ms, large ${large.toFixed(1)} ms of CPU: at least × ${least.toFixed(2)}; longest turn ${turn.toFixed(1)} ms`;
}

/** Times the cost for a small one. Only the policy is larger itself, by a hundred times the versions. */
const most = (name: string) => (name === "policy" ? 3 : 2);

/** A sixth of the lists: the seeds of runs get to all. */
const chosen = Object.entries(lists).filter((_, index) => index % 6 === runSeed % 6);
for (const [name, act] of [...chosen, ...Object.entries(edits)]) {
  test(`${name}: costs a large project no more than ${most(name)} times the cost of a small one`, async (t) => {
    const cost = await costOf(act);
    t.diagnostic(shown(cost));
    assert.ok(cost.least <= most(name) && cost.turn <= longestTurn, shown(cost));
  });
}

test("the commands that show all of a large project are never turned away, and leave every turn short", async (t) => {
  const turn = await server.longestTurn(async () => {
    for (const command of ["project show", "maintenance list"]) await carryOut([...command.split(" "), "--project", "large"]);
  });
  t.diagnostic(`longest turn ${turn.toFixed(1)} ms`);
  assert.ok(turn <= longestTurn, `a turn of ${turn} ms`);
});

async function carryOut(words: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [program, ...words, "--url", server.url, "--token", server.token, "--json"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  const [code] = await once(child, "exit");
  assert.equal(code, 0, `${words.join(" ")}: ${said}`);
}

test("after a start the first read of a large project does not block others", async (t) => {
  await server.stop();
  server = await startMeasured(directory);
  await must(200, server.ask("GET", "/admin/v1/projects"));
  const turn = await server.longestTurn(() => reading("")("large"));
  t.diagnostic(`longest turn ${turn.toFixed(1)} ms`);
  assert.ok(turn <= longestTurn, `a turn of ${turn} ms`);
});
