/** Two PostgreSQL under Patroni: a node that names both members, and one that asks HAProxy, during a switchover and a failover. */
import assert from "node:assert/strict";
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import pg from "pg";
import { project } from "../cluster/cluster.ts";
import { WritingNodes } from "../cluster/writing-nodes.ts";
import { freePort } from "../free-port.ts";
import { unprivileged } from "../postgres.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";
import { missing, type RunningForeign, runForeign, startForeign } from "./foreign-program.ts";

const directories = temporaryDirectories();
const directory = mkdtempSync(join(tmpdir(), "drawbridge-patroni-"));
after(() => rmSync(directory, { recursive: true, force: true }));
const install = "apt install patroni python3-etcd etcd-server haproxy postgresql";
const skip = ["patroni", "etcd", "haproxy", "pg_config"].map((program) => missing(program, install)).find(Boolean) ?? false;

interface Patroni {
  readonly name: string;
  readonly port: number;
  readonly rest: number;
  readonly data: string;
  readonly running: RunningForeign;
}

async function startEtcd(): Promise<RunningForeign & { readonly port: number }> {
  const [port, peer] = [await freePort(), await freePort()];
  const [clients, peers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peer}`];
  const served = ["--listen-client-urls", clients, "--advertise-client-urls", clients, "--listen-peer-urls", peers];
  const alone = ["--initial-advertise-peer-urls", peers, "--initial-cluster", `default=${peers}`];
  const args = ["--data-dir", join(directory, "etcd"), ...served, ...alone];
  return { ...(await startForeign("etcd", { args, port, unprivileged })), port };
}

async function startPatroni(name: string, etcd: number): Promise<Patroni> {
  const [port, rest, data] = [await freePort(), await freePort(), join(directory, name)];
  const trusted = (database: string) => `host ${database} all 127.0.0.1/32 trust`;
  const own = { listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}`, data_dir: data };
  const authentication = {
    superuser: { username: "postgres", password: "x" },
    replication: { username: "replicator", password: "x" },
  };
  // JSON is YAML.
  const settings = {
    scope: "drawbridge",
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: { ttl: 20, loop_wait: 2, retry_timeout: 5 },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }],
      pg_hba: [trusted("all"), trusted("replication")],
    },
    postgresql: {
      ...own,
      bin_dir: runForeign("pg_config", ["--bindir"]).trim(),
      pgpass: `${data}.pgpass`,
      authentication,
      parameters: { unix_socket_directories: "" },
    },
  };
  const file = `${data}.yml`;
  writeFileSync(file, JSON.stringify(settings), { mode: 0o644 });
  return { name, port, rest, data, running: await startForeign("patroni", { args: [file], port: rest, unprivileged }) };
}

async function startHaproxy(members: readonly Patroni[]): Promise<RunningForeign & { readonly port: number }> {
  const [port, file] = [await freePort(), join(directory, "haproxy.cfg")];
  const lines = [
    "defaults",
    ...["mode tcp", "timeout connect 4s", "timeout client 30m", "timeout server 30m", "timeout check 5s"],
    "listen primary",
    ...[`bind 127.0.0.1:${port}`, "option httpchk OPTIONS /primary", "http-check expect status 200"],
    "default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions",
    ...members.map((member) => `server ${member.name} 127.0.0.1:${member.port} check port ${member.rest}`),
  ];
  writeFileSync(file, `${lines.join("\n")}\n`);
  return { ...(await startForeign("haproxy", { args: ["-f", file], port })), port };
}

/** As `/primary` and `/replica` of its REST API answer. */
async function isRole({ rest }: Patroni, role: "primary" | "replica"): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${rest}/${role}`, { headers: { connection: "close" } }).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status === 200;
}

async function run(port: number, database: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host: "127.0.0.1", port, user: "postgres", database });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Ends both like a power cut. */
function kill({ data, running }: Patroni): void {
  const [postmaster] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n").map(Number);
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8").trim().split(" ").map(Number);
  for (const pid of [running.pid, postmaster ?? 0, ...children]) if (pid > 1) process.kill(pid, "SIGKILL");
}

test("Patroni: writes come back after a switchover and a failover, by its members and by HAProxy, and no read fails", {
  skip,
}, async () => {
  if (unprivileged.uid !== undefined) chownSync(directory, unprivileged.uid, unprivileged.gid);
  await using ends = new AsyncDisposableStack();
  const etcd = ends.use(await startEtcd());
  const first = await startPatroni("p0", etcd.port);
  ends.use(first.running);
  await until(() => isRole(first, "primary"));
  const second = await startPatroni("p1", etcd.port);
  ends.use(second.running);
  await until(() => isRole(second, "replica"));
  const haproxy = ends.use(await startHaproxy([first, second]));
  await run(first.port, "postgres", "create role clerk login password 'c'");
  await run(first.port, "postgres", "create database app owner clerk encoding 'UTF8' template template0");
  const members = `127.0.0.1:${first.port},127.0.0.1:${second.port}`;
  const nodes = await WritingNodes.open(directories(), [
    `postgres://clerk:c@${members}/app?target_session_attrs=read-write&connect_timeout=2`,
    `postgres://clerk:c@127.0.0.1:${haproxy.port}/app`,
  ]);
  try {
    const body = JSON.stringify({ leader: first.name, candidate: second.name });
    const switched = await fetch(`http://127.0.0.1:${first.rest}/switchover`, { method: "POST", body });
    assert.equal(switched.status, 200, await switched.text());
    console.log(`switchover: writes after ${(await nodes.untilWritten()).toFixed(0)} ms`);
    await until(() => isRole(first, "replica"));
    kill(second);
    await until(() => isRole(first, "primary"));
    console.log(`failover: writes after ${(await nodes.untilWritten()).toFixed(0)} ms`);
    await nodes.stopWriting();
    const sql = `select value::json -> 'messages' -> 'default' ->> 'en' as text from changes where project = '${project}' and kind = 'project' and value is not null`;
    const texts = new Set((await run(first.port, "app", sql)).map(({ text }) => text));
    const lost = nodes.acknowledged.filter((text) => !texts.has(text));
    console.log(`${nodes.acknowledged.length} acknowledged, ${lost.length} of them lost, ${nodes.refusals.length} refused`);
    assert.deepEqual(nodes.watcher.failures, []);
    for (const node of nodes.all) await until(async () => texts.has(await nodes.textOf(node)));
  } finally {
    await nodes.close();
  }
});
