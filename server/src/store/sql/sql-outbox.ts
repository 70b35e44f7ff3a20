/** Events for webhooks, beside the log. Tables exist only from the first use on. All methods throw `unavailable`. */
import type { EventType } from "drawbridge-rules/webhooks/event-type.ts";
import { type Database, recordsIn, type Sql, textsIn } from "./sql.ts";

export interface OutboxPosition {
  /** Commits up to this revision became events. */
  readonly revision: number;
  /** Events of the clock up to this instant did, epoch ms. */
  readonly at: number;
  /** Names of the conditions that hold, each with an event when it began. */
  readonly conditions: readonly string[];
}

export interface OutboxEvent {
  readonly id: string;
  readonly type: EventType;
  readonly at: number;
  readonly body: string;
}

export interface NewEvent extends OutboxEvent {
  readonly webhooks: readonly string[];
}

export interface DueDelivery extends OutboxEvent {
  readonly attempts: number;
  readonly createdAt: number;
}

export interface DeliveryResult {
  readonly event: string;
  /** As it was when it was due. */
  readonly createdAt: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Epoch ms; counts only while it waits. */
  readonly nextAt: number;
  readonly changedAt: number;
  readonly answer: string;
}

export type DeliveryState = "waiting" | "delivered" | "failed";

export interface StoredDelivery extends OutboxEvent, Pick<DeliveryResult, "state" | "attempts" | "nextAt"> {
  readonly answer: string | null;
}

interface DeliverySummary {
  readonly waiting: number;
  /** Time of the oldest event that was sent and not accepted, epoch ms. */
  readonly failingSince: number | null;
  readonly lastAnswer: string | null;
  readonly lastDeliveredAt: number | null;
}

/** The rest that would wait for the same webhook is stored as failed. */
export const maxWaiting = 10_000;
/** Kept for each webhook. */
export const keptDeliveries = 100;

const tables = [
  `create table if not exists outbox (only_one integer primary key check (only_one = 1), revision bigint not null, at bigint not null,
    conditions text not null, owner text not null, until bigint not null)`,
  `create table if not exists outbox_events (id text primary key, type text not null, at bigint not null, body text not null)`,
  `create table if not exists deliveries (webhook text not null, event text not null, state text not null, attempts bigint not null,
    created_at bigint not null, next_at bigint not null, changed_at bigint not null, answer text, primary key (webhook, event))`,
  "create index if not exists deliveries_by_state on deliveries (webhook, state, next_at)",
  "create index if not exists deliveries_of_event on deliveries (event)",
];

/** Deletes the old ones of a webhook after that many. */
const finishedPerSweep = 500;

export class Outbox {
  readonly #database: Database;
  #hasTables = false;
  readonly #unswept = new Map<string, number>();
  #free = new Map<string, number>();
  /** Events until it is counted again. */
  #left = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Gives the work to that process until `until`, unless another one has it: null. A first position is that of `start`.
   * @param now epoch ms by a clock that the processes share
   */
  lease(
    owner: string,
    { now, until }: { readonly now: number; readonly until: number },
    start: OutboxPosition,
  ): Promise<OutboxPosition | null> {
    return this.#write(async (sql) => {
      await sql.run("insert into outbox values (1, $1, $2, $3, '', 0) on conflict (only_one) do nothing", [
        start.revision,
        start.at,
        JSON.stringify(start.conditions),
      ]);
      const row = await sql.one<{ readonly revision: number; readonly at: number; readonly conditions: string }>(
        `update outbox set owner = $1, until = $2 where owner in ($1, '') or until <= $3 or until > $4
         returning revision, at, conditions`,
        // A later end was set by a clock that has been corrected since.
        [owner, until, now, until + (until - now)],
      );
      return row ? { ...row, conditions: JSON.parse(row.conditions) as string[] } : null;
    });
  }

  async release(owner: string): Promise<void> {
    if (!this.#hasTables) return;
    await this.#write((sql) => sql.run("update outbox set owner = '', until = 0 where owner = $1", [owner]));
  }

  /** Stores events and moves the position, all or nothing. Returns false if another process has the work. */
  advance(owner: string, { revision, at, conditions }: OutboxPosition, events: readonly NewEvent[]): Promise<boolean> {
    return this.#write(async (sql) => {
      // Never past the log, which may have gone back since its commits were read.
      const moved = await sql.run(
        `update outbox set revision = $2, at = $3, conditions = $4
         where owner = $1 and exists (select 1 from head where head.revision >= $2)`,
        [owner, revision, at, JSON.stringify(conditions)],
      );
      if (moved === 0) return false;
      if (events.length > 0) await this.#add(sql, events, at);
      return true;
    });
  }

  async #add(sql: Sql, events: readonly NewEvent[], now: number): Promise<void> {
    const { dialect } = this.#database;
    const free = await this.#freePlaces(sql, events.length);
    const rows = events.flatMap(({ id, webhooks }) =>
      webhooks.map((webhook) => {
        const left = free.get(webhook) ?? maxWaiting;
        free.set(webhook, left - 1);
        const refusal = `Not sent: ${maxWaiting} others were waiting`;
        return left > 0 ? [webhook, id, "waiting", now, null] : [webhook, id, "failed", now, refusal];
      }),
    );
    await sql.run(
      `insert into outbox_events (id, type, at, body)
       select id, type, at, body from ${recordsIn(dialect, "$1", ["id", "type", "at:bigint", "body"])} as given where true
       on conflict (id) do nothing`,
      [events.map(({ id, type, at, body }) => [id, type, at, body])],
    );
    await sql.run(
      `insert into deliveries (webhook, event, state, attempts, created_at, next_at, changed_at, answer)
       select webhook, event, state, 0, at, at, at, answer
       from ${recordsIn(dialect, "$1", ["webhook", "event", "state", "at:bigint", "answer"])} as given where true
       on conflict (webhook, event) do nothing`,
      [rows],
    );
    const refused = rows.filter(([, , state]) => state === "failed");
    for (const [webhook, own] of Map.groupBy(refused, ([id]) => String(id))) await this.#sweep(sql, webhook, own.length);
  }

  /** Counted only when places may be few, since a webhook that is away can have all of them. */
  async #freePlaces(sql: Sql, wanted: number): Promise<Map<string, number>> {
    this.#left -= wanted;
    if (this.#left >= 0) return this.#free;
    const waiting = await sql.all<{ webhook: string; count: number }>(
      "select webhook, count(*) as count from deliveries where state = 'waiting' group by webhook",
    );
    this.#free = new Map(waiting.map(({ webhook, count }) => [webhook, maxWaiting - count]));
    // Half of the least: a webhook without places is counted again at each write of a quarter of them.
    this.#left = Math.max(maxWaiting / 4, Math.min(maxWaiting, ...this.#free.values()) / 2) - wanted;
    return this.#free;
  }

  /** Oldest event first. */
  due(webhook: string, now: number, limit: number): Promise<DueDelivery[]> {
    return this.#read((sql) =>
      sql.all<DueDelivery>(
        `select id, type, at, body, attempts, created_at as "createdAt" from deliveries join outbox_events on id = event
         where webhook = $1 and state = 'waiting' and next_at <= $2 order by next_at, at, id limit $3`,
        [webhook, now, limit],
      ),
    );
  }

  /** Epoch ms; infinity if none waits. */
  async nextDue(webhook: string): Promise<number> {
    const text = "select min(next_at) as at from deliveries where webhook = $1 and state = 'waiting'";
    const row = await this.#read((sql) => sql.one<{ readonly at: number | null }>(text, [webhook]));
    return row?.at ?? Number.POSITIVE_INFINITY;
  }

  /** Leaves what a replay has made wait again meanwhile. */
  async record(webhook: string, results: readonly DeliveryResult[]): Promise<void> {
    await this.#write(async (sql) => {
      for (const { event, createdAt, state, attempts, nextAt, changedAt, answer } of results)
        await sql.run(
          `update deliveries set state = $3, attempts = $4, next_at = $5, changed_at = $6, answer = $7
           where webhook = $1 and event = $2 and created_at = $8`,
          [webhook, event, state, attempts, nextAt, changedAt, answer, createdAt],
        );
      await this.#sweep(sql, webhook, results.length);
    });
  }

  /** Deletes, now and then, older finished deliveries, and events without a delivery. */
  async #sweep(sql: Sql, webhook: string, finished: number): Promise<void> {
    const unswept = (this.#unswept.get(webhook) ?? 0) + finished;
    this.#unswept.set(webhook, unswept % finishedPerSweep);
    if (unswept < finishedPerSweep) return;
    await sql.run(
      `delete from deliveries where webhook = $1 and state in ('delivered', 'failed') and event not in (
         select event from deliveries where webhook = $1 and state in ('delivered', 'failed')
         order by changed_at desc, event limit $2)`,
      [webhook, keptDeliveries],
    );
    await sql.run("delete from outbox_events where not exists (select 1 from deliveries where event = id)");
  }

  async retain(webhooks: readonly string[]): Promise<void> {
    if (webhooks.length === 0 && !this.#hasTables) return;
    await this.#write(async (sql) => {
      await sql.run(`delete from deliveries where webhook not in ${textsIn(this.#database.dialect, "$1")}`, [webhooks]);
      await sql.run("delete from outbox_events where not exists (select 1 from deliveries where event = id)");
      if (webhooks.length === 0) await sql.run("delete from outbox");
    });
  }

  async summaries(): Promise<ReadonlyMap<string, DeliverySummary>> {
    const rows = await this.#read((sql) =>
      sql.all<DeliverySummary & { readonly webhook: string }>(
        `select webhook, sum(case when state = 'waiting' then 1 else 0 end) as waiting,
           min(case when state = 'waiting' and attempts > 0 then created_at end) as "failingSince",
           max(case when state = 'delivered' then changed_at end) as "lastDeliveredAt",
           (select answer from deliveries as last where last.webhook = deliveries.webhook and attempts > 0
            order by changed_at desc, event limit 1) as "lastAnswer"
         from deliveries group by webhook`,
      ),
    );
    return new Map(rows.map(({ webhook, ...summary }) => [webhook, summary]));
  }

  /** The last 100, newest first. */
  deliveries(webhook: string): Promise<StoredDelivery[]> {
    return this.#read((sql) =>
      sql.all<StoredDelivery>(
        `select id, type, at, body, state, attempts, next_at as "nextAt", answer from deliveries join outbox_events on id = event
         where webhook = $1 order by at desc, id limit 100`,
        [webhook],
      ),
    );
  }

  /** Returns how many will be sent again. @param event null means all that failed */
  replay(webhook: string, event: string | null, now: number): Promise<number> {
    const which = event === null ? "state = 'failed'" : "event = $3";
    return this.#write((sql) =>
      sql.run(
        `update deliveries set state = 'waiting', attempts = 0, created_at = $2, next_at = $2 where webhook = $1 and ${which}`,
        event === null ? [webhook, now] : [webhook, now, event],
      ),
    );
  }

  async #read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    await this.#create();
    return this.#database.read(work);
  }

  async #write<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    await this.#create();
    return this.#database.transaction(work);
  }

  async #create(): Promise<void> {
    if (this.#hasTables) return;
    const create = async (sql: Sql) => {
      for (const table of tables) await sql.run(table);
    };
    await this.#database.transaction(create, { lock: "outbox tables" });
    this.#hasTables = true;
  }
}
