/** Many gates on one clock: how they ask at the end of a maintenance, and how often one asks in a day. */
import assert from "node:assert/strict";
import { createGateClient, type GateClient, type GateRequest, type GateResponse } from "../core/index.ts";
import { ChangingProject } from "./changing-project.ts";
import { settle, VirtualClock } from "./virtual-clock.ts";

const second = 1000;
const minute = 60 * second;
/** Planned end of the first window of `ChangingProject`: 04:30 in Rome. */
const end = Date.UTC(2026, 11, 6, 3, 30);
/** Seconds: the server's default. */
const ttl = 30;

class Fleet {
  readonly clock: VirtualClock;
  /** Instants of requests. */
  readonly requests: number[] = [];
  /** Instants at which a gate opened. */
  readonly openings: number[] = [];
  /** Answers other requests, if it returns something. */
  refuse: () => GateResponse | null = () => null;
  readonly #project: ChangingProject;
  readonly #random: () => number;

  constructor(random: () => number, begin: number) {
    this.#random = random;
    this.clock = new VirtualClock(begin, 0);
    this.#project = new ChangingProject(random, begin, ttl);
  }

  /** @param texts storage */
  open(texts = new Map<string, string>()): GateClient {
    const client = createGateClient({
      ...{ baseUrl: "https://gate.example/api/v1", key: "dbr_herd", platform: "ios", version: "2.4.0", language: "en" },
      request: this.#request,
      storage: { get: (name) => texts.get(name), set: (name, text) => void texts.set(name, text) },
      now: this.clock.deviceNow,
      schedule: this.clock.schedule,
      random: this.#random,
    });
    let wasBlocked = false;
    client.subscribe(({ blocked }) => {
      if (wasBlocked && !blocked) this.openings.push(this.clock.time);
      wasBlocked = blocked;
    });
    return client;
  }

  /** Requests in each second from one instant to another. */
  rates(from: number, to: number): number[] {
    const counts: number[] = Array((to - from) / second).fill(0);
    for (const at of this.requests) {
      const index = Math.floor((at - from) / second);
      if (index >= 0 && index < counts.length) counts[index] = (counts[index] ?? 0) + 1;
    }
    return counts;
  }

  readonly #request: GateRequest = async (url, headers) => {
    const { time } = this.clock;
    this.requests.push(time);
    const refused = this.refuse();
    if (refused) return refused;
    const response = this.#project.respond(new URL(url).search.slice(1), time);
    return response.header("etag") === headers["if-none-match"] ? { ...response, status: 304, body: "" } : response;
  };
}

/**
 * Gates that were opened at any time wait for the end of two hours of maintenance.
 * @throws AssertionError if they ask or open at the same time
 */
export async function runHerd(gates: number, random: () => number): Promise<string> {
  const fleet = new Fleet(random, end - 12 * minute);
  const { clock } = fleet;
  for (let gate = 0; gate < gates; gate++) clock.schedule(random() * 2 * minute, () => void fleet.open().start());
  await clock.advance(18 * minute);
  const steady = fleet.rates(end - 8 * minute, end - minute);
  const mean = steady.reduce((sum, count) => sum + count) / steady.length;
  const peak = Math.max(...fleet.rates(end - minute, end + minute));
  const echo = Math.max(...fleet.rates(end + minute, end + 6 * minute));
  const openings = fleet.openings.map((at) => at - end).toSorted((a, b) => a - b);
  const [first = 0, last = 0] = [openings[0], openings.at(-1)];
  const perSecond = Math.max(
    ...Array.from({ length: 40 }, (_, at) => openings.filter((ms) => Math.floor(ms / second) === at).length),
  );
  assert.equal(openings.length, gates);
  assert.ok(
    first >= 0 && last < 31 * second && new Set(openings.map((ms) => Math.floor(ms / second))).size >= 30,
    `${first} to ${last} ms`,
  );
  assert.ok(peak <= 3 * mean, `${peak} requests in a second at the end, ${mean} before`);
  assert.ok(echo <= 2 * mean, `${echo} requests in a second after the end, ${mean} before`);
  const rates = `a steady ${mean.toFixed(1)} requests per second, ${peak} at most around the end, ${echo} in the five minutes after`;
  return `${gates} gates: ${rates}; openings from ${first.toFixed(0)} to ${last.toFixed(0)} ms after the end, ${perSecond} in a second at most`;
}

/** One `Retry-After` of an hour, a second before a maintenance ends. */
export async function runRefusal(random: () => number): Promise<string> {
  const waits: number[] = [];
  for (const presses of [false, true]) {
    const fleet = new Fleet(random, end - 5 * minute);
    const { clock } = fleet;
    const client = fleet.open();
    void client.start();
    await clock.advance(5 * minute - second);
    fleet.refuse = () => ({ status: 429, header: (name) => (name === "retry-after" ? "3600" : null), body: "" });
    await client.refresh();
    assert.deepEqual([client.state.status, client.state.problem?.status], ["maintenance", 429]);
    fleet.refuse = () => null;
    await clock.advance(2 * second);
    if (presses) await client.refresh();
    else await clock.advance(minute);
    assert.equal(client.state.status, "open");
    waits.push((fleet.openings[0] ?? 0) - end);
    client.close();
  }
  const [waited = 0, pressed = 0] = waits;
  assert.ok(waited <= minute && pressed <= 2 * second, waits.join(", "));
  return `after a 429 with 3600 s: open ${waited.toFixed(0)} ms after the end, or with the press of Try again ${pressed.toFixed(0)} ms after it`;
}

/** Twenty starts in six visits of less than half a minute, and twenty that are far apart. */
export async function runDay(random: () => number): Promise<string> {
  const counts: number[] = [];
  for (const visits of [6, 20]) {
    const fleet = new Fleet(random, end + 60 * minute);
    const texts = new Map<string, string>();
    for (let start = 0; start < 20; start++) {
      const client = fleet.open(texts);
      await client.start();
      await settle();
      await fleet.clock.advance(5 * second);
      client.pause();
      client.close();
      const isLast = Math.floor(((start + 1) * visits) / 20) > Math.floor((start * visits) / 20);
      if (isLast) await fleet.clock.advance((22 * 60 * minute) / visits);
    }
    counts.push(fleet.requests.length);
  }
  assert.ok((counts[0] ?? 0) <= 6 && (counts[1] ?? 0) <= 20, counts.join(", "));
  return `a day with 20 starts: ${counts[0]} questions in 6 visits, ${counts[1]} in 20`;
}
