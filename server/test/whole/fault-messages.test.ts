/** Every fault has the same sentence in log, /status, metrics and refused changes. Reads are answered throughout. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { type TestContext, test } from "node:test";
import type * as wire from "drawbridge-rules/wire/status.ts";
import { openLog } from "../../src/base/log.ts";
import { firing, scrape } from "../alert-rules.ts";
import { freeAddress } from "../free-port.ts";
import { openPostgres } from "../postgres.ts";
import { EdgeProgram } from "../running-edge.ts";
import { metricsToken, startWatched, type WatchedProgram } from "../running-program.ts";
import { SmallDisk } from "../small-disk.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";

const directories = temporaryDirectories();
const adminToken = "environment-token-0123456789-0123456789";

interface Line extends Readonly<Record<string, unknown>> {
  readonly level: string;
  readonly msg: string;
}

/** A process as operators see it. */
interface Watched {
  readonly admin: string;
  readonly reads: string;
  readonly lines: readonly Line[];
  change?(): Promise<{ readonly status: number; readonly detail: string }>;
}

interface Fault {
  readonly begin: () => unknown;
  readonly end: () => unknown;
  /** Repeated until the fault shows. */
  readonly provoke?: () => unknown;
  readonly problem: RegExp;
  readonly state: "interrupted" | "following";
  readonly alert: string;
}

const headers = { authorization: `Bearer ${metricsToken}` };

async function sourceOf({ admin }: Watched): Promise<wire.SourceStatus> {
  const { sources } = (await (await fetch(`${admin}/status`, { headers })).json()) as wire.Status;
  assert.ok(sources[0]);
  return sources[0];
}

async function tellsOf(watched: Watched, { begin, end, provoke, problem, state, alert }: Fault): Promise<void> {
  const before = watched.lines.length;
  const earlier = await scrape(watched.admin);
  // The small disks of tests have less room than the rule for disks wants.
  const alerts = async () => firing(await scrape(watched.admin), earlier).filter((name) => name !== "DrawbridgeDiskFilling");
  const isSo = async () => {
    await provoke?.();
    return problem.test((await sourceOf(watched)).problem ?? "");
  };
  assert.deepEqual(await alerts(), []);
  await begin();
  let shown = 0;
  try {
    await until(isSo);
    shown = watched.lines.length;
    const found = await sourceOf(watched);
    assert.deepEqual([found.state, await alerts()], [state, [alert]]);
    const refused = await watched.change?.();
    if (refused) {
      assert.equal(refused.status, 503, refused.detail);
      // Changes that provoke the fault have lines of their own.
      const isOfChange = ({ status, reason }: Line) => status === 503 && reason === refused.detail;
      await until(() => watched.lines.slice(before).some(isOfChange));
      const line = watched.lines.slice(before).find(isOfChange);
      assert.deepEqual([line?.level, line?.code], ["warn", "unavailable"]);
    }
    for (const path of ["/readyz", "/healthz"]) assert.equal((await fetch(watched.reads + path)).status, 200, path);
    const lines = watched.lines.slice(before);
    assert.ok(
      lines.some((line) => line.level === "error" && problem.test(String(line.reason))),
      JSON.stringify(lines),
    );
    assertOncePerOutage(lines);
  } finally {
    await end();
  }
  await until(async () => (await sourceOf(watched)).problem === null);
  assert.deepEqual([(await sourceOf(watched)).state, await alerts()], ["following", []]);
  if (state === "interrupted") {
    // From when the fault has shown: a standby is read, and back, until the first write. A replica on the same disk is back by itself.
    const back = watched.lines.slice(shown).filter(({ event }) => event === "store.back" || event === "origin.back");
    assert.deepEqual([back.length, back[0]?.level], [1, "info"], JSON.stringify(back));
  }
}

function assertOncePerOutage(lines: readonly Line[]): void {
  const told = new Set<unknown>();
  for (const { level, reason, awaySeconds } of lines) {
    if (awaySeconds !== undefined) told.clear();
    if (level !== "error" || reason === undefined) continue;
    assert.ok(!told.has(reason), `twice in one outage: ${reason}`);
    told.add(reason);
  }
}

interface Kept extends Watched {
  readonly program: WatchedProgram;
}

function recordedLog() {
  const lines: Line[] = [];
  return { lines, log: openLog("info", { write: (line) => void lines.push(JSON.parse(line)) }) };
}

async function startNode(t: TestContext, directory: string, env: Readonly<Record<string, string>> = {}): Promise<Kept> {
  const { lines, log } = recordedLog();
  const program = await startWatched({
    directory,
    log,
    env: { DRAWBRIDGE_ADMIN_LISTEN: "127.0.0.1:0", DRAWBRIDGE_ADMIN_TOKEN: adminToken, ...env },
  });
  t.after(() => program.stop().catch(() => undefined));
  await program.admin("PUT", "/admin/v1/projects/acme", { name: "Acme" }, { "if-none-match": "*" });
  let changes = 0;
  const change = async () => {
    const form = { name: `Acme ${++changes}` };
    const { status, body } = await program.admin("PUT", "/admin/v1/projects/acme", form, { "if-match": "*" });
    return { status, detail: String(body.detail) };
  };
  return { program, admin: program.urls.admin, reads: program.urls.config, lines, change };
}

test("on PostgreSQL: a database that is away", async (t) => {
  const postgres = await openPostgres();
  const node = await startNode(t, directories(), { DRAWBRIDGE_DATABASE_URL: await postgres.database() });
  t.after(() => postgres.close());
  await tellsOf(node, {
    state: "interrupted",
    alert: "DrawbridgeStoreUnavailable",
    begin: () => postgres.stop(),
    end: () => postgres.start(),
    problem: /cannot be reached: check that it runs/,
  });
});

test("on SQLite: a file system that became read-only", { skip: SmallDisk.unavailable }, async (t) => {
  const directory = directories();
  const { change: _, ...node } = await startNode(t, directory);
  const other = directories();
  mkdirSync(other, { recursive: true });
  await tellsOf(node, {
    state: "interrupted",
    alert: "DrawbridgeStoreUnavailable",
    begin: () => {
      execFileSync("mount", ["--bind", directory, other]);
      execFileSync("mount", ["-o", "remount,bind,ro", other]);
      execFileSync("mount", ["--bind", other, directory]);
    },
    end: () => {
      execFileSync("umount", ["-l", directory]);
      execFileSync("umount", ["-l", other]);
    },
    problem: /cannot be written.* file system that is mounted read-only/,
  });
});

test("at an edge", async (t) => {
  // Outside the ephemeral range: the origin starts again on them.
  const [DRAWBRIDGE_LISTEN, DRAWBRIDGE_ADMIN_LISTEN] = [await freeAddress(), await freeAddress()];
  const addresses = { DRAWBRIDGE_LISTEN, DRAWBRIDGE_ADMIN_LISTEN };
  const origin = await startNode(t, directories(), addresses);
  const { body } = await origin.program.admin("POST", "/admin/v1/tokens", { kind: "edge", name: "Frankfurt" });
  const start = async (t: TestContext, directory: string): Promise<Watched> => {
    const { lines, log } = recordedLog();
    const env = { DRAWBRIDGE_METRICS_TOKEN: metricsToken };
    const edge = await EdgeProgram.start({ directory, origin: origin.program.urls.edge, token: String(body.token), env, log });
    t.after(() => edge.stop());
    await until(() => edge.running.status().state === "following");
    const { urls } = edge.running;
    return { admin: urls.admin, reads: urls.config, lines };
  };
  await t.test("a full disk", { skip: SmallDisk.unavailable }, async (t) => {
    const disk = new SmallDisk(4_000_000);
    const watched = await start(t, disk.directory);
    t.after(() => disk.close());
    await tellsOf(watched, {
      state: "following",
      alert: "DrawbridgeReplicaProblem",
      begin: () => disk.fill(),
      // The edge removes a replica that lacks a commit: the next replica may fit into that room.
      provoke: () => {
        disk.fill();
        return origin.change?.();
      },
      end: async () => {
        const listed = async () => JSON.stringify((await origin.program.admin("GET", "/admin/v1/edges")).body);
        await until(async () => /cannot be written to the disk/.test(await listed()));
        disk.makeRoom();
        await origin.change?.();
      },
      problem: /the replica cannot be written to the disk \(ENOSPC\)/,
    });
  });
  await t.test("an origin that is away", async (t) => {
    const watched = await start(t, directories());
    await tellsOf(watched, {
      state: "interrupted",
      alert: "DrawbridgeOriginUnavailable",
      begin: () => origin.program.stop(),
      end: () => startNode(t, origin.program.directory, addresses),
      // A stream that only ended is not a fault yet, so it is not logged.
      problem: /the origin cannot be reached/,
    });
  });
});
