/** The back end's gate against a server on a real socket, with a clock that the tests move. */
import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, test } from "node:test";
import type { GateProblem } from "./gate-problem.ts";
import { createServerGate } from "./server-gate.ts";
import type { ServerGateOptions } from "./server-gate-options.ts";
import { type Answering, answering, forced, inMaintenance, rejecting, startTestDrawbridge } from "./test-drawbridge.ts";

const key = "dbr_AcmeShopServerGateTestKey00000000000000";
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function startGate(answers: Answering, options: Partial<ServerGateOptions> = {}) {
  const drawbridge = await startTestDrawbridge(answers);
  closing.push(drawbridge.close);
  const clock = { now: Date.now() };
  const problems: GateProblem[] = [];
  let timers = 0;
  const schedule = (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms);
    timers++;
    return () => {
      clearTimeout(timer);
      timers--;
    };
  };
  /** Waits until the gate has sent this many requests, and processed their answers: each has a timer while it runs. */
  const becomes = async (requests: number) => {
    while (drawbridge.seen.length < requests || timers > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(drawbridge.seen.length, requests);
  };
  const gate = createServerGate({
    baseUrl: drawbridge.baseUrl,
    key,
    now: () => clock.now,
    random: () => 0,
    schedule,
    // Patient: the machine of a test can be busy.
    timeLimit: 20_000,
    onProblem: (problem) => problems.push(problem),
    ...options,
  });
  const ask = (version: string | undefined = "2.3.0", headers: Readonly<Record<string, string>> = {}, path = "/orders") => {
    const all: Record<string, string | undefined> = { "x-app-platform": "ios", "x-app-version": version, ...headers };
    return gate.check({ method: "GET", path, header: (name) => all[name] });
  };
  return { drawbridge, clock, problems, gate, ask, becomes };
}

test("a version that must update gets 426 with where to update", async () => {
  const { drawbridge, ask } = await startGate(answering(forced));
  const refusal = await ask("2.3.0");
  assert.equal(refusal?.status, 426);
  assert.equal(refusal.headers["content-type"], "application/problem+json; charset=utf-8");
  assert.equal(refusal.headers["cache-control"], "no-store");
  assert.deepEqual(JSON.parse(refusal.body), {
    type: "urn:drawbridge:problem:update_required",
    title: "Update required",
    status: 426,
    detail: "Version 2.3.0 can no longer be used.",
    code: "update_required",
    update_to: "2.4.0",
    store_link: "https://apps.apple.com/app/id123456789",
  });
  assert.equal(drawbridge.seen[0]?.url, "/api/v1/gate?platform=ios&current_version=2.3.0");
  assert.equal(drawbridge.seen[0]?.headers["x-api-key"], key);
});

test("a maintenance gets 503 with the seconds until its end by the server's clock, an hour at most", async () => {
  const hourBehind = 3_600_000;
  const now = Math.floor(Date.now() / 1_000) * 1_000;
  const date = { date: new Date(now + hourBehind).toUTCString() };
  const retryAfter = async (end: number | null) => {
    const { clock, ask } = await startGate(answering(inMaintenance(end), date), { now: () => now, retryAfter: 75 });
    clock.now = now;
    const refusal = await ask();
    assert.equal(refusal?.status, 503);
    return refusal.headers["retry-after"];
  };
  assert.equal(await retryAfter(now + hourBehind + 600_000), "600");
  assert.equal(await retryAfter(now + hourBehind + 86_400_000), "3600");
  assert.equal(await retryAfter(null), "75");
});

test("an update that is only recommended and a maintenance that is only announced let requests pass", async () => {
  const { ask } = await startGate(
    answering({ ...inMaintenance(Date.now() + 3_600_000), update: "recommended", maintenance: "announced" }),
  );
  assert.equal(await ask(), null);
});

test("an answer is used until its max-age, then once more while a new one is requested with its ETag", async () => {
  const { drawbridge, clock, ask, becomes } = await startGate(answering(forced));
  for (let count = 0; count < 5; count++) assert.equal((await ask())?.status, 426);
  assert.equal(drawbridge.seen.length, 1);
  clock.now += 30_000;
  assert.equal((await ask())?.status, 426);
  await becomes(2);
  assert.equal(typeof drawbridge.seen[1]?.headers["if-none-match"], "string");
  assert.equal((await ask())?.status, 426, "304 renews the answer");
  drawbridge.answers = answering();
  clock.now += 30_000;
  assert.equal((await ask())?.status, 426, "the old answer while the new one is on its way");
  await becomes(3);
  assert.equal(await ask(), null);
});

test("an old answer is used for maxStale at most, and never past its next change", async () => {
  const { drawbridge, clock, ask } = await startGate(answering(forced), { maxStale: 60_000 });
  await ask("2.3.0");
  drawbridge.answers = answering();
  clock.now += 30_000 + 60_000;
  assert.equal(await ask("2.3.0"), null, "waits for the new answer");
  drawbridge.answers = answering(inMaintenance(clock.now + 40_000), { date: new Date(clock.now).toUTCString() });
  assert.equal((await ask("2.2.0"))?.status, 503);
  drawbridge.answers = rejecting(500, "internal_error");
  clock.now += 42_000;
  assert.equal(await ask("2.2.0"), null, "the maintenance has ended by its own answer");
});

test("each version, platform, instance and language has its own answer, and many requests share one question", async () => {
  const { drawbridge, ask } = await startGate(answering(forced), {
    instance: (request) => request.header("x-region"),
    languages: ["en", "de"],
  });
  await Promise.all(Array.from({ length: 20 }, () => ask("2.3.0", { "accept-language": "de-AT,en;q=0.5" })));
  await ask("2.3.0", { "x-region": "eu-1", "accept-language": "ja" });
  await ask("2.3.0+7", { "x-app-platform": "Android" });
  assert.deepEqual(
    drawbridge.seen.map(({ url }) => url.split("?")[1]),
    [
      "platform=ios&current_version=2.3.0&lang=de",
      "platform=ios&current_version=2.3.0&instanceId=eu-1&lang=en",
      "platform=android&current_version=2.3.0%2B7&lang=en",
    ],
  );
});

test("the least recently used answer makes room", async () => {
  const { drawbridge, ask } = await startGate(answering(), { maxAnswers: 2 });
  for (const version of ["1.0", "2.0", "1.0", "3.0", "1.0", "2.0"]) await ask(version);
  assert.deepEqual(
    drawbridge.seen.map(({ url }) => url.slice(-3)),
    ["1.0", "2.0", "3.0", "2.0"],
  );
});

const faults: readonly (readonly [string, Answering, string])[] = [
  ["500", rejecting(500, "internal_error"), "rejected"],
  ["401", rejecting(401, "unknown_api_key"), "rejected"],
  ["429", rejecting(429, "rate_limited", { "retry-after": "1" }), "rejected"],
  ["an address without an API", (_request, response) => void response.writeHead(404).end("Not found"), "rejected"],
  ["a redirect", (_request, response) => void response.writeHead(302, { location: "/api/v1/other" }).end(), "rejected"],
  [
    "HTML",
    (_request, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<p>Sign in</p>"),
    "malformed",
  ],
  ["a wrong type", answering({ ...forced, update: true }), "malformed"],
  ["a wrong member", answering({ ...forced, update: "Forced" }), "malformed"],
  ["a list", answering([forced]), "malformed"],
  ["too much", answering({ ...forced, title: "x".repeat(70_000) }), "malformed"],
  ["half a body", answerHalf, "offline"],
  ["no answer", (request) => void request.socket.destroy(), "offline"],
];

function answerHalf(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { "content-length": "500" });
  response.write('{"update":"forced"', () => response.destroy());
}

for (const [name, answers, cause] of faults) {
  test(`${name} lets requests pass, and costs one request per interval`, async () => {
    const { drawbridge, clock, problems, ask, becomes } = await startGate(answers);
    for (let count = 0; count < 5; count++) assert.equal(await ask(`2.3.${count}`), null);
    assert.equal(drawbridge.seen.length, 1);
    assert.deepEqual(
      problems.map((problem) => [problem.kind, problem.retryIn]),
      [[cause, 5_000]],
    );
    drawbridge.answers = answering(forced);
    clock.now += 5_000;
    assert.equal(await ask("2.3.0"), null, "no request waits for the next attempt");
    await becomes(2);
    assert.equal((await ask("2.3.0"))?.status, 426);
  });
}

test("a held answer stays in force through failures until maxStale", async () => {
  const { drawbridge, clock, ask, becomes } = await startGate(answering(forced), { maxStale: 60_000 });
  await ask();
  drawbridge.answers = rejecting(503, "overloaded");
  clock.now += 60_000;
  assert.equal((await ask())?.status, 426);
  await becomes(2);
  clock.now += 30_000;
  assert.equal(await ask(), null);
});

test("intervals double up to a minute, and Retry-After lengthens them up to an hour", async () => {
  const { drawbridge, clock, problems, ask, becomes } = await startGate(rejecting(500, "internal_error"));
  for (let count = 1; count <= 6; count++) {
    await ask();
    await becomes(count);
    clock.now += problems.at(-1)?.retryIn ?? 0;
  }
  drawbridge.answers = rejecting(503, "not_ready", { "retry-after": "7200" });
  await ask();
  await becomes(7);
  assert.deepEqual(
    problems.map(({ retryIn }) => retryIn / 1_000),
    [5, 10, 20, 40, 60, 60, 3_600],
  );
});

test("a request waits for its time limit and passes, and the late answer is kept", async () => {
  let answer = () => {};
  const late: Answering = (request, response) => {
    answer = () => answering(forced)(request, response);
  };
  const { drawbridge, problems, ask, becomes } = await startGate(late, { timeLimit: 30 });
  assert.equal(await ask("2.3.0"), null);
  assert.deepEqual(problems, [{ kind: "timeout", retryIn: 5_000 }]);
  assert.equal(await ask("2.2.0"), null, "does not wait while Drawbridge is silent");
  assert.equal(drawbridge.seen.length, 1);
  answer();
  await becomes(1);
  assert.equal((await ask("2.3.0"))?.status, 426);
});

test("a rejected question lets its requests pass for a minute, and stops no other", async () => {
  const answers: Answering = (request, response) =>
    (request.url?.includes("2.3.0") ? answering(forced) : rejecting(400, "invalid_version"))(request, response);
  const { drawbridge, clock, problems, ask } = await startGate(answers);
  for (let count = 0; count < 5; count++) assert.equal(await ask("2.x.0"), null);
  assert.equal((await ask("2.3.0"))?.status, 426);
  assert.equal(drawbridge.seen.length, 2);
  assert.deepEqual(problems, [{ kind: "rejected", status: 400, code: "invalid_version", retryIn: 60_000 }]);
  clock.now += 60_000;
  await ask("2.x.0");
  assert.equal(drawbridge.seen.length, 3);
});

test("an answer with no-store is not kept", async () => {
  const { drawbridge, ask } = await startGate(answering(forced, { "cache-control": "no-store" }));
  assert.equal((await ask())?.status, 426);
  assert.equal((await ask())?.status, 426);
  assert.equal(drawbridge.seen.length, 2);
});

test("requests without a version that could be asked about pass, and no question is sent", async () => {
  const { drawbridge, gate, ask } = await startGate(answering(forced));
  for (const version of [undefined, "", "latest", `1.${"0".repeat(64)}`, "2.3.0\r\nx: y", "../../etc"]) {
    assert.equal(
      await gate.check({ method: "GET", path: "/", header: (name) => (name === "x-app-platform" ? "ios" : version) }),
      null,
    );
  }
  assert.equal(await ask("2.3.0", { "x-app-platform": "" }), null);
  assert.equal(drawbridge.seen.length, 0);
});

test("a back end can require a version, and has a default platform", async () => {
  const { ask, gate } = await startGate(answering(), { requireVersion: true, platform: "ios", versionHeader: "App-Version" });
  const refusal = await gate.check({ method: "GET", path: "/", header: () => undefined });
  assert.equal(refusal?.status, 426);
  assert.equal(JSON.parse(refusal.body).code, "version_required");
  assert.equal(await gate.check({ method: "OPTIONS", path: "/", header: () => undefined }), null);
  assert.equal(await ask(undefined, { "app-version": "2.4.0", "x-app-platform": "" }), null);
});

test("exempt paths pass without a question", async () => {
  const { drawbridge, ask } = await startGate(answering(forced), { exempt: ["/health", "/auth/*"] });
  assert.equal(await ask("2.3.0", {}, "/health"), null);
  assert.equal(await ask("2.3.0", {}, "/auth/logout"), null);
  assert.equal(drawbridge.seen.length, 0);
  assert.equal((await ask("2.3.0", {}, "/healthy"))?.status, 426);
  const byFunction = await startGate(answering(forced), { exempt: ({ header }) => header("x-internal") === "1" });
  assert.equal(await byFunction.ask("2.3.0", { "x-internal": "1" }), null);
});

test("an error in a function of the back end lets the request pass, and undefined options keep their defaults", async () => {
  const failing = () => {
    throw new Error("no log");
  };
  const { ask } = await startGate(rejecting(500, "internal_error"), { onProblem: failing, platform: undefined as never });
  assert.equal(await ask(), null);
  const { ask: askInstance } = await startGate(answering(forced), { instance: failing, maxStale: undefined as never });
  assert.equal(await askInstance(), null);
});

test("an address or a key that cannot be used is an error at the start", () => {
  assert.throws(() => createServerGate({ baseUrl: "gate.example.com", key }), /baseUrl/);
  assert.throws(() => createServerGate({ baseUrl: "https://gate.example.com/api/v1", key: "" }), /key/);
});
