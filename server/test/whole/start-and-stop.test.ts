/** The start and the orderly stop of the whole program, as scripts, load balancers and people who press Ctrl-C meet them. Under load: bench/short.test.ts. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { freePort } from "../free-port.ts";
import { exchange, RawSocket } from "../raw-socket.ts";
import { startProgram } from "../running-program.ts";
import { ServerProcess } from "../server-process.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";

const directory = temporaryDirectories();
const config = "/api/v1/config?platform=ios&current_version=2.4.0";

test("when told to stop, it fails its readiness probe and continues as before, until the delay is over", async () => {
  const program = await startProgram({ directory: directory(), env: { DRAWBRIDGE_STOP_DELAY: "PT5S" } });
  const port = Number(new URL(program.urls.config).port);
  const ask = async (target: string, lines = "") => {
    const { responses } = await exchange(port, `GET ${target} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n${lines}\r\n`);
    return responses[0] ?? assert.fail("no answer");
  };
  assert.equal((await ask("/readyz")).status, 200);
  let isEarly = true;
  setTimeout(() => {
    isEarly = false;
  }, 4_900);
  const stopped = program.stop();
  const leaving = await ask("/readyz");
  assert.deepEqual([leaving.status, JSON.parse(leaving.body).code, leaving.headers["retry-after"]], [503, "not_ready", "1"]);
  assert.equal((await ask("/healthz")).status, 200);
  assert.equal((await ask(config)).status, 401);
  assert.equal((await ask("/admin/v1/status", `Authorization: Bearer ${program.token}\r\n`)).status, 200);
  await stopped;
  assert.equal(isEarly, false);
  await assert.rejects(RawSocket.open(port));
});

test("a second signal stops it immediately, whatever the delay", async () => {
  const program = await ServerProcess.start(directory(), { DRAWBRIDGE_STOP_DELAY: "PT10M" });
  const ended = once(program.child, "exit");
  const port = Number(new URL(program.url).port);
  program.child.kill("SIGTERM");
  const statusOf = async () =>
    (await exchange(port, "GET /readyz HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")).responses[0]?.status;
  while ((await statusOf()) !== 503);
  program.child.kill("SIGTERM");
  assert.deepEqual(await ended, [null, "SIGTERM"]);
});

const token = "environment-token-0123456789-0123456789";

async function statusAt(url: string, init: RequestInit = {}): Promise<number> {
  return fetch(url, init).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
}

test("a script that waits for /healthz can apply", async () => {
  const [reads, admin] = [await freePort(), await freePort()];
  const starting = startProgram({
    env: {
      DRAWBRIDGE_LISTEN: `127.0.0.1:${reads}`,
      DRAWBRIDGE_ADMIN_LISTEN: `127.0.0.1:${admin}`,
      DRAWBRIDGE_ADMIN_TOKEN: token,
    },
  });
  try {
    await until(
      () => statusAt(`http://127.0.0.1:${reads}/healthz`),
      (status) => status === 200,
    );
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", "if-none-match": "*" };
    const body = JSON.stringify({ name: "Acme" });
    assert.equal(await statusAt(`http://127.0.0.1:${admin}/admin/v1/projects/acme`, { method: "PUT", headers, body }), 201);
    assert.equal(await statusAt(`http://127.0.0.1:${reads}/readyz`), 200);
  } finally {
    await (await starting).stop();
  }
});
