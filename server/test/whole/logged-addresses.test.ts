/** The log has the client's address as far as it is trusted, unless it is turned off; metrics never do. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openLog } from "../../src/base/log.ts";
import { exchange } from "../raw-socket.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { metricsToken, startWatched } from "../watched-program.ts";

const directories = temporaryDirectories();

async function started(t: TestContext, env: Record<string, string> = {}) {
  const lines: Record<string, unknown>[] = [];
  const log = openLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  const program = await startWatched({ directory: directories(), log, env });
  t.after(() => program.stop());
  const port = Number(new URL(program.urls.admin).port);
  const ask = async (path: string, forwarded: string | null, init: RequestInit = {}) => {
    const headers = { "content-type": "application/json", ...(forwarded === null ? {} : { "x-forwarded-for": forwarded }) };
    const response = await fetch(program.urls.admin + path, { ...init, headers: { ...headers, ...init.headers } });
    await response.text();
    const id = response.headers.get("x-request-id");
    return lines.find(({ request }) => request === id) ?? assert.fail("no line");
  };
  return { program, port, lines, ask };
}

const wrong = { method: "POST", body: JSON.stringify({ login: "ada", password: "a wrong password" }) };
const proxies = { DRAWBRIDGE_TRUSTED_PROXIES: "127.0.0.1,10.0.0.0/8" };

test("a request of the admin API, an attempt to sign in and one that is refused have the client's address in the log", async (t) => {
  const { ask, program } = await started(t);
  const good = { headers: { authorization: `Bearer ${program.token}` } };
  assert.equal((await ask("/admin/v1/projects", null, good)).address, "127.0.0.1");
  const attempt = await ask("/admin/v1/session", "198.51.100.7", wrong);
  assert.deepEqual([attempt.status, attempt.address], [401, "127.0.0.1"], "only a named proxy is trusted");
  const unknown = await ask("/admin/v1/nothing-here", null);
  assert.deepEqual([unknown.status, unknown.address], [401, "127.0.0.1"]);
});

test("behind trusted proxies it is the last address that is none of theirs, and never a text that is no address", async (t) => {
  const { ask } = await started(t, proxies);
  for (const [forwarded, address] of [
    ["198.51.100.7", "198.51.100.7"],
    ["203.0.113.1, 198.51.100.7, 10.1.2.3", "198.51.100.7"],
    ["2001:db8::7", "2001:db8::7"],
    ["evil\ttext", "127.0.0.1"],
    ['198.51.100.7, {"level":"fatal"}', "127.0.0.1"],
  ] as const) {
    assert.equal((await ask("/admin/v1/session", forwarded, wrong)).address, address, forwarded);
  }
});

test("refusals by the listener itself are logged with the address, ten in a second, and then with the number of the others", async (t) => {
  const { port, lines, program } = await started(t, proxies);
  const malformed = "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nX-Forwarded-For: 198.51.100.7\r\n\r\n";
  assert.equal((await exchange(port, malformed)).responses[0]?.status, 400);
  assert.equal((await exchange(port, "NONSENSE\r\n\r\n")).responses[0]?.status, 400);
  const refused = () => lines.filter(({ msg }) => msg === "a request was refused");
  const told = refused().map(({ code, address, level }) => [code, address, level]);
  // The second request was never read as far as a header: then only the proxy is known.
  assert.deepEqual(told, [
    ["bad_request", "198.51.100.7", "info"],
    ["bad_request", "127.0.0.1", "info"],
  ]);
  await Promise.all(Array.from({ length: 40 }, () => exchange(port, malformed)));
  const logged = refused().length;
  const left = refused().reduce((sum, { unlogged }) => sum + Number(unlogged ?? 0), 0);
  assert.ok(logged < 42, "not one line for each");
  const metrics = await fetch(`${program.urls.admin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const text = await metrics.text();
  assert.match(text, /bad_request/);
  assert.doesNotMatch(text, /198\.51|127\.0\.0\.1/);
  assert.ok(logged + left <= 42);
});

test("with DRAWBRIDGE_LOG_ADDRESSES=off no line has an address", async (t) => {
  const { ask, port, lines } = await started(t, { ...proxies, DRAWBRIDGE_LOG_ADDRESSES: "off" });
  assert.equal("address" in (await ask("/admin/v1/session", "198.51.100.7", wrong)), false);
  await exchange(port, "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n");
  assert.ok(lines.some(({ code }) => code === "bad_request"));
  assert.doesNotMatch(JSON.stringify(lines), /"address"|198\.51\.100\.7/);
});
