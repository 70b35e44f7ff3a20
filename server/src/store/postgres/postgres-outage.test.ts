/** A database that is unreachable, hangs or refuses: reported in bounded time, in a sentence, until it is over. */
import assert from "node:assert/strict";
import { after, describe } from "node:test";
import { inspect } from "node:util";
import pg from "pg";
import { pluck } from "../../../test/pluck.ts";
import { openPostgres } from "../../../test/postgres.ts";
import { as, openAt } from "../../../test/postgres-store.ts";
import { change, commitOf, failsWith, failure } from "../../../test/store-contract/change.ts";
import { testWith } from "../../../test/test-with.ts";
import { until } from "../../../test/until.ts";

const postgres = await openPostgres({ durable: true });
after(() => postgres.close());

const it = testWith(async (t) => {
  const url = await postgres.database();
  const store = await openAt(url);
  t.after(() => store.close());
  return { url, store };
});

describe("a database that is away", () => {
  it("makes everything unavailable immediately, and recovers without further action", async ({ store }) => {
    let rings = 0;
    store.watch(() => rings++);
    await until(() => rings === 1);
    await store.commit(commitOf([change("a/x", 1)]));
    await postgres.stop();
    await until(() => !store.connections.isListening);
    await failsWith(
      "unavailable",
      store.commit(commitOf([change("a/x", 2)])),
      /The database test_\d+ on 127\.0\.0\.1:\d+ cannot be reached/,
    );
    await Promise.all(
      [store.head(), store.whole(), store.changesAfter(0, 1), store.lastUsed.of([])].map((use) => failsWith("unavailable", use)),
    );
    await postgres.start();
    assert.equal((await store.commit(commitOf([change("a/x", 3)]))).revision, 2);
    // A database that has just started may cut the listener once more.
    await until(() => rings >= 2 && store.connections.isListening);
  });

  it("and had crashed has kept every commit that was acknowledged", async ({ store }) => {
    let acknowledged = 0;
    const write = async () => {
      for (;;) acknowledged = (await store.commit(commitOf([change("a/x", acknowledged + 1)]))).revision;
    };
    const ended = failure(write());
    await until(() => acknowledged >= 30);
    await postgres.kill();
    assert.equal((await ended).code, "unavailable");
    await postgres.start();
    await until(() =>
      store.head().then(
        () => true,
        () => false,
      ),
    );
    const { head, rows } = await store.whole();
    // The one that was under way may have happened; nothing else.
    assert.ok(head.revision === acknowledged || head.revision === acknowledged + 1, `${acknowledged} and ${head.revision}`);
    assert.deepEqual(pluck(rows, "value", "revision"), [[String(head.revision), head.revision]]);
  });

  it("and hangs is given up on, and connections that it kept are not used again", async ({ store }) => {
    await store.commit(commitOf([change("a/x", 1)]));
    postgres.freeze();
    try {
      await Promise.all([store.head(), store.commit(commitOf([change("a/x", 2)]))].map((use) => failsWith("unavailable", use)));
    } finally {
      postgres.thaw();
    }
    assert.equal((await store.commit(commitOf([change("a/x", 3)]))).revision, 2);
  });

  it("does not keep a store from closing while it hangs during a query", async ({ store }) => {
    store.watch(() => undefined);
    await until(() => store.connections.isListening);
    await store.commit(commitOf([change("a/x", 1)]));
    postgres.freeze();
    const asked = Promise.all([store.whole(), store.commit(commitOf([change("a/x", 2)]))].map(failure));
    try {
      await new Promise(setImmediate);
      await store.close();
      assert.equal(store.connections.total, 0);
      for (const { code, message } of await asked) {
        assert.equal(code, "unavailable");
        assert.doesNotMatch(message, /timeout/, "cut off, and not waited for");
      }
    } finally {
      postgres.thaw();
    }
  });
});

describe("a connection that is lost", () => {
  it("in the middle of a commit that had done nothing yet is replaced, and the commit happens once", async ({ url, store }) => {
    const blocker = await holdingHead(url);
    const done = store.commit(commitOf([change("a/x", 1)]));
    await until(async () => (await cutWaiting(url)) > 0);
    await blocker.end();
    assert.equal((await done).revision, 1);
    assert.equal((await store.history("a", { limit: 9 })).length, 1);
  });

  it("while it commits leaves it open whether that happened, and this node looks", async ({ url, store }) => {
    let rings = 0;
    store.watch(() => rings++);
    await until(() => rings === 1);
    // The commit is on the disk and waits for a standby that there is not.
    await waitForStandby("nobody");
    const done = failure(store.commit(commitOf([change("a/x", 1)])));
    await until(async () => (await cutWaiting(url, "SyncRep")) > 0);
    const { code, message } = await done;
    assert.deepEqual(
      [code, /which may have succeeded: check before you repeat the change/.test(message)],
      ["unavailable", true],
      message,
    );
    await waitForStandby("");
    assert.deepEqual([(await store.head()).revision, rings], [1, 2]);
  });
});

describe("refusals by PostgreSQL", () => {
  it("is said without the password, and with what to do", async ({ url }) => {
    await postgres.run(url, "create role clerk login password 'right'");
    await postgres.run(url, "create role crowd login password 'hunter2' connection limit 0");
    const cases: [string, RegExp][] = [
      [as(url, "clerk", "hunter2"), /rejects the sign-in: check the user and the password in DRAWBRIDGE_DATABASE_URL/],
      [as(url, "nobody", "hunter2"), /rejects the sign-in/],
      [as(url, "clerk", ""), /rejects the sign-in/],
      [as(url, "crowd", "hunter2"), /has no free connection: raise max_connections/],
      [url.replace(/test_\d+$/, "nowhere"), /^The database nowhere on .* does not exist: create it/],
      [url.replace(`:${postgres.port}`, ":1"), /cannot be reached/],
      [url.replace("127.0.0.1", "no-such-host.invalid"), /cannot be reached/],
      [`${url}?sslmode=require`, /cannot be reached over TLS/],
      [
        `${url}?sslmode=verify-full&sslrootcert=/no/such/file`,
        /the certificate or key in \/no\/such\/file, which cannot be read \(ENOENT\)/,
      ],
    ];
    for (const [wrong, sentence] of cases) {
      const error = await failure(openAt(wrong));
      assert.equal(error.code, "unavailable", wrong);
      assert.match(error.message, sentence);
      // With its causes, as a log would print it.
      assert.doesNotMatch(inspect(error, { depth: 20, showHidden: true }), /hunter2|drawbridge-test/);
    }
  });

  it("to write is said, and it goes on being read", async ({ url }) => {
    await postgres.run(postgres.url, "create role reader login password 'r'; grant pg_read_all_data to reader");
    await postgres.run(postgres.url, `alter database ${url.split("/").at(-1)} set default_transaction_read_only = on`);
    const writer = await openAt(url);
    // Transactions here state that they write, so a default does not stop them.
    assert.equal((await writer.commit(commitOf([change("a/x", 1)]))).revision, 1);
    const reader = await openAt(as(url, "reader", "r"));
    await failsWith("unavailable", reader.commit(commitOf([change("a/x", 2)])), /denies this user a permission/);
    assert.equal((await reader.head()).revision, 1);
    await Promise.all([writer.close(), reader.close()]);
  });

  it("because it is a standby is said, and it goes on being read", async ({ url, store }) => {
    await store.commit(commitOf([change("a/x", 1)]));
    await postgres.stop();
    await postgres.start("standby");
    await failsWith(
      "unavailable",
      store.commit(commitOf([change("a/x", 2)])),
      /is read-only: it may be a standby\. Set DRAWBRIDGE_DATABASE_URL to the primary/,
    );
    assert.equal((await store.whole()).head.revision, 1);
    await (await openAt(url)).close();
    await postgres.stop();
    await postgres.start();
    assert.equal((await store.commit(commitOf([change("a/x", 3)]))).revision, 2);
  });

  it("because another client holds a lock is reported in bounded time, and reads continue until it locks the table", async ({
    url,
    store,
  }) => {
    const blocker = await holdingHead(url);
    await failsWith("unavailable", store.commit(commitOf([change("a/x", 1)])), /is blocked: another program holds a lock/);
    assert.equal((await store.head()).revision, 0);
    await blocker.query("lock table head in access exclusive mode");
    const asked = [store.head(), store.end(), store.project("acme")];
    await Promise.all(asked.map((each) => failsWith("unavailable", each, /is blocked: another program holds a lock/)));
    await blocker.end();
    assert.equal((await store.commit(commitOf([change("a/x", 1)]))).revision, 1);
  });
});

/** A session of another client that holds the lock on the head. */
async function holdingHead(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("begin; select 1 from head for update");
  return client;
}

async function waitForStandby(name: string): Promise<void> {
  await postgres.run(postgres.url, `alter system set synchronous_standby_names = '${name}'`);
  await postgres.run(postgres.url, "select pg_reload_conf()");
  await until(
    async () => (await postgres.run(postgres.url, "show synchronous_standby_names"))[0]?.synchronous_standby_names === name,
  );
}

/** Ends the sessions that wait for a lock, or for that. How many there were. */
async function cutWaiting(url: string, event = "%"): Promise<number> {
  const [row] = await postgres.run(
    url,
    `select count(pg_terminate_backend(pid))::int as cut from pg_stat_activity
     where datname = current_database() and wait_event_type in ('Lock', 'IPC') and wait_event like $1`,
    [event],
  );
  return Number(row?.cut);
}
