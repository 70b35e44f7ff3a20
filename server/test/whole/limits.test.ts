/** The default limits of the program, and the effect of its settings: docs/limits.md, over real sockets. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { thresholds } from "../../src/reads/limits/shedding.ts";
import { exchange, type RawResponse, RawSocket } from "../raw-socket.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directory = temporaryDirectories();
const noon = Date.UTC(2026, 10, 29, 12);
const config = "/api/v1/config?platform=ios&current_version=2.4.0";

interface Started extends AsyncDisposable {
  readonly program: Program;
  readonly key: string;
  ask(target: string, lines?: readonly string[], method?: string): Promise<RawResponse>;
}

async function start(env: Readonly<Record<string, string>> = {}): Promise<Started> {
  const program = await startProgram({ directory: directory(), env, now: () => noon, shedFrom: thresholds });
  const port = Number(new URL(program.urls.config).port);
  await program.admin("PUT", "/admin/v1/projects/shop", { name: "Shop" }, { "if-none-match": "*" });
  const made = await program.admin("POST", "/admin/v1/projects/shop/keys", { name: "apps" });
  return {
    program,
    key: String(made.body.key),
    async ask(target, lines = [], method = "GET") {
      const head = [`${method} ${target} HTTP/1.1`, "Host: localhost", "Connection: close", ...lines];
      const { responses } = await exchange(port, `${head.join("\r\n")}\r\n\r\n`);
      return responses[0] ?? assert.fail("no answer");
    },
    [Symbol.asyncDispose]: () => program.stop(),
  };
}

/** Repeats the request until the status differs. Returns the number of answers with that status, and the first other one. */
async function until(status: number, most: number, ask: () => Promise<RawResponse>) {
  for (let count = 0; count <= most; count++) {
    const response = await ask();
    if (response.status !== status) return { count, response };
  }
  return assert.fail(`${status} for ever`);
}

describe("a request with an unknown key", () => {
  test("is answered 429 after 300 of one address, while a good key from there is answered", async () => {
    await using started = await start();
    const { count, response } = await until(401, 300, () => started.ask(config, ["x-api-key: sixteen-characters-and-more"]));
    assert.deepEqual([count, response.status, response.headers["retry-after"]], [300, 429, "1"]);
    assert.equal((await started.ask(config, [`x-api-key: ${started.key}`])).status, 200);
  });

  test("is counted by the address from a trusted proxy, and not by that from other clients", async () => {
    await using behind = await start({ DRAWBRIDGE_TRUSTED_PROXIES: "127.0.0.1" });
    await using alone = await start();
    const asking = ({ ask }: Started, n: number) => ask(config, [`X-Forwarded-For: 192.0.2.${n}`]);
    for (const server of [behind, alone]) assert.equal((await until(401, 300, () => asking(server, 1))).count, 300);
    assert.deepEqual([(await asking(behind, 2)).status, (await asking(alone, 2)).status], [401, 429]);
  });
});

test("an unknown access token gets 429 in the same way, a valid one from there does not, and neither does an unknown session", async () => {
  await using started = await start();
  const worthless = () => started.ask("/admin/v1/status", ["Authorization: Bearer sixteen-characters-and-more"]);
  const { count, response } = await until(401, 300, worthless);
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
  const { count, response } = await until(200, 5, () => started.ask(config, [`x-api-key: ${started.key}`]));
  assert.deepEqual([count, response.status, response.headers["retry-after"]], [5, 429, "12"]);
});

/** Gives every turn of this process, and of the server in it, so many milliseconds of other work. */
class Overload implements Disposable {
  #isOver = false;

  constructor(ms: number) {
    const turn = () => {
      if (this.#isOver) return;
      const until = performance.now() + ms;
      while (performance.now() < until);
      setImmediate(turn);
    };
    turn();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
  }
}

test("an overloaded process refuses admin requests, then unknown keys, and answers valid keys", async () => {
  await using started = await start();
  const port = Number(new URL(started.program.urls.config).port);
  const questions = {
    remembered: `GET ${config} HTTP/1.1\r\nHost: h\r\nx-api-key: ${started.key}\r\n\r\n`,
    missed: `GET ${config}&new=1 HTTP/1.1\r\nHost: h\r\nx-api-key: ${started.key}\r\n\r\n`,
    unknown: `GET ${config} HTTP/1.1\r\nHost: h\r\nx-api-key: sixteen-characters-and-more\r\n\r\n`,
    admin: "GET /admin/v1/status HTTP/1.1\r\nHost: h\r\n\r\n",
    feed: "GET /feeds/none/calendar.ics HTTP/1.1\r\nHost: h\r\n\r\n",
    verb: "POST /admin/v1/projects/shop/maintenance/complete HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n",
    health: "GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n",
    page: "GET /sign-in HTTP/1.1\r\nHost: h\r\n\r\n",
  };
  const kept = await Promise.all(
    Object.entries(questions).map(async ([name, bytes]) => ({ name, bytes, raw: await RawSocket.open(port) })),
  );
  /** Concurrently, on open connections: each turn is long. */
  const ask = async () => {
    const answers = kept.map(async ({ name, bytes, raw }) => {
      raw.write(bytes);
      const { status, body } = await raw.response();
      return [name, body.includes(`"overloaded"`) ? "overloaded" : status] as const;
    });
    return Object.fromEntries(await Promise.all(answers));
  };
  const askUntil = async (name: keyof typeof questions, wanted: string | number) => {
    for (let i = 0; i < 20; i++) {
      const answers = await ask();
      if (answers[name] === wanted) return answers;
    }
    return assert.fail(`${name} was never ${wanted}`);
  };
  const calm = { remembered: 200, missed: 200, unknown: 401, admin: 401, feed: 404, verb: 401, health: 200, page: 200 };
  assert.deepEqual(await ask(), calm);
  {
    using _ = new Overload(300);
    const answers = await askUntil("admin", "overloaded");
    assert.deepEqual({ ...answers, unknown: 401 }, { ...calm, admin: "overloaded", feed: "overloaded" });
  }
  {
    using _ = new Overload(600);
    const answers = await askUntil("unknown", "overloaded");
    assert.deepEqual(answers, { ...calm, admin: "overloaded", feed: "overloaded", unknown: "overloaded" });
  }
  // It has to be over by itself; each request is a new look.
  for (let i = 0; (await ask()).admin !== 401; i++) {
    assert.ok(i < 600, "it is over");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.deepEqual(await ask(), calm);
  for (const { raw } of kept) raw.socket.destroy();
});
