/** Runs a scenario of the conformance kit by virtual clocks, on any client with the interface of the core. */
import assert from "node:assert/strict";
import type { Expectation, Kit, Scenario, SeenRequest, Step } from "../../conformance/scenario.ts";
import type { GateClient, GateOptions, GateState, GateStorage } from "../core/index.ts";
import { MemoryServer } from "./memory-server.ts";
import { settle, VirtualClock } from "./virtual-clock.ts";

export type CreateClient = (options: GateOptions) => GateClient;

/** Everything that a scenario can compare. */
export interface Observed {
  readonly state: GateState;
  readonly started: boolean;
  readonly seen: readonly SeenRequest[];
  readonly opened: readonly string[];
  readonly updated: boolean | null;
}

export async function runScenario(create: CreateClient, kit: Kit, scenario: Scenario): Promise<void> {
  const clock = new VirtualClock(Date.parse(kit.begin), (scenario.deviceClock ?? 0) * 1000);
  const server = new MemoryServer(kit, clock);
  const environment = {
    request: server.request,
    now: clock.deviceNow,
    schedule: clock.schedule,
    random: () => scenario.random ?? 0,
    storage: createStorage(scenario.storage),
  };
  const app = new ScenarioApp(create, kit, scenario, environment);
  for (const [index, step] of scenario.steps.entries()) {
    if (step.server) server.behave(step.server);
    if (step.deviceClock !== undefined) clock.deviceOffset = step.deviceClock * 1000;
    if (step.advance !== undefined) await clock.advance(step.advance);
    app.act(step);
    await settle();
    compare(app.observe(server.seen), step.expect, `step ${index + 1} of ${scenario.id}`);
  }
  app.client.close();
  await clock.advance(86_400_000);
  assert.equal(clock.timers, 0, "a closed client leaves no timer");
}

export class ScenarioApp {
  client: GateClient;
  readonly #create: CreateClient;
  readonly #environment: Partial<GateOptions>;
  #options: Record<string, unknown>;
  readonly #opened: string[] = [];
  #started = false;
  #updated: boolean | null = null;

  constructor(create: CreateClient, kit: Kit, scenario: Scenario, environment: Partial<GateOptions>) {
    this.#create = create;
    this.#environment = environment;
    this.#options = { ...kit.options, ...scenario.options };
    this.client = this.#open();
  }

  act({ app, times = 1, options }: Step): void {
    if (!app) return;
    if (app === "restart") {
      this.client.close();
      this.#options = { ...this.#options, ...options };
      this.client = this.#open();
    }
    for (let time = 0; time < times; time++) this.#call(app === "restart" ? "start" : app);
  }

  observe(seen: readonly SeenRequest[]): Observed {
    return { state: this.client.state, started: this.#started, seen, opened: this.#opened, updated: this.#updated };
  }

  #open(): GateClient {
    const given = Object.entries(this.#options).filter(([, value]) => value !== null);
    const openLink = (url: string) => void this.#opened.push(url);
    return this.#create({ ...(Object.fromEntries(given) as unknown as GateOptions), openLink, ...this.#environment });
  }

  #call(method: Exclude<Step["app"], "restart" | undefined>): void {
    const { client } = this;
    if (method === "start") this.#started = false;
    const result = client[method]();
    if (method === "start") void (result as Promise<GateState>).then(() => (this.#started = client === this.client));
    if (method === "update") void (result as Promise<boolean>).then((isDone) => (this.#updated = isDone));
  }
}

export function compare(observed: Observed, expected: Expectation | undefined, where: string): void {
  if (!expected) return;
  const { state, seen, opened, started, updated } = observed;
  for (const [name, value] of Object.entries(expected.state ?? {}))
    compareMember(name, (state as unknown as Record<string, unknown>)[name], value, `${where}: state.${name}`);
  if (expected.started !== undefined) assert.equal(started, expected.started, `${where}: started`);
  if (expected.requests !== undefined) assert.equal(seen.length, expected.requests, `${where}: requests`);
  if (expected.opened) assert.deepEqual(opened, expected.opened, `${where}: opened`);
  if (expected.updated !== undefined) assert.equal(updated, expected.updated, `${where}: updated`);
  const { path, query = {}, headers = {} } = expected.request ?? {};
  const last = seen.at(-1);
  if (path !== undefined) assert.equal(last?.path, path, `${where}: path`);
  for (const [name, value] of Object.entries(query)) assert.equal(last?.query[name] ?? null, value, `${where}: ?${name}`);
  for (const [name, value] of Object.entries(headers)) assert.equal(last?.headers[name] ?? null, value, `${where}: ${name}`);
}

const instants = ["nextChangeAt", "checkedAt", "keptUntil", "reminderStart", "start", "end"];

function compareMember(name: string, actual: unknown, expected: unknown, where: string): void {
  if (expected !== null && typeof expected === "object") {
    for (const [member, value] of Object.entries(expected))
      compareMember(member, (actual as Record<string, unknown> | null)?.[member], value, `${where}.${member}`);
  } else if (instants.includes(name) && typeof expected === "string") {
    assert.equal(typeof actual === "number" ? new Date(actual).toISOString() : actual, new Date(expected).toISOString(), where);
  } else assert.equal(actual, expected, where);
}

export function createStorage(kind: Scenario["storage"] = "kept"): GateStorage | undefined {
  const texts = new Map<string, string>();
  const set = (name: string, text: string) => void texts.set(name, text);
  if (typeof kind === "object") return { get: () => kind.text, set };
  if (kind === "memory") return undefined;
  if (kind === "silent") return { get: () => new Promise(() => {}), set };
  if (kind === "failing") return { get: fail, set: fail };
  return { get: async (name) => texts.get(name) ?? null, set: async (name, text) => set(name, text) };
}

function fail(): never {
  throw new Error("The storage is full.");
}
