/** Several hosts in the URL of a database: the first suitable one is used, at the first connection and after a loss. */
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { after, test } from "node:test";
import { CuttableProxy } from "../../../test/cluster/cuttable-proxy.ts";
import { openPostgres, type Postgres } from "../../../test/postgres.ts";
import { addressOf, as, openAt } from "../../../test/postgres-store.ts";
import { change, commitOf, failsWith, failure } from "../../../test/store-contract/change.ts";
import { until } from "../../../test/until.ts";
import { describeHost } from "../../base/postgres-url.ts";
import { DatabaseHosts } from "./postgres-hosts.ts";
import { inspectDatabase, openPostgresStore } from "./postgres-store.ts";

const [one, two] = await Promise.all([openPostgres(), openPostgres()]);
const dead = "127.0.0.1:1";
after(() => Promise.all([one.close(), two.close()]));

const placeOf = ({ port }: Postgres) => `127.0.0.1:${port}`;

function at(url: string, hosts: readonly string[], parameters = ""): string {
  return `${url.replace(/127\.0\.0\.1:\d+/, hosts.join())}?${parameters}`;
}

/** Databases of the same name on both, with tables. */
async function twin(): Promise<{ readonly url: string; readonly other: string }> {
  const [url, other] = await Promise.all([one.database(), two.database()]);
  assert.equal(new URL(url).pathname, new URL(other).pathname);
  for (const each of [url, other]) await (await openAt(each)).close();
  return { url, other };
}

const headOf = async (postgres: Postgres, url: string) =>
  Number((await postgres.run(url, "select revision from head"))[0]?.revision);

test("a host that is down, or accepts connections and says nothing, is passed over", async () => {
  const silent = createServer();
  const sockets = new Set<Socket>();
  silent.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  const { url } = await twin();
  const store = await openAt(at(url, [dead, `127.0.0.1:${port}`, placeOf(one)], "connect_timeout=60"));
  let rings = 0;
  store.watch(() => rings++);
  assert.equal((await store.commit(commitOf([change("a/x", 1)]))).revision, 1);
  await until(() => rings > 0 && store.connections.isListening);
  await store.close();
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test("a host that is read-only is passed over for read-write, a standby for primary too, and neither for any", async () => {
  const { url, other } = await twin();
  await one.run(one.url, `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`);
  const hosts = [placeOf(one), placeOf(two)];
  const writing = await openAt(at(url, hosts, "target_session_attrs=read-write"));
  await writing.commit(commitOf([change("a/x", 1)]));
  assert.deepEqual([await headOf(one, url), await headOf(two, other)], [0, 1]);
  await writing.close();
  for (const target of ["primary", "any"]) {
    const store = await openAt(at(url, hosts, `target_session_attrs=${target}`));
    assert.equal((await store.head()).revision, 0, target);
    await store.close();
  }
  const standby = await one.replica(0);
  try {
    for (const target of ["primary", "read-write"]) {
      const store = await openAt(at(url, [placeOf(standby), placeOf(two)], `target_session_attrs=${target}`));
      assert.equal((await store.head()).revision, 1, target);
      await store.close();
    }
    await failsWith(
      "unavailable",
      openAt(at(url, [dead, placeOf(standby)], "target_session_attrs=primary")),
      new RegExp(
        `on ${dead} or ${placeOf(standby)} has no usable host: .*${dead}: .*ECONNREFUSED.*; ${placeOf(standby)} is a standby, and target_session_attrs is primary`,
      ),
    );
  } finally {
    await standby.close();
  }
});

test("when its host ends, a store goes on at the next, hears its notifications, and comes back", async () => {
  const { url, other } = await twin();
  const store = await openAt(at(url, [placeOf(one), placeOf(two)], "target_session_attrs=read-write"));
  let rings = 0;
  store.watch(() => rings++);
  await until(() => store.connections.isListening);
  await store.commit(commitOf([change("a/x", 1)]));
  await store.commit(commitOf([change("a/x", 2)]));
  assert.deepEqual([await headOf(one, url), await headOf(two, other)], [2, 0]);
  for (const [from, revision] of [
    [one, 0],
    [two, 2],
  ] as const) {
    const before = rings;
    await from.stop();
    await until(() =>
      store.head().then(
        (head) => head.revision === revision,
        () => false,
      ),
    );
    await until(() => rings > before && store.connections.isListening);
    await from.start();
  }
  await store.close();
});

test("of two primaries, the promoted one is used, and the replaced one gets no commit, also when nothing else is there", async () => {
  const { url } = await twin();
  const standby = await one.replica(0);
  const way = await CuttableProxy.open(standby.port);
  const promoted = `127.0.0.1:${way.port}`;
  const address = addressOf(at(url, [placeOf(one), promoted]));
  const lines: object[] = [];
  const log = {
    error: (fields: object) => lines.push({ level: "error", ...fields }),
    info: (fields: object) => lines.push(fields),
  };
  const replaced = `${placeOf(one)} still accepts changes, but a promotion has replaced it (timeline 1, now 2): stop it, or make it a standby`;
  try {
    const hosts = new DatabaseHosts(address, log);
    assert.equal(describeHost(await hosts.find()), placeOf(one));
    await standby.promote();
    await hosts.recheck();
    assert.equal(describeHost(await hosts.find()), promoted);
    assert.deepEqual(lines.splice(0), [
      { event: "store.host", host: placeOf(one), passed: [] },
      { level: "error", event: "store.host", host: promoted, passed: [replaced] },
    ]);
    const store = await openPostgresStore({ address, log });
    assert.equal((await store.commit(commitOf([change("a/x", 1)]))).revision, 1);
    way.cut();
    const { code, message } = await failure(store.commit(commitOf([change("a/x", 2)])));
    assert.equal(code, "unavailable");
    assert.ok(message.includes(replaced), message);
    way.mend();
    assert.equal((await store.commit(commitOf([change("a/x", 3)]))).revision, 2);
    assert.equal(await headOf(one, url), 0);
    await store.close();
    assert.deepEqual(lines, [{ level: "error", event: "store.host", host: promoted, passed: [replaced] }]);
    assert.equal(store.connections.problem, replaced);
    assert.equal((await inspectDatabase({ address })).problem, replaced);
  } finally {
    way.close();
    await standby.close();
  }
});

test("a sign-in that the first host refuses is not tried at the next", async () => {
  const { url } = await twin();
  const { message } = await failure(openAt(at(as(url, "clerk", "hunter2"), [placeOf(one), placeOf(two)])));
  assert.match(message, /rejects the sign-in: check the user and the password/);
  assert.doesNotMatch(message, /hunter2/);
});
