/** Storages that are slow or synchronous, which the kit does not describe. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readKit } from "../../conformance/scenario.ts";
import { createGateClient, type GateClient, type GateStorage } from "../core/index.ts";
import { MemoryServer } from "./memory-server.ts";
import { settle, VirtualClock } from "./virtual-clock.ts";

const kit = readKit();

class Phone {
  readonly clock = new VirtualClock(Date.parse(kit.begin), 0);
  readonly server = new MemoryServer(kit, this.clock);
  readonly texts = new Map<string, string>();

  open(storage: Partial<GateStorage> = {}): GateClient {
    return createGateClient({
      ...{ baseUrl: "https://gate.example/api/v1", key: "dbr_x", platform: "ios", version: "2.3.0", language: "en" },
      ...{ request: this.server.request, now: this.clock.deviceNow, schedule: this.clock.schedule, random: () => 0 },
      storage: {
        get: (name) => this.texts.get(name),
        set: (name, text) => void this.texts.set(name, text),
        ...storage,
      },
    });
  }

  /** Responds after milliseconds. */
  slowly(ms: number): Partial<GateStorage> {
    return { get: (name) => new Promise((resolve) => this.clock.schedule(ms, () => resolve(this.texts.get(name)))) };
  }
}

test("a synchronous storage decides the state before start returns", async () => {
  const phone = new Phone();
  phone.server.behave({ answer: "forced" });
  await phone.open().start();
  phone.server.behave({ fault: "silent" });
  const client = phone.open();
  assert.equal(client.state.status, "loading");
  void client.start();
  assert.deepEqual([client.state.status, client.state.source], ["update_required", "kept"]);
});

test("a kept answer that comes after the request still ends the wait, with one request", async () => {
  const phone = new Phone();
  phone.server.behave({ answer: "forced" });
  await phone.open().start();
  phone.server.behave({ fault: "silent" });
  const client = phone.open(phone.slowly(800));
  let isStarted = false;
  void client.start().then(() => {
    isStarted = true;
  });
  await phone.clock.advance(799);
  assert.deepEqual([isStarted, phone.server.seen.length], [false, 2]);
  await phone.clock.advance(1);
  assert.deepEqual([isStarted, phone.server.seen.length, client.state.source], [true, 2, "kept"]);
});

test("an answer that comes before a slow storage neither loses the user's choices nor is replaced by the kept one", async () => {
  const phone = new Phone();
  phone.server.behave({ answer: "announced" });
  const first = phone.open();
  await first.start();
  first.later();
  await settle();
  const second = phone.open(phone.slowly(1500));
  phone.server.behave({ answer: "forced" });
  void second.start();
  await phone.clock.advance(500);
  assert.deepEqual([second.state.status, second.state.source], ["update_required", "network"]);
  await phone.clock.advance(1000);
  assert.deepEqual([second.state.status, second.state.source], ["update_required", "network"]);
  assert.equal(phone.server.seen.length, 2);
  phone.server.behave({ answer: "announced" });
  assert.equal((await second.refresh()).status, "open");
});

test("a choice in one tab counts in the others from their next answer on, and is not overwritten by them", async () => {
  const phone = new Phone();
  phone.server.behave({ answer: "announced" });
  const [first, second] = [phone.open(), phone.open()];
  await Promise.all([first.start(), second.start()]);
  first.later();
  await settle();
  assert.deepEqual([first.state.status, second.state.status], ["open", "announced"]);
  await second.refresh();
  await settle();
  assert.equal(second.state.status, "open");
  const third = phone.open();
  await third.start();
  assert.equal(third.state.status, "open");
});

test("a listener that throws neither stops the client nor the other listeners", async () => {
  const phone = new Phone();
  const client = phone.open();
  const told: string[] = [];
  client.subscribe(() => {
    throw new Error("A listener is wrong.");
  });
  const stop = client.subscribe(({ status }) => void told.push(status));
  await client.start();
  stop();
  phone.server.behave({ answer: "forced" });
  assert.equal((await client.refresh()).status, "update_required");
  assert.deepEqual([...new Set(told)], ["open"]);
});

test("the state is the same object until something changes", async () => {
  const phone = new Phone();
  const client = phone.open();
  await client.start();
  const { state } = client;
  await client.refresh();
  assert.equal(client.state, state);
  await phone.clock.advance(30_000);
  assert.notEqual(client.state, state);
});

test("a choice that is made while an answer is being stored is not undone", async () => {
  const phone = new Phone();
  phone.server.behave({ answer: "announced" });
  const client = phone.open(phone.slowly(100));
  void client.start();
  await phone.clock.advance(30_150);
  assert.equal(client.state.status, "announced");
  client.later();
  await phone.clock.advance(1_000);
  assert.equal(client.state.status, "open");
  const next = phone.open();
  void next.start();
  assert.equal(next.state.status, "open");
});
