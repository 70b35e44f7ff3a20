/** Several worker processes: apps and operators see the same as with one process, even if a worker fails. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { RawSocket } from "../raw-socket.ts";
import { type Program, startProgram } from "../running-program.ts";
import { startProcesses, statusOf, until } from "../several-processes.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directory = temporaryDirectories()();
const base = "/admin/v1/projects/acme-shop";
const config = "/api/v1/config?platform=ios&current_version=2.3.0";
let program: Program;
let key: string;
const single = new Map<string, string>();

before(async () => {
  program = await startProgram({ directory, example: true });
  key = readFileSync(join(directory, "demo-key"), "utf8").trim();
  for (const request of requests()) single.set(request, await exchanged(request));
  await program.stop();
  program = await startProcesses(2, { directory });
});
after(() => program.stop());

/** Questions that are answered in each way there is. */
function requests(): string[] {
  const ask = (target: string, ...headers: string[]) =>
    [`GET ${target} HTTP/1.1`, "Host: localhost", ...headers, "Connection: close", "", ""].join("\r\n");
  const known = `x-api-key: ${key}`;
  return [
    ask(config, known),
    ask(config, known, "Accept-Language: de-CH"),
    ask("/api/v1/config?platform=android&current_version=2.6.0", known),
    ask("/api/v1/config?platform=amiga&current_version=1", known),
    ask("/api/v1/config?platform=ios", known),
    ask("/api/v1/maintenance?instanceId=eu-1", known),
    ask("/api/v1/maintenance?instanceId=mars", known),
    ask(config),
    ask(config, "x-api-key: unknown-read-key-0001"),
    ask("/api/v1/nothing", known),
    ask(config, known).replace("GET", "OPTIONS"),
    ask(config, known).replace("GET", "DELETE"),
    ask(config, known).replace("Host: localhost\r\n", ""),
    ask("/readyz"),
    ask("/healthz"),
    "nonsense\r\n\r\n",
  ];
}

/** The answer, except for the date. */
async function exchanged(request: string): Promise<string> {
  const raw = await RawSocket.open(Number(new URL(program.urls.config).port));
  raw.write(request);
  const { responses, rest } = await raw.end();
  const text = responses.map(({ head, body }) => `${head}\r\n\r\n${body}`).join("");
  return `${text}${rest}`.replace(/^Date: .*$/m, "Date: then");
}

/** Only one process takes connections while `work` goes on. No change may come meanwhile. */
async function answeredBy<T>(pid: number, work: () => Promise<T>): Promise<T> {
  const others = statusOf(program).pids.filter((other) => other !== pid);
  for (const other of others) process.kill(other, "SIGSTOP");
  try {
    return await work();
  } finally {
    for (const other of others) process.kill(other, "SIGCONT");
  }
}

const ready = () =>
  until(
    () => statusOf(program),
    (status) => status.ready === status.wanted && status.behind === 0,
  );

async function publish(minimum: string, beforeChange = () => {}): Promise<{ readonly visible?: unknown }> {
  const { etag } = await program.admin("GET", `${base}/policies/ios`);
  beforeChange();
  const { status, body } = await program.admin("PATCH", `${base}/policies/ios`, { minimum }, { "if-match": etag });
  assert.equal(status, 200, JSON.stringify(body));
  return { visible: body.visible };
}

/** Milliseconds: a read may wait until new processes have started. */
const patience = { timeoutMs: 30_000 };

/** Sends a read on a new connection; returns the minimum in the answer. */
async function minimumToldBy(port = Number(new URL(program.urls.config).port)): Promise<string> {
  const raw = await RawSocket.open(port);
  raw.write(`GET ${config} HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${key}\r\n\r\n`);
  const { status, body } = await raw.response(patience);
  raw.socket.destroy();
  assert.equal(status, 200);
  return /update to (\S+) or newer/.exec(body)?.[1] ?? body;
}

test("each process answers byte for byte what a single one does", async () => {
  const { pids } = statusOf(program);
  assert.equal(new Set([...pids, process.pid]).size, 3);
  for (const pid of pids) {
    await answeredBy(pid, async () => {
      for (const [request, expected] of single) assert.equal(await exchanged(request), expected, request);
    });
  }
});

test("routes that the workers do not serve are on the address of the admin API, and nothing else is", async () => {
  const answers = async (url: string) => (await fetch(url)).status;
  assert.equal(await answers(`${program.urls.admin}/openapi.json`), 200);
  assert.equal(await answers(`${program.urls.admin}${config}`), 404);
  assert.equal(await answers(`${program.urls.config}/openapi.json`), 404);
  assert.equal(await answers(`${program.urls.config}/console/`), 404);
});

test("a process that answers reads has no store open, and none of the settings", async () => {
  const sources = sourcesOf(join(import.meta.dirname, "../../src/cores/serve-reads.ts"));
  const within = join(import.meta.dirname, "../../src/");
  const names = sources.map((path) => path.replace(within, ""));
  assert.ok(names.includes("catalog/catalog.ts"), names.join(" "));
  assert.deepEqual(
    names.filter((name) => /^store\/|^http\/admin\/|settings\.ts|publisher\.ts/.test(name)),
    [],
  );
  for (const pid of existsSync("/proc/self/fd") ? statusOf(program).pids : []) {
    const open = readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
    assert.ok(open.some((path) => path.startsWith("socket:")));
    assert.deepEqual(
      open.filter((path) => path.startsWith(directory)),
      [],
    );
    assert.doesNotMatch(readFileSync(`/proc/${pid}/environ`, "latin1"), /DRAWBRIDGE_/);
  }
});

test("when a change was answered, each of 200 fresh connections sees it", async () => {
  for (const minimum of ["2.4.1", "2.4.2", "2.4.3", "2.4.4", "2.4.5"]) {
    assert.equal((await publish(minimum)).visible, undefined);
    const told = await Promise.all(Array.from({ length: 200 }, () => minimumToldBy()));
    assert.deepEqual([...new Set(told)], [minimum]);
  }
  const { lastCommitMs, localCommits, restarts } = statusOf(program);
  assert.ok(lastCommitMs !== null && lastCommitMs > 0, String(lastCommitMs));
  assert.deepEqual([localCommits, restarts], [0, 0]);
});

test("a change is answered when the slowest process has it, and that is no defect", async () => {
  const [slow = 0] = statusOf(program).pids;
  let isStopped = true;
  const { visible } = await publish("2.4.55", () => {
    process.kill(slow, "SIGSTOP");
    // Long before the primary stops waiting for it.
    setTimeout(() => {
      isStopped = false;
      process.kill(slow, "SIGCONT");
    }, 100);
  });
  assert.equal(isStopped, false);
  assert.equal(visible, undefined);
  assert.equal(await answeredBy(slow, () => minimumToldBy()), "2.4.55");
  assert.equal(statusOf(program).restarts, 0);
});

test("a revoked key is refused by each process as soon as that was answered", async () => {
  const made = await program.admin("POST", `${base}/keys`, { name: "to be revoked" });
  const ask = () =>
    fetch(`${program.urls.config}${config}`, { headers: { "x-api-key": String(made.body.key), connection: "close" } });
  assert.equal((await ask()).status, 200);
  await program.admin("POST", `${base}/keys/${made.body.id}/revoke`);
  const statuses = await Promise.all(Array.from({ length: 50 }, async () => (await ask()).status));
  assert.deepEqual([...new Set(statuses)], [401]);
});

test("a worker that hangs is reported, and replaced by one that has the change; others are not delayed", async () => {
  const [still = 0, other = 0] = statusOf(program).pids;
  process.kill(still, "SIGSTOP");
  let isEarly = true;
  setTimeout(() => {
    isEarly = false;
  }, 900);
  const { visible } = await publish("2.4.6");
  assert.equal(visible, "local");
  // The change is committed, and every worker that can be asked has it.
  assert.equal(isEarly, false);
  assert.equal(await minimumToldBy(), "2.4.6");
  const status = await ready();
  assert.deepEqual([status.restarts, status.localCommits, status.isFailing], [1, 1, false]);
  assert.ok(status.pids.includes(other) && !status.pids.includes(still), JSON.stringify(status.pids));
  const [fresh = 0] = status.pids.filter((pid) => pid !== other);
  assert.equal(await answeredBy(fresh, () => minimumToldBy()), "2.4.6");
  await until(
    () => isThere(still),
    (there) => !there,
  );
  assert.equal((await publish("2.4.7")).visible, undefined);
  assert.equal(await answeredBy(fresh, () => minimumToldBy()), "2.4.7");
});

test("the command line says it too", async () => {
  const made = await program.admin("POST", `${base}/keys`, { name: "to be revoked" });
  const [still = 0] = statusOf(program).pids;
  process.kill(still, "SIGSTOP");
  const { code, out, err } = await program.cli("key", "revoke", String(made.body.id), "--project", "acme-shop", "--yes");
  assert.equal(code, 0, err);
  assert.match(
    out,
    /was revoked\.\nFor a few seconds, a process of the server that is being replaced may still answer without it\.\n/,
  );
  // Changes that affect no answer are visible immediately, without waiting.
  const { lastCommitMs } = statusOf(program);
  const token = await program.admin("POST", `${base}/tokens`, { name: "of a script", role: "viewer" });
  assert.deepEqual([token.status, token.body.visible], [201, undefined], JSON.stringify(token.body));
  assert.equal(statusOf(program).lastCommitMs, lastCommitMs);
  await ready();
});

test("a process that is killed is replaced, and no connection of another one notices", async () => {
  const [lost = 0, other = 0] = statusOf(program).pids;
  const port = Number(new URL(program.urls.config).port);
  const kept = await answeredBy(other, async () => {
    const sockets = await Promise.all(Array.from({ length: 4 }, () => RawSocket.open(port)));
    // An answer says whose they are.
    for (const raw of sockets) await askedOn(raw);
    return sockets;
  });
  process.kill(lost, "SIGKILL");
  for (let i = 0; i < 50; i++) {
    for (const raw of kept) assert.equal(await askedOn(raw), 200);
    assert.equal(await minimumToldBy(), "2.4.7");
  }
  const status = await until(
    () => statusOf(program),
    ({ ready, pids }) => ready === 2 && !pids.includes(lost),
  );
  assert.ok(status.pids.includes(other));
  for (const raw of kept) {
    assert.equal(await askedOn(raw), 200);
    raw.socket.destroy();
  }
});

test("while no process is there, connections wait for the next one", async () => {
  for (const pid of statusOf(program).pids) process.kill(pid, "SIGKILL");
  assert.equal(await minimumToldBy(), "2.4.7");
  await ready();
});

async function askedOn(raw: RawSocket): Promise<number> {
  raw.write(`GET ${config} HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${key}\r\n\r\n`);
  return (await raw.response(patience)).status;
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return ""; // It was closed meanwhile.
  }
}

/** Our files that are loaded with that one. Types are not. */
function sourcesOf(path: string, found = new Set<string>()): string[] {
  if (found.has(path)) return [];
  found.add(path);
  const text = readFileSync(path, "utf8");
  for (const [, clause = "", from = ""] of text.matchAll(/^import ([^;]*?)from "(\.[^"]+)";$/gm)) {
    const isTypes = clause.startsWith("type ") || /^\{(\s*type [^,}]+,?\s*)+\}\s*$/.test(clause);
    if (!isTypes) sourcesOf(join(path, "..", from), found);
  }
  return [...found];
}
