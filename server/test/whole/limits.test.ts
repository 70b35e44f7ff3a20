/** The default limits of the program, and the effect of its settings: docs/limits.md, over real sockets. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Thresholds } from "../../src/reads/limits/shedding.ts";
import { exchange, type RawResponse } from "../raw-socket.ts";
import { createProject, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";

const directory = temporaryDirectories();
const noon = Date.UTC(2026, 10, 29, 12);
const config = "/api/v1/config?platform=ios&current_version=2.4.0";

type Started = Awaited<ReturnType<typeof start>>;

async function start(env: Readonly<Record<string, string>> = {}, shedFrom?: Thresholds) {
  const program = await startProgram({ directory: directory(), env, now: () => noon, ...(shedFrom ? { shedFrom } : {}) });
  const port = Number(new URL(program.urls.config).port);
  return {
    program,
    key: await createProject(program, {}, "shop"),
    async ask(target: string, lines: readonly string[] = [], method = "GET") {
      const head = [`${method} ${target} HTTP/1.1`, "Host: localhost", "Connection: close", ...lines];
      const { responses } = await exchange(port, `${head.join("\r\n")}\r\n\r\n`);
      return responses[0] ?? assert.fail("no answer");
    },
    [Symbol.asyncDispose]: () => program.stop(),
  };
}

/** Repeats the request until the status differs. Returns the number of answers with that status, and the first other one. */
async function askUntilNot(status: number, most: number, ask: () => Promise<RawResponse>) {
  for (let count = 0; count <= most; count++) {
    const response = await ask();
    if (response.status !== status) return { count, response };
  }
  return assert.fail(`${status} for ever`);
}

describe("a request with an unknown key", () => {
  test("is counted by the address from a trusted proxy, and not by that from other clients", async () => {
    await using behind = await start({ DRAWBRIDGE_TRUSTED_PROXIES: "127.0.0.1" });
    await using alone = await start();
    const asking = ({ ask }: Started, n: number) => ask(config, [`X-Forwarded-For: 192.0.2.${n}`]);
    for (const server of [behind, alone]) assert.equal((await askUntilNot(401, 300, () => asking(server, 1))).count, 300);
    assert.deepEqual([(await asking(behind, 2)).status, (await asking(alone, 2)).status], [401, 429]);
    assert.equal((await alone.ask(config, [`x-api-key: ${alone.key}`])).status, 200);
  });
});

test("an unknown access token gets 429 in the same way, a valid one from there does not, and neither does an unknown session", async () => {
  await using started = await start();
  const worthless = () => started.ask("/admin/v1/status", ["Authorization: Bearer sixteen-characters-and-more"]);
  const { count, response } = await askUntilNot(401, 300, worthless);
  assert.deepEqual([count, response.status, response.headers["retry-after"]], [300, 429, "1"]);
  assert.deepEqual(
    [response.headers["ratelimit-policy"], response.headers.ratelimit],
    ['"invalid-tokens";q=300;w=60', '"invalid-tokens";r=0;t=1'],
  );
  assert.equal(JSON.parse(response.body).code, "rate_limited");
  assert.equal((await started.program.admin("GET", "/admin/v1/status")).status, 200);
  assert.equal((await started.ask("/admin/v1/status")).status, 401);
  assert.equal((await started.ask(config, [`x-api-key: ${started.key}`])).status, 200);
});

test("a good read key is limited where the setting says so", async () => {
  await using started = await start({ DRAWBRIDGE_KEY_LIMIT: "5/PT1M" });
  const { count, response } = await askUntilNot(200, 5, () => started.ask(config, [`x-api-key: ${started.key}`]));
  assert.deepEqual([count, response.status, response.headers["retry-after"]], [5, 429, "12"]);
});

test("an overloaded process refuses admin requests and feeds, and answers apps, verbs, probes and pages", async () => {
  await using started = await start({}, { admin: 60, "unknown keys": Number.POSITIVE_INFINITY });
  let isOver = false;
  const work = () => {
    if (isOver) return;
    for (const end = performance.now() + 80; performance.now() < end; );
    setImmediate(work);
  };
  work();
  const ask = async (target: string, lines?: readonly string[], method?: string) => {
    const { status, body } = await started.ask(target, lines, method);
    return body.includes(`"overloaded"`) ? "overloaded" : status;
  };
  try {
    for (let looks = 0; (await ask("/admin/v1/status")) !== "overloaded"; looks++) {
      assert.ok(looks < 100);
      // A server that one client alone uses refuses nothing.
      await ask(config, [`x-api-key: ${started.key}`]);
    }
    assert.equal(await ask("/feeds/none/calendar.ics"), "overloaded");
    assert.equal(await ask("/admin/v1/projects/shop/maintenance/complete", ["Content-Length: 0"], "POST"), 401);
    assert.equal(await ask(config, [`x-api-key: ${started.key}`]), 200);
    for (const target of ["/healthz", "/sign-in"]) assert.equal(await ask(target), 200, target);
  } finally {
    isOver = true;
  }
  await until(
    () => ask("/admin/v1/status"),
    (status) => status === 401,
  );
});
