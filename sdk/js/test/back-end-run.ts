/** Interprets the scenarios for back ends: see `sdk/conformance/README.md`. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Behavior, SeenRequest } from "../../conformance/scenario.ts";
import { createServerGate, type GateProblem, type Refusal, type ServerGate, type ServerGateOptions } from "../server/index.ts";
import { type HeldServer, startHeldServer } from "./held-server.ts";

export interface BackEndKit {
  readonly begin: string;
  readonly options: { readonly baseUrl: string; readonly key: string };
  readonly request: BackEndRequest;
  readonly scenarios: readonly BackEndScenario[];
}

export interface BackEndScenario {
  readonly id: string;
  readonly says: string;
  readonly options?: Partial<ServerGateOptions>;
  /** Seconds that the clock of the back end is ahead. */
  readonly clock?: number;
  /** True if the gate cannot be created, and the error names each of the scenario's options. */
  readonly throws?: true;
  readonly steps: readonly BackEndStep[];
}

interface BackEndStep {
  readonly server?: Behavior | readonly Behavior[];
  readonly advance?: number;
  readonly request?: BackEndRequest;
  readonly expect?: BackEndExpectation;
}

export interface BackEndRequest {
  readonly method?: string;
  readonly path?: string;
  readonly platform?: string | null;
  readonly version?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly times?: number;
}

interface BackEndExpectation {
  readonly refusal?: {
    readonly status: number;
    readonly retryAfter?: number | null;
    readonly code?: string;
    readonly body?: Readonly<Record<string, unknown>>;
  } | null;
  readonly requests?: number;
  readonly request?: {
    readonly path?: string;
    readonly query?: Readonly<Record<string, string | null>>;
    readonly headers?: Readonly<Record<string, string | null>>;
  };
  readonly problem?: Partial<GateProblem> & { readonly mentions?: string };
  readonly problems?: number;
}

export function readBackEndKit(): BackEndKit {
  return JSON.parse(readFileSync(new URL("../../conformance/back-end-scenarios.json", import.meta.url), "utf8")) as BackEndKit;
}

/** @throws AssertionError if the gate does not do what the scenario says */
export async function runBackEndScenario(scenario: BackEndScenario, create = createServerGate): Promise<void> {
  if (scenario.throws) return assertThrows(scenario, create);
  const run = await BackEndRun.start(readBackEndKit(), scenario, create);
  try {
    for (const step of scenario.steps) await run.step(step);
  } finally {
    await run.stop();
  }
}

async function assertThrows(scenario: BackEndScenario, create: typeof createServerGate): Promise<void> {
  const run = await BackEndRun.start(readBackEndKit(), scenario, create).catch((error: Error) => error);
  if (run instanceof BackEndRun) await run.stop();
  assert.ok(run instanceof TypeError, "the gate was created");
  for (const option of Object.keys(scenario.options ?? {})) assert.match(run.message, new RegExp(`\`${option}\``));
}

/** Milliseconds. Patient: the machine of a test can be busy. */
const timeLimit = 20_000;

export class BackEndRun {
  readonly gate: ServerGate;
  readonly server: HeldServer;
  readonly problems: GateProblem[];
  readonly #clock: { elapsed: number };
  readonly #timers: Set<NodeJS.Timeout>;
  readonly #defaults: BackEndRequest;
  #refusals: (Refusal | null)[] = [];

  private constructor(
    server: HeldServer,
    clock: { elapsed: number },
    kit: BackEndKit,
    scenario: Partial<BackEndScenario>,
    create: typeof createServerGate,
  ) {
    this.server = server;
    this.#clock = clock;
    this.#defaults = kit.request;
    this.#timers = new Set();
    this.problems = [];
    this.gate = create({
      ...kit.options,
      baseUrl: server.baseUrl,
      timeLimit,
      ...scenario.options,
      now: () => Date.parse(kit.begin) + clock.elapsed + (scenario.clock ?? 0) * 1_000,
      random: () => 0,
      schedule: (ms, run) => this.#schedule(ms, run),
      onProblem: scenario.options?.onProblem ?? ((problem) => void this.problems.push(problem)),
    });
  }

  static async start(kit: BackEndKit, scenario: Partial<BackEndScenario>, create = createServerGate): Promise<BackEndRun> {
    const clock = { elapsed: 0 };
    const server = await startHeldServer(() => Date.parse(kit.begin) + clock.elapsed);
    try {
      return new BackEndRun(server, clock, kit, scenario, create);
    } catch (error) {
      await server.close();
      throw error;
    }
  }

  async step({ server, advance = 0, request, expect = {} }: BackEndStep): Promise<void> {
    if (server) this.server.behave([server].flat());
    this.#clock.elapsed += advance;
    this.server.release();
    if (request) {
      const asked = Array.from({ length: request.times ?? 1 }, () => this.ask(request));
      this.#refusals = await Promise.all(asked);
    }
    await this.#settle();
    this.#compare(expect);
  }

  ask(request: BackEndRequest): Promise<Refusal | null> {
    const { method = "GET", path = "/", platform, version, headers } = { ...this.#defaults, ...request };
    const all: Readonly<Record<string, string | null | undefined>> = {
      "x-app-platform": platform,
      "x-app-version": version,
      ...headers,
    };
    return this.gate.check({ method, path, header: (name) => all[name] ?? undefined });
  }

  async stop(): Promise<void> {
    await this.server.close();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  /** Each request to the server has a timer while it runs. */
  #schedule(ms: number, run: () => void): () => void {
    const patient = ms < 1_000 ? ms : timeLimit;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, patient);
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
      clearTimeout(timer);
    };
  }

  /** Waits until the answers of all requests are processed, except of those that the server holds. */
  async #settle(): Promise<void> {
    while (this.#timers.size > this.server.held) await new Promise((resolve) => setTimeout(resolve, 2));
  }

  #compare({ refusal, requests, request, problem, problems }: BackEndExpectation): void {
    if (requests !== undefined) assert.equal(this.server.seen.length, requests);
    if (refusal === null) assert.deepEqual(new Set(this.#refusals), new Set([null]));
    if (refusal) for (const actual of this.#refusals) compareRefusal(actual, refusal);
    if (request) compareRequest(this.server.seen.at(-1), request);
    if (problems !== undefined) assert.equal(this.problems.length, problems, JSON.stringify(this.problems));
    if (!problem) return;
    const { mentions = "", ...members } = problem;
    const last = this.problems.at(-1);
    assert.deepEqual(pick(last ?? {}, members), members);
    assert.ok(last?.message.includes(mentions), `"${last?.message}" mentions ${mentions}`);
  }
}

function compareRefusal(actual: Refusal | null, expected: NonNullable<BackEndExpectation["refusal"]>): void {
  assert.equal(actual?.status, expected.status);
  assert.equal(actual.headers["content-type"], "application/problem+json; charset=utf-8");
  assert.equal(actual.headers["cache-control"], "no-store");
  const body = JSON.parse(actual.body);
  const retryAfter = actual.headers["retry-after"];
  if (expected.retryAfter !== undefined) assert.equal(retryAfter ? Number(retryAfter) : null, expected.retryAfter);
  if (expected.code !== undefined) assert.equal(body.code, expected.code);
  if (expected.body) assert.deepEqual(body, expected.body);
}

function compareRequest(actual: SeenRequest | undefined, { path, query, headers }: NonNullable<BackEndExpectation["request"]>) {
  if (path !== undefined) assert.equal(actual?.path, path);
  if (query) assert.deepEqual(pick(actual?.query ?? {}, query), query);
  if (headers) assert.deepEqual(pick(actual?.headers ?? {}, headers), headers);
}

/** Members of `actual` that `expected` names; null where it has none. */
function pick(actual: object, expected: object): Record<string, unknown> {
  const members = actual as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.keys(expected).map((name) => [name, members[name] ?? null]));
}
