/** A year on fake clocks: the client shows what the server's rules say, whatever happens to clocks, windows and the network. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { randomFrom } from "../../../server/test/drills/drill.ts";
import { createGateClient, type GateClient, type GateRequest, type GateState } from "../core/index.ts";
import { ChangingProject, readShown, type Shown, ttl } from "./changing-project.ts";
import { settle, VirtualClock } from "./virtual-clock.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const begin = Date.UTC(2026, 11, 1);
const week = 7 * day;
/** max-age and its jitter. */
const slack = ttl * 1100;
const search = "platform=ios&current_version=2.4.0&lang=en";

/** A phone: one app, one network, one clock. */
class Phone {
  readonly clock: VirtualClock;
  readonly project: ChangingProject;
  client: GateClient;
  isOnline = true;
  isAwake = true;
  requests = 0;
  /** True if the last request failed, or the run has sent none. */
  hasFailed = false;
  /** The last answer that arrived, and when. */
  last: { readonly body: string; readonly at: number } | null = null;
  readonly #random: () => number;
  readonly #texts = new Map<string, string>();

  constructor(random: () => number, deviceOffset: number) {
    this.#random = random;
    this.clock = new VirtualClock(begin, deviceOffset);
    this.project = new ChangingProject(random, begin);
    this.client = this.#open();
  }

  async restart(): Promise<void> {
    this.client.close();
    this.client = this.#open();
    this.hasFailed = this.isAwake = true;
    void this.client.start();
    await settle();
  }

  async wake(): Promise<void> {
    this.isAwake = true;
    void this.client.resume();
    await settle();
  }

  sleep(): void {
    this.isAwake = false;
    this.client.pause();
  }

  #open(): GateClient {
    return createGateClient({
      baseUrl: "https://gate.example/api/v1",
      key: "dbr_year",
      platform: "ios",
      version: "2.4.0",
      language: "en",
      request: this.#request,
      storage: { get: (name) => this.#texts.get(name), set: (name, text) => void this.#texts.set(name, text) },
      now: this.clock.deviceNow,
      schedule: this.clock.schedule,
      random: this.#random,
    });
  }

  readonly #request: GateRequest = async (url, headers) => {
    this.requests += 1;
    this.hasFailed = !this.isOnline;
    if (!this.isOnline) throw new Error("There is no network.");
    const now = this.clock.time;
    assert.equal(new URL(url).search, `?${search}`);
    const response = this.project.respond(search, now);
    this.last = { body: response.body, at: now };
    const isKnown = response.header("etag") === headers["if-none-match"];
    return isKnown ? { ...response, status: 304, body: "" } : response;
  };
}

const counts = { awake: 0, exact: 0, resumed: 0, fresh: 0, unreachable: 0, blockedOffline: 0, expired: 0 };

function shownBy({ status, title, window }: GateState): Shown {
  return { status, title, window: window && { start: window.start, end: window.end } };
}

function checkAwake({ client, project, clock: { time } }: Phone): void {
  const allowed = project
    .instantsBetween(Math.max(time - slack, begin), time, search)
    .map((instant) => project.shownAt(instant, search));
  const shown = shownBy(client.state);
  counts.awake += 1;
  if (allowed.every((one) => isDeepStrictEqual(one, allowed[0]))) counts.exact += 1;
  assert.ok(
    allowed.some((one) => isDeepStrictEqual(one, shown)),
    `${new Date(time).toISOString()}: ${JSON.stringify(shown)} is none of ${JSON.stringify(allowed)}`,
  );
}

/** @param before number of requests before it */
function checkResumed(phone: Phone, before: number): void {
  const { client, project, last } = phone;
  const { time } = phone.clock;
  counts.resumed += 1;
  if (phone.requests === before) {
    counts.fresh += 1;
    assert.ok(last && time - last.at < slack);
    checkAwake(phone);
    return;
  }
  assert.deepEqual(shownBy(client.state), project.shownAt(time, search), new Date(time).toISOString());
  assert.equal(client.state.source, "network");
  // The Date of an answer has whole seconds.
  assert.ok(Math.abs((client.state.checkedAt ?? 0) - time) < 1000);
}

/** A block for a week, an announcement until the end of its window, and anything else as it was. */
function checkUnreachable({ client, last, hasFailed, clock: { time } }: Phone): void {
  assert.ok(last);
  const kept = readShown(last.body);
  counts.unreachable += 1;
  const { status, blocked, source } = client.state;
  const blocks = kept.status === "maintenance" || kept.status === "update_required";
  // The client knows the server's time to a second, never ahead of it.
  if (Math.abs(time - last.at - week) < 1000) return;
  if (blocks && time - last.at > week) {
    counts.expired += 1;
    assert.deepEqual([status, source], ["open", "default"]);
  } else if (kept.status === "announced") {
    if (Math.abs(time - (kept.window?.end ?? 0)) < 1000) return;
    const isOver = time > (kept.window?.end ?? 0);
    assert.equal(blocked, false);
    if (!isOver) assert.deepEqual(shownBy(client.state), kept);
    else assert.notEqual(status, "announced");
  } else {
    if (blocks) counts.blockedOffline += 1;
    // Behind a forced update, an announced window is shown until it is over.
    const end = (JSON.parse(last.body) as { maintenance: string }).maintenance === "announced" ? kept.window?.end : undefined;
    if (end !== undefined && Math.abs(time - end) < 1000) return;
    const expected = end !== undefined && time > end ? { ...kept, window: null } : kept;
    assert.deepEqual(shownBy(client.state), expected, new Date(time).toISOString());
    assert.equal(source, hasFailed ? "kept" : "network");
  }
}

async function liveFor(phone: Phone, ms: number, random: () => number): Promise<void> {
  const { clock, project } = phone;
  for (let left = ms; left > 0; ) {
    const part = Math.min(left, 1 + Math.floor(random() ** 2 * 8 * hour));
    left -= part;
    const before = phone.requests;
    await clock.advance(part);
    if (!phone.isAwake) assert.equal(phone.requests, before, "a phone asleep asks nothing");
    else if (phone.isOnline) checkAwake(phone);
    else checkUnreachable(phone);
    if (random() < 0.03) project.change(clock.time);
  }
}

for (const [name, offset] of [
  ["right", 0],
  ["an hour ahead", hour],
  ["a year behind", -365 * day],
] as const) {
  test(`for a year, a phone whose clock is ${name} shows the server's answer as soon as it can know it`, async () => {
    const random = randomFrom(20261124 + offset / hour);
    const phone = new Phone(random, offset);
    const { clock } = phone;
    void phone.client.start();
    await settle();
    await phone.restart();
    while (clock.time < begin + 365 * day) {
      await liveFor(phone, slack, random);
      await liveFor(phone, random() * day, random);
      if (random() < 0.7) phone.sleep();
      phone.isOnline = random() < 0.6;
      // While no answer can correct it, the client has only the device's clock.
      if (phone.isOnline && !phone.isAwake && random() < 0.3) clock.deviceOffset = offset + (random() - 0.5) * 60 * day;
      await liveFor(phone, random() * (phone.isOnline ? day : random() < 0.1 ? 10 * day : day), random);
      if (!phone.isOnline && random() < 0.5) {
        await phone.restart();
        checkUnreachable(phone);
        await liveFor(phone, random() * hour, random);
      }
      phone.isOnline = true;
      const before = phone.requests;
      if (random() < 0.3) await phone.restart();
      else await phone.wake();
      checkResumed(phone, before);
    }
    assert.ok(phone.requests > 1000 && phone.project.changes > 50, `${phone.requests}, ${phone.project.changes}`);
    phone.client.close();
  });
}

test("the year had all of its cases", () => {
  assert.ok(counts.exact > counts.awake / 2, JSON.stringify(counts));
  for (const [name, count] of Object.entries(counts)) assert.ok(count >= 10, `${name}: ${JSON.stringify(counts)}`);
});
