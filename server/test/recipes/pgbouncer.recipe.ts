/** PgBouncer between nodes and PostgreSQL, in its three pool modes, and one in front of each host. */
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Replicated } from "../cluster/replicated.ts";
import { failOver } from "../drills/failovers.ts";
import { freePort } from "../free-port.ts";
import { openPostgres } from "../postgres.ts";
import { openAt } from "../postgres-store.ts";
import { change, commitOf, failure } from "../store-contract/change.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";
import { missing, type RunningForeign, startForeign } from "./foreign-program.ts";

const directories = temporaryDirectories();
const skip = missing("pgbouncer", "apt install pgbouncer");

interface Bouncer extends RunningForeign {
  readonly port: number;
}

async function startBouncer(postgres: number, mode: string): Promise<Bouncer> {
  const directory = mkdtempSync(join(tmpdir(), "drawbridge-pgbouncer-"));
  after(() => rmSync(directory, { recursive: true }));
  // It reads its files as another user.
  chmodSync(directory, 0o755);
  const [port, users, settings] = [await freePort(), join(directory, "users"), join(directory, "pgbouncer.ini")];
  writeFileSync(users, '"postgres" "drawbridge-test"\n"clerk" "c"\n', { mode: 0o644 });
  const lines = [
    "[databases]",
    `* = host=127.0.0.1 port=${postgres}`,
    "[pgbouncer]",
    ...["listen_addr = 127.0.0.1", `listen_port = ${port}`, "unix_socket_dir ="],
    ...["auth_type = scram-sha-256", `auth_file = ${users}`, `pool_mode = ${mode}`, "server_login_retry = 1"],
    // It does not run as root.
    ...(process.getuid?.() === 0 ? ["user = nobody"] : []),
  ];
  writeFileSync(settings, lines.join("\n"), { mode: 0o644 });
  return { ...(await startForeign("pgbouncer", { args: [settings], port })), port };
}

for (const [mode, isHeard] of [
  ["session", true],
  ["transaction", false],
] as const) {
  test(`PgBouncer in ${mode} mode: nodes migrate and commit at the same time, and ${isHeard ? "hear" : "do not hear"} each other`, {
    skip,
  }, async () => {
    const postgres = await openPostgres();
    await using bouncer = await startBouncer(postgres.port, mode);
    const url = (await postgres.database()).replace(`:${postgres.port}/`, `:${bouncer.port}/`);
    const [a, b] = await Promise.all([openAt(url), openAt(url)]);
    try {
      let rings = 0;
      a.watch(() => rings++);
      await until(() => rings > 0);
      if (isHeard) await until(() => a.connections.isListening);
      const before = rings;
      const commits = Array.from({ length: 40 }, (_, n) => (n % 2 ? a : b).commit(commitOf([change(`a/${n}`, n)])));
      const revisions = (await Promise.all(commits)).map(({ revision }) => revision);
      assert.deepEqual(
        revisions.toSorted((x, y) => x - y),
        Array.from({ length: 40 }, (_, n) => n + 1),
      );
      assert.equal(new Set(await Promise.all([a, b, a, b].map((store) => store.secret("cursor")))).size, 1);
      if (isHeard) await until(() => rings > before);
      else assert.equal(a.connections.isListening, false);
      await postgres.stop();
      assert.match((await failure(a.commit(commitOf([change("a/x", 1)])))).message, /cannot be reached: check that it runs/);
      await postgres.start();
      await until(() =>
        a.commit(commitOf([change("a/x", 1)])).then(
          () => true,
          () => false,
        ),
      );
    } finally {
      await Promise.all([a.close(), b.close()]);
      await postgres.close();
    }
  });
}

test("PgBouncer in statement mode is refused at the start", { skip }, async () => {
  const postgres = await openPostgres();
  await using bouncer = await startBouncer(postgres.port, "statement");
  const url = (await postgres.database()).replace(`:${postgres.port}/`, `:${bouncer.port}/`);
  assert.match((await failure(openAt(url))).message, /transaction blocks not allowed in statement pooling mode/);
  await postgres.close();
});

for (const mode of ["session", "transaction"]) {
  test(`PgBouncer in ${mode} mode in front of each host: writes come back although its connections outlive the primary`, {
    skip,
  }, async () => {
    await using bouncers = new AsyncDisposableStack();
    const pair = await Replicated.open(directories(), async (port) => bouncers.use(await startBouncer(port, mode)).port);
    await failOver(pair, {
      name: `a primary behind PgBouncer in ${mode} mode becomes a standby`,
      loses: false,
      async end({ primary, standby }) {
        await primary.stop();
        await primary.start("standby");
        await standby.promote();
      },
    });
  });
}
