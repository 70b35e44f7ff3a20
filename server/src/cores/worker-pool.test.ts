/** The pool with real processes, fed by a store in memory. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RawSocket } from "../../test/raw-socket.ts";
import { config, maintenance, requestHead, startReadServer } from "../../test/read-server.ts";
import { Catalog } from "../catalog/catalog.ts";
import { serverLimits } from "../limits/server-limits.ts";
import { ReadCounts } from "../metrics/read-counts.ts";
import { Publisher } from "../publisher.ts";
import { WorkerPool } from "./worker-pool.ts";

test("a process answers not_ready until it has a copy, and another copy loses no commit that comes meanwhile", async () => {
  await using server = await startReadServer({
    projects: [{ project: "acme", instances: { "eu-1": { name: "Europe" } }, platforms: { ios: { minimum: "1" } } }],
  });
  const key = await server.addKey("acme");
  const catalog = new Catalog();
  const { usage } = catalog;
  const pool = new WorkerPool({
    count: 2,
    catalog,
    files: { exhausted: 0 },
    counts: new ReadCounts(),
    limits: serverLimits({ unknownKeyLimit: "none", keyLimit: "none" }),
    rules: {
      logLevel: "error",
      data: "none",
      logAddresses: true,
      unknownKeyLimit: "none",
      keyLimit: "none",
      trustedProxies: [],
      fastPath: true,
      zones: null,
    },
    log: { error: (fields) => assert.fail(JSON.stringify(fields)) },
  });
  const listener = await pool.open({ host: "127.0.0.1", port: 0 }, new Set(["config", "maintenance", "health"] as const));
  const statuses = async (target: string) => {
    const asked = await Promise.all(Array.from({ length: 20 }, () => statusOf(listener.port, target, key)));
    return [...new Set(asked)];
  };
  try {
    await pool.start();
    assert.deepEqual(await statuses("/readyz"), [503]);
    assert.deepEqual(await statuses(`${config}?platform=ios&current_version=1`), [503]);
    assert.equal(pool.status().ready, 0);
    const { store } = server;
    await pool.load(await store.rows(), await store.head());
    assert.deepEqual(await statuses("/readyz"), [200]);
    assert.deepEqual(await statuses(`${config}?platform=ios&current_version=1`), [200]);
    assert.equal(pool.status().ready, 2);
    const publisher = new Publisher(store, Date.now, [(changes, head) => pool.apply(changes, head)]);
    for (const id of ["eu-2", "eu-3", "eu-4"]) {
      const loading = pool.load(await store.rows(), await store.head());
      const published = await publisher.publish(made(id));
      assert.equal(published.visible, "everywhere");
      assert.deepEqual(await statuses(`${maintenance}?instanceId=${id}`), [200]);
      await loading;
      assert.deepEqual(await statuses(`${maintenance}?instanceId=${id}`), [200]);
    }
  } finally {
    await pool.stop(1_000);
  }
  // 20 each: one refused, one answered, and six more; a request before the catalog was ready does not count as admitted.
  assert.equal(usage.find("acme", "key-1")?.letIn.sum(Date.now()), 20 * 7);
});

test("a hanging worker does not block the log during a reload", async () => {
  await using server = await startReadServer({ projects: [{ project: "acme" }] });
  const { store } = server;
  const pool = new WorkerPool({
    count: 2,
    catalog: new Catalog(),
    files: { exhausted: 0 },
    counts: new ReadCounts(),
    limits: serverLimits({ unknownKeyLimit: "none", keyLimit: "none" }),
    rules: {
      logLevel: "silent",
      data: "none",
      logAddresses: true,
      unknownKeyLimit: "none",
      keyLimit: "none",
      trustedProxies: [],
      fastPath: true,
      zones: null,
    },
    log: { error: () => undefined },
  });
  await pool.open({ host: "127.0.0.1", port: 0 }, new Set(["config"] as const));
  await pool.start();
  const whole = async () => pool.load(await store.rows(), await store.head());
  let hung = 0;
  try {
    assert.equal(await whole(), "everywhere");
    hung = pool.status().pids[0] ?? 0;
    process.kill(hung, "SIGSTOP");
    assert.equal(await whole(), "local");
    process.kill(hung, "SIGCONT");
    while ((await whole()) !== "everywhere");
    assert.equal(pool.status().ready, 2);
  } finally {
    if (hung > 0) process.kill(hung, "SIGCONT");
    await pool.stop(1_000);
  }
});

/** A change that makes an instance like the first one. */
function made(id: string): Parameters<Publisher["publish"]>[0] {
  return {
    project: "acme",
    actor: "test",
    reason: "",
    override: [],
    dryRun: false,
    edits: ({ instance }) => [{ kind: "instance", id, value: instance.get("eu-1")?.value ?? null }],
  };
}

async function statusOf(port: number, target: string, key: string): Promise<number> {
  const raw = await RawSocket.open(port);
  raw.write(requestHead({ target, key }));
  const { status } = await raw.response();
  raw.socket.destroy();
  return status;
}
