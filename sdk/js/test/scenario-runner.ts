/** Runs a scenario of the conformance kit by virtual clocks, on any client with the interface of the core. */
import assert from "node:assert/strict";
import type { BeforeBlock, Expectation, Kit, Scenario, SeenRequest, Step } from "../../conformance/scenario.ts";
import type { GateClient, GateOptions, GateProblem, GateState, GateStorage } from "../core/index.ts";
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
  /** Reasons of the calls to `beforeBlock`. */
  readonly saved: readonly string[];
  /** When the last of them ends at the latest, epoch ms of the device. */
  readonly until: number | null;
  /** All that were reported. */
  readonly problems: readonly GateProblem[];
}

export async function runScenario(create: CreateClient, kit: Kit, scenario: Scenario): Promise<void> {
  const clock = new VirtualClock(Date.parse(kit.begin), (scenario.deviceClock ?? 0) * 1000);
  const server = new MemoryServer(kit, clock);
  let { random = 0 } = scenario;
  const environment = {
    request: server.request,
    now: clock.deviceNow,
    schedule: clock.schedule,
    random: () => random,
    storage: createStorage(scenario.storage),
  };
  const app = new ScenarioApp(create, kit, scenario, environment);
  for (const [index, step] of scenario.steps.entries()) {
    if (step.server) server.behave(step.server);
    if (step.random !== undefined) random = step.random;
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
  readonly #problems: GateProblem[] = [];
  readonly #throws: readonly string[];
  readonly #saved: string[] = [];
  #until: number | null = null;
  /** True if subscribers know of a block. */
  #isCovered = false;
  #started = false;
  #updated: boolean | null = null;

  constructor(create: CreateClient, kit: Kit, scenario: Scenario, environment: Partial<GateOptions>) {
    this.#create = create;
    this.#environment = environment;
    this.#options = { ...kit.options, ...scenario.options };
    this.#throws = scenario.throws ?? [];
    this.client = this.#open();
  }

  act({ app, times = 1, options }: Step): void {
    if (!app) return;
    if (app === "restart") {
      this.client.close();
      this.#isCovered = false;
      this.#options = { ...this.#options, ...options };
      this.client = this.#open();
    }
    for (let time = 0; time < times; time++) this.#call(app === "restart" ? "start" : app);
  }

  observe(seen: readonly SeenRequest[]): Observed {
    const { state } = this.client;
    checkProblems(state, this.#problems);
    return {
      state,
      started: this.#started,
      seen,
      opened: this.#opened,
      updated: this.#updated,
      saved: this.#saved,
      until: this.#until,
      problems: this.#problems,
    };
  }

  #open(): GateClient {
    const { beforeBlock, ...options } = this.#options;
    const given = Object.entries(options).filter(([, value]) => value !== null);
    const callbacks: Partial<GateOptions> = {
      openLink: (url) => {
        this.#throwIfAsked("openLink");
        this.#opened.push(url);
      },
      onProblem: (problem) => {
        this.#problems.push(problem);
        this.#throwIfAsked("onProblem");
      },
      ...(this.#throws.includes("update") ? { update: () => this.#throwIfAsked("update") } : {}),
      ...(beforeBlock
        ? {
            beforeBlock: (reason, until) => {
              assert.ok(!this.#isCovered, "the app is there when it is called");
              this.#saved.push(reason);
              this.#until = until;
              return this.#save(beforeBlock as BeforeBlock);
            },
          }
        : {}),
    };
    const client = this.#create({ ...(Object.fromEntries(given) as unknown as GateOptions), ...callbacks, ...this.#environment });
    client.subscribe(({ blocked }) => {
      this.#isCovered = blocked;
      this.#throwIfAsked("listener");
    });
    return client;
  }

  #save(outcome: BeforeBlock): Promise<void> {
    if (outcome === "throws") throw new Error("The work can't be saved.");
    if (outcome === "rejects") return Promise.reject(new Error("The work can't be saved."));
    const { schedule = (ms: number, run: () => void) => setTimeout(run, ms) } = this.#environment;
    return new Promise((resolve) => {
      if (outcome === "resolves") resolve();
      else if (outcome !== "hangs") schedule(outcome.resolvesAfter, resolve);
    });
  }

  #throwIfAsked(name: string): void {
    if (this.#throws.includes(name)) throw new Error(`The app's ${name} is broken.`);
  }

  #call(method: Exclude<Step["app"], "restart" | undefined>): void {
    const { client } = this;
    if (method === "start") this.#started = false;
    const result = client[method]();
    if (method === "start") void (result as Promise<GateState>).then(() => (this.#started = client === this.client));
    if (method === "update") void (result as Promise<boolean>).then((isDone) => (this.#updated = isDone));
  }
}

/** The state's problem is the last that was reported, and each says what to do. */
function checkProblems({ problem }: GateState, problems: readonly GateProblem[]): void {
  for (const { message } of problems) assert.match(message, /^.{20,}\.$/s);
  const last = problems.findLast(({ code }) => code !== "callback_failed");
  if (problem !== null && last !== undefined) assert.deepEqual(last, problem);
}

export function compare(observed: Observed, expected: Expectation | undefined, where: string): void {
  if (!expected) return;
  const { state, seen, opened, started, updated, saved, until, problems } = observed;
  for (const [name, value] of Object.entries(expected.state ?? {}))
    compareMember(name, (state as unknown as Record<string, unknown>)[name], value, `${where}: state.${name}`);
  if (expected.started !== undefined) assert.equal(started, expected.started, `${where}: started`);
  if (expected.requests !== undefined) assert.equal(seen.length, expected.requests, `${where}: requests`);
  if (expected.opened) assert.deepEqual(opened, expected.opened, `${where}: opened`);
  if (expected.updated !== undefined) assert.equal(updated, expected.updated, `${where}: updated`);
  if (expected.saved) assert.deepEqual(saved, expected.saved, `${where}: saved`);
  if (expected.until) compareMember("until", until, expected.until, `${where}: until`);
  const codes = problems.map(({ code }) => code);
  if (expected.problems) assert.deepEqual(codes, expected.problems, `${where}: problems`);
  const { path, query = {}, headers = {}, fresh } = expected.request ?? {};
  const last = seen.at(-1);
  if (fresh !== undefined) assert.equal(last?.fresh, fresh, `${where}: fresh`);
  if (path !== undefined) assert.equal(last?.path, path, `${where}: path`);
  for (const [name, value] of Object.entries(query)) assert.equal(last?.query[name] ?? null, value, `${where}: ?${name}`);
  for (const [name, value] of Object.entries(headers)) assert.equal(last?.headers[name] ?? null, value, `${where}: ${name}`);
}

const instants = ["nextChangeAt", "checkedAt", "keptUntil", "until", "reminderStart", "start", "end"];

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
