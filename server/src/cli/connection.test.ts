import assert from "node:assert/strict";
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { it, type TestContext } from "node:test";
import { isUnreachable } from "drawbridge-client/admin";
import { testWith } from "../../test/test-with.ts";
import { readSettings } from "../base/settings.ts";
import { ServerRecord } from "../start/server-record.ts";
import { type ConnectionOptions, findConnection } from "./connection.ts";

const nowhere = "/nonexistent/drawbridge";
/** Only root can give files to another user. */
const asAnyone = process.geteuid?.() !== 0;

function connect(env: Readonly<Record<string, string>>, url: string | null = null, token: string | null = null) {
  return findConnection(
    { url, token },
    readSettings({ DRAWBRIDGE_DATA: nowhere, ...env }, () => assert.fail()),
  );
}

function problemOf(env: Readonly<Record<string, string>>): string {
  try {
    connect(env);
  } catch (error) {
    if (isUnreachable(error)) return `${error.reason}: ${error.message}`;
    throw error;
  }
  return assert.fail("it was connected");
}

/** A data directory with a token and no record. */
function newData(t: TestContext): string {
  const data = mkdtempSync(join(tmpdir(), "drawbridge-cli-"));
  t.after(() => rmSync(data, { recursive: true }));
  writeFileSync(join(data, "admin-token"), "dba_local\n", { mode: 0o600 });
  return data;
}

function recordServer(directory: string, url: string): void {
  new ServerRecord({ directory, listening: "127.0.0.1:1", randomBytes: (size) => new Uint8Array(size) }).write(url);
}

const test = testWith(newData);

test("the command line comes before the environment, and that before the server that has recorded itself", (data) => {
  recordServer(data, "http://127.0.0.1:9510");
  const env = { DRAWBRIDGE_DATA: data, DRAWBRIDGE_URL: "https://a.example", DRAWBRIDGE_TOKEN: "of-the-environment" };
  assert.deepEqual(connect(env, "https://b.example", "given"), {
    url: "https://b.example",
    token: "given",
    tokenSource: "--token",
    prove: null,
  });
  assert.deepEqual(connect(env), {
    url: "https://a.example",
    token: "of-the-environment",
    tokenSource: "DRAWBRIDGE_TOKEN",
    prove: null,
  });
  const { url, token, prove } = connect({ DRAWBRIDGE_DATA: data });
  assert.deepEqual([url, token, typeof prove], ["http://127.0.0.1:9510", "dba_local", "function"]);
});

it("an address that is set for a server is no address for a command", () => {
  for (const name of ["DRAWBRIDGE_LISTEN", "DRAWBRIDGE_ADMIN_LISTEN"]) {
    const problem = problemOf({ [name]: "127.0.0.1:9510", DRAWBRIDGE_ADMIN_TOKEN: "x".repeat(40) });
    assert.equal(problem, `refused: no running server is recorded in ${nowhere} (DRAWBRIDGE_DATA)`);
  }
});

test("the token that the local server wrote is sent to this machine alone, after a proof; a named one to the named address", (data) => {
  recordServer(data, "http://127.0.0.1:9510");
  const env = { DRAWBRIDGE_DATA: data };
  assert.equal(connect(env, "http://127.0.0.1:9", "given").prove, null);
  assert.notEqual(connect(env, null, "given").prove, null);
  for (const url of ["http://127.0.0.1:9", "http://localhost:9", "http://[::1]:9"]) {
    const { token, prove } = connect(env, url);
    assert.deepEqual([token, typeof prove], ["dba_local", "function"], url);
  }
  for (const url of ["https://drawbridge.example", "http://127.0.0.1.example", "http://10.0.0.1"])
    assert.equal(connect(env, url).token, null, url);
  const admin = "x".repeat(40);
  const fromEnvironment = connect({ ...env, DRAWBRIDGE_ADMIN_TOKEN: admin }, "http://127.0.0.1:9");
  assert.deepEqual([fromEnvironment.token, typeof fromEnvironment.prove], [admin, "function"]);
  assert.equal(connect({ ...env, DRAWBRIDGE_ADMIN_TOKEN: admin }, "https://drawbridge.example").token, null);
});

test("a process whose record has no address, or none to trust, has to be named, and then gets the token", (data) => {
  const started = "2026-11-21T12:00:00.000Z";
  const host = hostname();
  const record = (pid: number) =>
    writeFileSync(join(data, "holder"), JSON.stringify({ pid, host, started, listening: "127.0.0.1:8080" }));
  record(process.pid);
  assert.match(problemOf({ DRAWBRIDGE_DATA: data }), /^failed: process \d+ has .* open, .* is not a server\. .*pass --url$/);
  const { token, prove } = connect({ DRAWBRIDGE_DATA: data }, "http://127.0.0.1:8080");
  assert.deepEqual([token, prove], ["dba_local", null]);
  // Larger than the highest process number of Linux.
  record(2 ** 23);
  assert.match(problemOf({ DRAWBRIDGE_DATA: data }), /^refused: no running server is recorded/);
  assert.equal(connect({ DRAWBRIDGE_DATA: data }, "http://127.0.0.1:8080").token, null);
});

test("a record that others can read or change leads nowhere, and is named with its mode", async (data) => {
  for (const [mode, exposure] of [
    [0o604, "can be read by others (mode 604)"],
    [0o640, "can be read by others (mode 640)"],
    [0o620, "can be changed by others (mode 620)"],
  ] as const) {
    recordServer(data, "http://127.0.0.1:9510");
    const { prove } = connect({ DRAWBRIDGE_DATA: data });
    chmodSync(join(data, "holder"), mode);
    const told = `${join(data, "holder")} ${exposure}: chmod 600 it, or pass --url`;
    assert.equal(problemOf({ DRAWBRIDGE_DATA: data }), `failed: ${told}`);
    await assert.rejects(prove?.() ?? Promise.resolve(), { message: told });
  }
});

it("a record that another user can have written leads nowhere, and its file or directory is named", { skip: asAnyone }, (t) => {
  const data = newData(t);
  const holder = join(data, "holder");
  const own = process.geteuid?.() ?? 0;
  const told = () => problemOf({ DRAWBRIDGE_DATA: data, DRAWBRIDGE_TOKEN: "of-the-environment" });
  recordServer(data, "http://127.0.0.1:9510");
  for (const mode of [0o777, 0o770, 0o702, 0o2777, 0o1777]) {
    chmodSync(data, mode);
    assert.equal(
      told(),
      `failed: ${data} can be changed by others (mode ${(mode & 0o777).toString(8)}): chmod go-w it, or pass --url`,
    );
  }
  // The group of a Pod, by fsGroup.
  for (const mode of [0o755, 0o2775]) {
    chmodSync(data, mode);
    assert.equal(connect({ DRAWBRIDGE_DATA: data }).token, "dba_local", mode.toString(8));
  }
  for (const path of [holder, data]) {
    chownSync(path, 65_534, 65_534);
    assert.equal(told(), `failed: ${path} belongs to another user (uid 65534): run the command as that user, or pass --url`);
    chownSync(path, own, -1);
  }
});

test("a record leads to this machine only: to loopback, or to an address of an own interface", (data) => {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const hosts = own.map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address));
  for (const host of ["127.0.0.1", "127.9.9.9", "[::1]", "localhost", ...hosts]) {
    recordServer(data, `http://${host}:9510`);
    assert.equal(connect({ DRAWBRIDGE_DATA: data }).url, `http://${host}:9510`);
  }
  for (const host of ["192.0.2.1", "[2001:db8::1]", "127.0.0.1.example", "0.0.0.0", "localhost.example", "[::ffff:c000:201]"]) {
    recordServer(data, `http://${host}:9510`);
    assert.equal(
      problemOf({ DRAWBRIDGE_DATA: data }),
      `failed: ${join(data, "holder")} names http://${host}:9510, which is not an address of this machine: ` +
        "restart the server that has this directory, or pass --url",
    );
  }
  // Its process may have ended, or be that of another machine.
  const record = readFileSync(join(data, "holder"), "utf8").replace(/"pid":\d+/, `"pid":${2 ** 23}`);
  writeFileSync(join(data, "holder"), record);
  assert.match(problemOf({ DRAWBRIDGE_DATA: data }), /not an address of this machine/);
});

test("a token of the environment goes to a server that was found only if its data directory was named", (data) => {
  recordServer(data, "http://127.0.0.1:9510");
  const found = (env: Readonly<Record<string, string>>, named: Partial<ConnectionOptions> = {}) => {
    const settings = readSettings(env, () => assert.fail());
    return findConnection({ url: null, token: null, ...named }, env.DRAWBRIDGE_DATA ? settings : { ...settings, data });
  };
  assert.equal(found({}).token, "dba_local");
  assert.equal(found({}, { token: "typed" }).token, "typed");
  for (const name of ["DRAWBRIDGE_TOKEN", "DRAWBRIDGE_ADMIN_TOKEN"]) {
    const token = "x".repeat(40);
    assert.throws(() => found({ [name]: token }), {
      message:
        `${name} was not sent to http://127.0.0.1:9510: that server was found in ${data}, and neither was named. ` +
        `Set DRAWBRIDGE_DATA=${data}, or DRAWBRIDGE_URL, or pass --token`,
    });
    assert.equal(found({ [name]: token, DRAWBRIDGE_DATA: data }).token, token);
    assert.equal(found({ [name]: token, DRAWBRIDGE_URL: "http://127.0.0.1:9510" }).token, token);
  }
});

test("a torn record leads nowhere", (data) => {
  recordServer(data, "http://127.0.0.1:9510");
  const whole = readFileSync(join(data, "holder"), "utf8");
  for (const text of ["", "{", "[]", "null", whole.slice(0, -9), whole.replace(/"url":"[^"]*"/, '"url":"http://u:p@h/"')]) {
    rmSync(join(data, "holder"));
    writeFileSync(join(data, "holder"), text, { mode: 0o600 });
    assert.match(problemOf({ DRAWBRIDGE_DATA: data }), /no running server is recorded|has not recorded where it serves/, text);
  }
});

it("where there is no token, it is said where it was looked for", (t) => {
  const data = newData(t);
  recordServer(data, "http://127.0.0.1:9510");
  rmSync(join(data, "admin-token"));
  const actual = connect({ DRAWBRIDGE_DATA: data }).tokenSource;
  assert.equal(actual, `${join(data, "admin-token")} is not there: pass --token, or set DRAWBRIDGE_TOKEN or DRAWBRIDGE_DATA`);
  assert.match(connect({}, "https://drawbridge.example").tokenSource, /pass --token or set DRAWBRIDGE_TOKEN/);
  const unrecorded = connect({ DRAWBRIDGE_DATA: newData(t) }, "http://127.0.0.1:9");
  assert.equal(unrecorded.token, null, "the file's token stays here");
  assert.match(unrecorded.tokenSource, /^no running server is recorded beside .*admin-token: pass --token/);
});
