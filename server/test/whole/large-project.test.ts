/** A change and a page of a project of ten thousand instances cost what they cost in one of ten. */
import assert from "node:assert/strict";
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
import { temporaryDirectories } from "../temporary-directory.ts";

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
      await must(201, server.ask("POST", `${of(name)}/feed-tokens`, { name: `feed ${index}` }));
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
  policies: reading("/policies"),
  instances: reading("/instances?limit=10"),
  windows: reading("/windows?limit=10"),
  "windows in force": reading("/windows?limit=10&state=upcoming"),
  maintenance: reading("/maintenance?limit=10"),
  "maintenance without warnings": reading("/maintenance?limit=10&warnings=false"),
  keys: reading("/keys"),
  tokens: reading("/tokens"),
  "feed tokens": reading("/feed-tokens"),
  members: reading("/members"),
  proposals: reading("/proposals"),
  history: reading("/history?limit=5"),
  usage: reading("/usage"),
  protection: reading("/protection"),
  events: reading("/events?follow=false"),
};

const replacing = { "if-match": "*" };
const edits: Readonly<Record<string, Act>> = {
  policy: (name) => must(200, server.ask("PATCH", `${of(name)}/policies/ios`, { minimum: `2.0.${++count}` }, replacing)),
  instance: (name) =>
    must(200, server.ask("PUT", `${of(name)}/instances/${instanceId(3)}`, { name: `Instance ${++count}` }, replacing)),
  "start and complete": async (name) => {
    const window = `hand-${++count}`;
    const body = { name: window, instances: [instanceId(1)], for: "PT30M" };
    await must(200, server.ask("POST", `${of(name)}/maintenance/start`, body));
    await must(200, server.ask("POST", `${of(name)}/maintenance/complete`, { window }));
  },
};

interface Cost {
  readonly small: number;
  readonly large: number;
  readonly turn: number;
}

/** Medians of CPU, small and large in turns, so that what else the machine does meets both. */
async function costOf(act: Act, rounds: number): Promise<Cost> {
  const costs: Record<Name, number[]> = { small: [], large: [] };
  for (const name of names) await act(name);
  for (let round = 0; round < rounds; round++) for (const name of names) costs[name].push(await server.cpu(() => act(name)));
  const turn = await server.longestTurn(() => act("large"));
  return { small: median(costs.small), large: median(costs.large), turn };
}

function print(name: string, { small, large, turn }: Cost): void {
  const shown = (ms: number) => ms.toFixed(1).padStart(8);
  console.log(
    `${name.padEnd(30)} small ${shown(small)} ms  large ${shown(large)} ms  × ${shown(large / small)}  turn ${shown(turn)} ms`,
  );
}

for (const [name, act] of Object.entries(lists)) {
  test(`${name}: costs a large project no more than twice what it costs a small one`, async () => {
    print(name, await costOf(act, Number(process.env.ROUNDS ?? 9)));
  });
}

for (const [name, act] of Object.entries(edits)) {
  test(`the edit "${name}" in a large project`, async () => {
    print(name, await costOf(act, Number(process.env.ROUNDS ?? 5)));
  });
}

test("memory", async () => {
  console.log(await server.memory());
});
