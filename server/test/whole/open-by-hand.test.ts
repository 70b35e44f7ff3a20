/** `drawbridge open` on the machine of a node or an edge that nothing else can open: apps get in within seconds, and later their rules again. */
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openPostgres } from "../postgres.ts";
import { EdgeProgram } from "../running-edge.ts";
import { type Program, startProgram } from "../running-program.ts";
import { SmallDisk } from "../small-disk.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";

const directories = temporaryDirectories();
const metricsToken = "metrics-token-0123456789-0123456789-0123";
const ttl = 2;
const ends: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const end of ends.reverse()) await end();
});

const manifest = {
  apiVersion: "drawbridge/v1",
  project: "shop",
  name: "Shop",
  ttl: `PT${ttl}S`,
  stores: { apple: "https://apps.apple.com/app/id1" },
  platforms: { ios: { minimum: "2.0.0" } },
  instances: { "eu-1": { name: "Europe" } },
};
const config = "/api/v1/config?platform=ios&current_version=1.0.0";
const gate = "/api/v1/gate?platform=ios&current_version=1.0.0&instanceId=eu-1";
const maintenance = "/api/v1/maintenance?instanceId=eu-1";

/** Starts a node whose project forces every app, and stays in maintenance. */
async function closedNode(directory = directories(), start = startProgram, env: Readonly<Record<string, string>> = {}) {
  const node = await start({ directory, env: { DRAWBRIDGE_METRICS_TOKEN: metricsToken, ...env } });
  ends.push(() => node.stop());
  const created = await node.admin("PUT", "/admin/v1/projects/shop/manifest", manifest, { "if-none-match": "*" });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const key = String((await node.admin("POST", "/admin/v1/projects/shop/keys", { name: "app" })).body.key);
  const request = { for: "PT1H", overrun: "hold", whole_project: true };
  const started = await node.admin("POST", "/admin/v1/projects/shop/maintenance/start", request);
  assert.equal(started.status, 200, JSON.stringify(started.body));
  return { node, key };
}

async function read(url: string, path: string, key: string) {
  const response = await fetch(`${url}${path}`, { headers: { "x-api-key": key, connection: "close" } });
  const maxAge = Number(/max-age=(\d+)/.exec(response.headers.get("cache-control") ?? "")?.[1]);
  const body = (await response.json()) as Readonly<Record<string, unknown>>;
  return { reason: response.headers.get("drawbridge-reason"), maxAge, body };
}

/** True if all three endpoints let the app in, false if none does. */
async function isOpen(url: string, key: string): Promise<boolean | null> {
  const [a, b, c] = await Promise.all([config, gate, maintenance].map((path) => read(url, path, key)));
  const isIn = [
    a?.body.force_upgrade === false && a.body.maintenance_active === false && a.reason === "opened",
    b?.body.update === "none" && b.body.maintenance === "none" && b.reason === "opened",
    c?.body.is_maintenance === false && c.reason === "opened",
  ];
  const isOut = [a?.body.force_upgrade, b?.body.update === "forced", c?.body.is_maintenance];
  if (isIn.every(Boolean)) return true;
  return isOut.every(Boolean) ? false : null;
}

/** The command itself, with the data directory as a person types it. */
function open(cli: Program["cli"], directory: string, ...options: string[]) {
  return cli("open", "shop", "--data", directory, "--reason", "origin is down", ...options);
}

/** Opens for five seconds, and follows answers until the project is closed again. */
async function opensAndCloses(url: string, key: string, directory: string, cli: Program["cli"]): Promise<void> {
  assert.equal(await isOpen(url, key), false);
  const { code, out, err } = await open(cli, directory, "--for", "5s");
  assert.equal(code, 0, err);
  const end = Date.parse(/until (\S+ \S+) UTC/.exec(out)?.[1]?.replace(" ", "T").concat("Z") ?? "");
  assert.equal(await isOpen(url, key), true, "the command returns once apps are let in");
  for (;;) {
    const before = Date.now();
    const answers = await Promise.all([config, gate, maintenance].map((path) => read(url, path, key)));
    if (answers.every(({ reason }) => reason !== "opened")) break;
    for (const { reason, maxAge } of answers) {
      // Printed ends have no milliseconds.
      if (reason === "opened") assert.ok(before + maxAge * 1000 <= end + 1_000, `max-age ${maxAge} lasts past the end`);
    }
    assert.ok(before <= end + 2_000, "it is still open two seconds after its end");
    await sleep(50);
  }
  assert.equal(await isOpen(url, key), false);
}

describe("drawbridge open", () => {
  test("opens an edge, and an edge behind it, whose origin ended during maintenance; the history of the origin gets it later", async () => {
    const directory = directories();
    const { node, key } = await closedNode(directory);
    const { token } = (await node.admin("POST", "/admin/v1/edge-tokens", { name: "edges" })).body;
    const cli = node.cli;
    const edges: { readonly edge: EdgeProgram; readonly data: string }[] = [];
    for (const origin of [() => node.urls.edge, () => edges[0]?.edge.url ?? ""]) {
      const data = directories();
      const env = { DRAWBRIDGE_METRICS_TOKEN: metricsToken };
      const edge = await EdgeProgram.start({ directory: data, origin: origin(), token: String(token), env });
      ends.push(() => edge.stop());
      await until(
        () => edge.running.status().revision,
        (revision) => revision !== null,
      );
      edges.push({ edge, data });
    }
    await node.stop();
    for (const { edge, data } of edges) await opensAndCloses(edge.url, key, data, cli);
    const [first] = edges;
    assert.ok(first);
    assert.equal((await open(cli, first.data, "--for", "1h")).code, 0);
    const seen = { headers: { authorization: `Bearer ${metricsToken}` } };
    const status = (await (await fetch(`${first.edge.url}/status`, seen)).json()) as { readonly opened_until: string };
    assert.ok(Date.parse(status.opened_until) > Date.now() + 3_500_000);
    assert.match(
      await (await fetch(`${first.edge.url}/metrics`, seen)).text(),
      /^drawbridge_opened_until_timestamp_seconds\{project="shop"\} \d+/m,
    );
    assert.equal(await isOpen(edges[1]?.edge.url ?? "", key), false, "the edge behind it has orders of its own");
    const again = await startProgram({ directory, env: { DRAWBRIDGE_LISTEN: new URL(node.urls.edge).host } });
    ends.push(() => again.stop());
    // The order that has ended, that of the edge behind it, and the one in force: each once.
    await until(
      async () => JSON.stringify((await again.admin("GET", "/admin/v1/projects/shop/history")).body),
      (text) => text.match(/Opened by hand on [^"]* until [^"]*: origin is down/g)?.length === 3,
    );
    assert.equal((await cli("open", "shop", "--end", "--data", first.data)).code, 0);
    await until(
      () => isOpen(first.edge.url, key),
      (open) => open === false,
    );
  });

  test("opens a node whose disk is full", { skip: SmallDisk.unavailable }, async () => {
    const disk = new SmallDisk(8_000_000);
    const { node, key } = await closedNode(disk.directory);
    ends.unshift(async () => disk.close());
    disk.fill();
    assert.throws(() => writeFileSync(join(disk.directory, "more"), "x".repeat(10_000)), /ENOSPC/);
    await opensAndCloses(node.urls.config, key, disk.directory, node.cli);
  });

  test("opens a node whose PostgreSQL does not answer", async () => {
    const postgres = await openPostgres();
    ends.unshift(() => postgres.close());
    const directory = directories();
    const own = { DRAWBRIDGE_DATABASE_URL: await postgres.database(), DRAWBRIDGE_ADMIN_TOKEN: metricsToken.replace("m", "n") };
    const { node, key } = await closedNode(directory, startProgram, own);
    postgres.freeze();
    try {
      await opensAndCloses(node.urls.config, key, directory, node.cli);
    } finally {
      postgres.thaw();
    }
  });

  test("holds over a restart, is in the history once, and ends on time", async () => {
    const directory = directories();
    const { node, key } = await closedNode(directory);
    assert.equal((await open(node.cli, directory, "--for", "1h")).code, 0);
    const order = readFileSync(join(directory, "opened"), "utf8");
    const history = async ({ admin }: Program) => JSON.stringify((await admin("GET", "/admin/v1/projects/shop/history")).body);
    const isNoted = (text: string) => text.match(/Opened by hand/g)?.length === 1;
    await until(() => history(node), isNoted);
    await node.stop();
    // Its end is in two seconds now, as if the restart had taken most of an hour.
    writeFileSync(join(directory, "opened"), order.replace(/"until":\d+/, `"until":${Date.now() + 2_000}`));
    const again = await startProgram({ directory });
    ends.push(() => again.stop());
    assert.equal(await isOpen(again.urls.config, key), true, "before the first answer");
    assert.ok(isNoted(await history(again)));
    await until(
      () => isOpen(again.urls.config, key),
      (open) => open === false,
    );
  });

  test("opens by a file that was restored with another mode, and refuses a directory of no process", async () => {
    const directory = directories();
    const { node, key } = await closedNode(directory);
    chmodSync(join(directory, "opened"), 0o666);
    assert.equal((await open(node.cli, directory, "--for", "1h")).code, 0);
    assert.equal(await isOpen(node.urls.config, key), true);
    const elsewhere = directories();
    mkdirSync(elsewhere);
    const refused = await open(node.cli, elsewhere);
    assert.deepEqual([refused.code, readdirSync(elsewhere)], [1, []]);
    assert.match(refused.err, /is not the data directory of a server or edge/);
  });

  test("says that the process has no such project, or that no process reads the directory", async () => {
    const directory = directories();
    const { node } = await closedNode(directory);
    const wrong = await node.cli("open", "shpo", "--data", directory, "--reason", "typed in a hurry");
    assert.equal(wrong.code, 1);
    assert.match(wrong.err, /has no project shpo/);
    await node.stop();
    const alone = await open(node.cli, directory);
    assert.equal(alone.code, 1);
    assert.match(alone.err, /No process that uses .* has read the order/);
  });

  test("opens nothing by a file that other users can write, or that is no order", async () => {
    const directory = directories();
    const { node, key } = await closedNode(directory);
    const order = [{ project: "shop", from: Date.now(), until: Date.now() + 60_000, reason: "r", by: "b" }];
    for (const [text, mode] of [
      [JSON.stringify(order), 0o666],
      [JSON.stringify([{ ...order[0], until: Date.now() + 86_400_000 * 2 }]), 0o600],
      ["[", 0o600],
    ] as const) {
      writeFileSync(join(directory, "opened"), text);
      chmodSync(join(directory, "opened"), mode);
      // The process looks at the file every second.
      for (let looks = 0; looks < 20; looks++, await sleep(75)) assert.equal(await isOpen(node.urls.config, key), false, text);
    }
  });
});
