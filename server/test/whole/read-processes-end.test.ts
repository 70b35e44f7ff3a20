/** How several processes that answer reads come to their end, and that nothing is lost with them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { freeAddress } from "../free-port.ts";
import { startProcessesProgram } from "../processes-program.ts";
import { exchange, RawSocket } from "../raw-socket.ts";
import { type Program, startProgram } from "../running-program.ts";
import { startProcesses, statusOf, until } from "../several-processes.ts";
import { SteadyLoad } from "../steady-load.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
const target = (version: string) => `/api/v1/config?platform=ios&current_version=${version}`;
const portOf = ({ urls }: Program) => Number(new URL(urls.config).port);
const demoKey = (directory: string) => readFileSync(join(directory, "demo-key"), "utf8").trim();

function request(key: string, version = "2.3.0", connection = "keep-alive"): string {
  return `GET ${target(version)} HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\nx-api-key: ${key}\r\n\r\n`;
}

/** On connections of their own, at the same time: more than one process answers them. */
async function ask(port: number, key: string, times: number, version?: string): Promise<void> {
  const ends = Array.from({ length: times }, () => exchange(port, request(key, version, "close")));
  for (const { responses } of await Promise.all(ends)) assert.equal(responses.length, 1);
}

/** Sends one request and the start of another in one piece: after the first answer, the server has both. */
async function beginOn(raw: RawSocket, text: string): Promise<void> {
  raw.write(text + text.slice(0, 60));
  assert.equal((await raw.response()).status, 200);
}

interface Use {
  readonly key: string;
  readonly hours: readonly number[];
  readonly versions: readonly { readonly version: string; readonly requests: number }[];
}

async function usageOf(
  program: Program,
): Promise<{ readonly requests: number; readonly versions: Readonly<Record<string, number>> }> {
  const { body } = await program.admin("GET", "/admin/v1/projects/acme-shop/usage");
  const [use] = body.keys as readonly Use[];
  const versions = use?.versions.map(({ version, requests }) => [version, requests]) ?? [];
  return { requests: use?.hours.reduce((a, b) => a + b, 0) ?? 0, versions: Object.fromEntries(versions) };
}

async function unknownOf(program: Program): Promise<unknown> {
  return (await program.admin("GET", "/admin/v1/usage")).body;
}

test("the counts of all workers are reported together, and written at the stop to the last request", async () => {
  const directory = directories();
  let program = await startProcesses(2, { directory, example: true });
  const key = demoKey(directory);
  await ask(portOf(program), key, 40);
  await ask(portOf(program), key, 10, "2.6.0");
  await ask(portOf(program), "unknown-read-key-0001", 7);
  await until(
    () => usageOf(program),
    ({ requests }) => requests === 50,
  );
  await until(
    () => unknownOf(program),
    (body) => JSON.stringify(body).includes("7"),
  );
  // The last requests are not reported yet.
  await ask(portOf(program), key, 25, "2.7.0");
  const { pids } = statusOf(program);
  await program.stop();
  for (const pid of pids) assert.throws(() => process.kill(pid, 0), /ESRCH/);
  program = await startProgram({ directory });
  try {
    assert.deepEqual(await usageOf(program), { requests: 75, versions: { "2.3.0": 40, "2.6.0": 10, "2.7.0": 25 } });
  } finally {
    await program.stop();
  }
});

test("a stop answers every request that was begun, whichever process has it", async () => {
  const directory = directories();
  const program = await startProcesses(2, { directory, example: true });
  const text = request(demoKey(directory));
  const raws = await Promise.all(Array.from({ length: 20 }, () => RawSocket.open(portOf(program))));
  for (const raw of raws) await beginOn(raw, text);
  const idle = await Promise.all(Array.from({ length: 10 }, () => RawSocket.open(portOf(program))));
  const stopping = program.stop();
  // Where nothing was begun, the end comes first.
  for (const raw of idle) await raw.end();
  for (const raw of raws) raw.write(text.slice(60));
  for (const raw of raws) {
    const { status, headers } = await raw.response();
    assert.deepEqual([status, headers.connection], [200, "close"]);
  }
  await stopping;
  for (const raw of raws) await raw.end();
  await assert.rejects(RawSocket.open(portOf(program)), /ECONNREFUSED/);
});

test("under load, no request fails for the end of one process or of all, and while a stop is waited for, /readyz says so", async () => {
  const directory = directories();
  const env = { DRAWBRIDGE_STOP_DELAY: "PT3S" };
  const program = await startProcesses(2, { directory, example: true, env, lameDuck: 1_000 });
  const port = portOf(program);
  const load = new SteadyLoad(port, request(demoKey(directory)), 16);
  await until(
    () => load.answers,
    (answers) => answers > 1_000,
  );
  const [ended = 0] = statusOf(program).pids;
  process.kill(ended, "SIGTERM");
  await until(
    () => statusOf(program),
    ({ ready, pids }) => ready === 2 && !pids.includes(ended),
  );
  assert.equal(load.failures, 0);
  const stopping = program.stop();
  const unready = () => exchange(port, "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  await until(unready, ({ responses }) => responses[0]?.status === 503);
  const before = load.answers;
  await stopping;
  load.end();
  assert.ok(load.answers > before);
  assert.equal(load.failures, 0);
});

test("Ctrl-C reaches every process, and the primary says what becomes of them", async () => {
  const directory = directories();
  const program = await startProcessesProgram(directory);
  const text = request(demoKey(directory));
  const raws = await Promise.all(Array.from({ length: 10 }, () => RawSocket.open(program.port)));
  for (const raw of raws) await beginOn(raw, text);
  process.kill(-(program.child.pid ?? 0), "SIGINT");
  for (const raw of raws) raw.write(text.slice(60));
  for (const raw of raws) assert.equal((await raw.response()).status, 200);
  assert.equal(await program.ended, 0);
  for (const pid of program.pids) assert.throws(() => process.kill(pid, 0), /ESRCH/);
});

test("workers whose primary has ended release the port and exit, so that the next one has it", async () => {
  const directory = directories();
  const listen = await freeAddress();
  const program = await startProcessesProgram(directory, listen);
  program.child.kill("SIGKILL");
  assert.equal(await program.ended, "SIGKILL");
  await until(
    () => program.pids.filter(isThere),
    (left) => left.length === 0,
  );
  const next = await startProcessesProgram(directory, listen);
  await ask(next.port, demoKey(directory), 5);
  next.child.kill("SIGTERM");
  assert.equal(await next.ended, 0);
});

test("an address that is taken is said as ever, and nothing is left running", async () => {
  const first = await startProcesses(1, { directory: directories() });
  const listen = `127.0.0.1:${portOf(first)}`;
  try {
    const second = startProcesses(2, { directory: directories(), env: { DRAWBRIDGE_LISTEN: listen } });
    await assert.rejects(second, {
      code: "invalid",
      message: `${listen} is in use by another program. Set DRAWBRIDGE_LISTEN to another address, such as DRAWBRIDGE_LISTEN=127.0.0.1:9080`,
    });
  } finally {
    await first.stop();
  }
});

test("processes that keep ending are said, and tried again until one stays", async () => {
  const program = await startProcesses(1, { directory: directories(), example: true });
  try {
    for (let i = 0; i < 4; i++) {
      const [pid = 0] = (
        await until(
          () => statusOf(program),
          ({ ready }) => ready === 1,
        )
      ).pids;
      process.kill(pid, "SIGKILL");
      await until(
        () => statusOf(program),
        ({ pids }) => !pids.includes(pid),
      );
    }
    assert.equal(statusOf(program).isFailing, true);
    const status = await until(
      () => statusOf(program),
      ({ ready }) => ready === 1,
    );
    assert.equal(status.restarts, 4);
    await ask(portOf(program), demoKey(program.directory), 5);
  } finally {
    await program.stop();
  }
});

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
