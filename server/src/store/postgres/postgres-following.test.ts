/** Following the commits of another node: in order, without gaps, with or without notification. */
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import pg from "pg";
import { openPostgres } from "../../../test/postgres.ts";
import { openAt } from "../../../test/postgres-store.ts";
import { change, commitOf } from "../../../test/store-contract/change.ts";
import { until } from "../../../test/until.ts";
import { LogFollower } from "../../log/log-follower.ts";
import type { Store } from "../store.ts";

const postgres = await openPostgres();
after(() => postgres.close());

describe("commits on PostgreSQL", () => {
  it("that finish in another order than they started are never skipped", async () => {
    const url = await postgres.database();
    const [store, followed] = [await openAt(url), await openAt(url)];
    const { follower, heard } = following(followed, 20);
    await follower.start();
    // It began first and has its place in the order of transactions, and does nothing until the others are through.
    const early = new pg.Client({ connectionString: url });
    await early.connect();
    await early.query("begin; select pg_current_xact_id()");
    for (let n = 1; n <= 3; n++) await store.commit(commitOf([change("a/x", n)]));
    await until(() => heard.length === 3);
    await early.query("update head set revision = revision + 1");
    // This commit holds the next number, and later ones wait: if a later one were seen first, it would hide this one.
    const late = store.commit(commitOf([change("a/x", 5)]));
    await until(async () => (await waiting(url)) === 1);
    await follower.catchUp();
    assert.deepEqual(heard, [1, 2, 3]);
    await early.query("insert into commits values (4, 0, 'early', '', '[]'); commit");
    await late;
    await until(() => heard.length === 5);
    assert.deepEqual(heard, [1, 2, 3, 4, 5]);
    await early.end();
    await follower.stop();
    await Promise.all([store.close(), followed.close()]);
  });
});

describe("the bell of PostgreSQL", () => {
  it("rings for what another node commits, and not for what this one does", async () => {
    const url = await postgres.database();
    const [store, other] = [await openAt(url), await openAt(url)];
    let rings = 0;
    const end = store.watch(() => rings++);
    await until(() => rings === 1 && store.connections.isListening);
    await store.commit(commitOf([change("a/x", 1)]));
    await other.commit(commitOf([change("a/x", 2)]));
    await until(() => rings === 2);
    // Notifications arrive in the order of commits: the first, had it rung, would have been heard before.
    assert.equal(rings, 2);
    end();
    await until(() => !store.connections.isListening);
    await Promise.all([store.close(), other.close()]);
  });

  it("comes back after it was cut off, and rings once for what it may have missed", async () => {
    const url = await postgres.database();
    const [store, other] = [await openAt(url), await openAt(url)];
    let rings = 0;
    store.watch(() => rings++);
    await until(() => rings === 1);
    for (let cut = 2; cut <= 4; cut++) {
      await cutOff(url);
      await until(() => rings === cut && store.connections.isListening);
    }
    await other.commit(commitOf([change("a/x", 1)]));
    await until(() => rings === 5);
    await Promise.all([store.close(), other.close()]);
  });
});

function following(store: Store, pollEvery: number) {
  const heard: number[] = [];
  const kept = { apply: (_: unknown, { revision }: { readonly revision: number }) => void heard.push(revision) };
  const services = {
    kind: "postgresql",
    followings: [kept],
    now: Date.now,
    random: () => 0.5,
    newEpoch: () => "renewed",
  } as const;
  return { follower: new LogFollower({ ...services, store, pollEvery }), heard };
}

async function waiting(url: string): Promise<number> {
  const rows = await postgres.run(
    url,
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}

/** Ends the session that listens, as a proxy or a restart does. One that was ended before may still be listed. */
async function cutOff(url: string): Promise<void> {
  const listening = "datname = current_database() and query like 'listen%'";
  const [row] = await postgres.run(
    url,
    `select count(pg_terminate_backend(pid))::int as cut
      from (select pid from pg_stat_activity where ${listening} order by backend_start desc limit 1) as newest`,
  );
  assert.equal(row?.cut, 1);
}
