import assert from "node:assert/strict";
import {
  type DeliveryResult,
  keptDeliveries,
  maxWaiting,
  type NewEvent,
  type OutboxPosition,
} from "../../src/store/sql/sql-outbox.ts";
import type { Store } from "../../src/store/store.ts";
import type { WithStore } from "./change.ts";

const start: OutboxPosition = { revision: 0, at: 1_000, conditions: [] };

function event(number: number, ...webhooks: string[]): NewEvent {
  return { id: `evt_${String(number).padStart(6, "0")}`, type: "step.due", at: number, body: `{"n":${number}}`, webhooks };
}

function result(id: string, rest: Partial<DeliveryResult> = {}): DeliveryResult {
  const delivered = { state: "delivered", attempts: 1, nextAt: 0, changedAt: 5_000, answer: "HTTP 200" } as const;
  return { event: id, createdAt: start.at, ...delivered, ...rest };
}

/** The outbox, leased to `a` until 2,000. */
async function leased({ outbox }: Store) {
  assert.deepEqual(await outbox.lease("a", { now: 1_000, until: 2_000 }, start), start);
  return outbox;
}

const ids = (found: readonly { readonly id: string }[]) => found.map(({ id }) => Number(id.slice(4)));

export function outboxContract(withStore: WithStore): void {
  withStore("one process has the outbox at a time, and the next continues where it ended", async (store) => {
    const outbox = await leased(store);
    assert.equal(await outbox.lease("b", { now: 1_999, until: 3_000 }, start), null);
    assert.equal(await outbox.advance("b", { ...start, at: 9 }, [event(1, "w")]), false);
    assert.equal(await outbox.advance("a", { revision: 0, at: 1_500, conditions: ["c"] }, [event(1, "w")]), true);
    assert.deepEqual(await outbox.lease("b", { now: 2_000, until: 3_000 }, start), { revision: 0, at: 1_500, conditions: ["c"] });
    assert.equal(await outbox.advance("a", start, []), false);
    await outbox.release("b");
    assert.notEqual(await outbox.lease("a", { now: 2_100, until: 3_100 }, start), null);
    // A clock that was ahead when it leased.
    assert.notEqual(await outbox.lease("b", { now: 100, until: 1_100 }, start), null);
  });

  withStore("the position never passes the end of the log", async (store) => {
    const outbox = await leased(store);
    assert.equal(await outbox.advance("a", { ...start, revision: 1 }, [event(1, "w")]), false);
    assert.deepEqual(await outbox.due("w", 9_999, 10), []);
  });

  withStore("an event waits for each of its webhooks once, until its result is stored", async (store) => {
    const outbox = await leased(store);
    await outbox.advance("a", start, [event(2, "w", "v"), event(1, "w")]);
    await outbox.advance("a", start, [event(2, "w", "v")]);
    assert.deepEqual(await outbox.due("w", 999, 10), []);
    assert.deepEqual(ids(await outbox.due("w", 1_000, 10)), [1, 2]);
    const [first] = await outbox.due("v", 1_000, 10);
    assert.deepEqual(first, { id: "evt_000002", type: "step.due", at: 2, body: '{"n":2}', attempts: 0, createdAt: 1_000 });
    await outbox.record("w", [
      result("evt_000001"),
      result("evt_000002", { state: "waiting", nextAt: 8_000, answer: "HTTP 500" }),
    ]);
    assert.deepEqual(ids(await outbox.due("w", 7_999, 10)), []);
    assert.equal(await outbox.nextDue("w"), 8_000);
    assert.equal(await outbox.nextDue("none"), Number.POSITIVE_INFINITY);
    const summaries = await outbox.summaries();
    assert.deepEqual(summaries.get("w"), { waiting: 1, failingSince: 1_000, lastAnswer: "HTTP 200", lastDeliveredAt: 5_000 });
    assert.deepEqual(
      (await outbox.deliveries("w")).map(({ id, state, answer }) => [id, state, answer]),
      [
        ["evt_000002", "waiting", "HTTP 500"],
        ["evt_000001", "delivered", "HTTP 200"],
      ],
    );
    await outbox.record("w", [result("evt_000002", { state: "failed" })]);
    assert.equal(await outbox.replay("w", null, 9_000), 1);
    assert.equal(await outbox.replay("w", "evt_000001", 9_000), 1);
    assert.equal(await outbox.replay("w", "evt_000009", 9_000), 0);
    // The result of a send that the replay did not wait for.
    await outbox.record("w", [result("evt_000001")]);
    assert.deepEqual(ids(await outbox.due("w", 9_000, 10)), [1, 2]);
    await outbox.retain(["v"]);
    assert.deepEqual([await outbox.due("w", 9_000, 10), ids(await outbox.due("v", 9_000, 10))], [[], [2]]);
    await outbox.retain([]);
    assert.deepEqual(await outbox.deliveries("v"), []);
  });

  withStore("what waits for a webhook and what is kept of it are bounded, and others lose nothing", async (store) => {
    const outbox = await leased(store);
    const many = (first: number, count: number, ...webhooks: string[]) =>
      Array.from({ length: count }, (_, index) => event(first + index, ...webhooks));
    await outbox.advance("a", start, many(0, maxWaiting - 100, "dead"));
    await outbox.advance("a", start, many(maxWaiting, 1_100, "dead", "good"));
    const due = await outbox.due("good", 9_999, 1_100);
    assert.equal(due.length, 1_100);
    const results = due.map(({ id }) => result(id));
    await outbox.record("good", results);
    const { dead, good } = Object.fromEntries(await outbox.summaries());
    assert.ok(dead && dead.waiting <= maxWaiting && dead.waiting > maxWaiting / 2, String(dead?.waiting));
    assert.equal(good?.waiting, 0);
    const refused = (await outbox.deliveries("dead")).filter(({ state }) => state === "failed");
    assert.ok(refused.length > 0 && refused.length <= keptDeliveries + 500);
    assert.match(refused[0]?.answer ?? "", /^Not sent: 10000 others were waiting$/);
    assert.ok((await outbox.deliveries("good")).length >= keptDeliveries);
  });
}
