/** Checks that the instruments measure at all; results depend on the machine, so no test asserts them. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { type Answer, answerOf } from "./answer.ts";
import { openLoad } from "./load-generator.ts";
import { startPinned } from "./pinned.ts";
import { comparison, ratios, spread } from "./spread.ts";

const request = "GET /api/v1/config HTTP/1.1\r\nHost: localhost\r\n\r\n";

test("the bare server gives the answer it was given, and says what it has used", async (t) => {
  const answer: Answer = { headers: ["Content-Type", "application/json", "Content-Length", "4", "ETag", '"a: b"'], body: '"é"' };
  const server = await startPinned<{ port: number }>(join(import.meta.dirname, "bare-server.ts"), [JSON.stringify(answer)], 0);
  t.after(() => server.stop());
  assert.deepEqual(await answerOf(server.ready.port, request), answer);
  const before = await server.usage();
  const load = await openLoad(1);
  t.after(() => load.stop());
  const { requests, errors, perSecond, p50, p99 } = await load.measure({
    port: server.ready.port,
    requests: [request],
    connections: 4,
    ms: 10_000,
    count: 500,
  });
  const after = await server.usage();
  assert.deepEqual([requests, errors], [500, 0]);
  assert.ok(perSecond > 50 && p50 > 0 && p99 >= p50);
  assert.ok(after.cpu > before.cpu && after.rss > 10_000_000);
});

test("anything but a complete 200 is counted as an error", async (t) => {
  let asked = 0;
  const server = createServer((_req, res) => {
    asked++;
    if (asked % 2 === 0) res.socket?.destroy();
    else res.writeHead(503, { "Content-Length": "1" }).end("x");
  }).listen(0, "127.0.0.1");
  t.after(() => server.close());
  const load = await openLoad(1);
  t.after(() => load.stop());
  const port = (server.address() as AddressInfo).port;
  const { requests, errors } = await load.measure({ port, requests: [request], connections: 2, ms: 3_000 });
  assert.equal(requests, 0);
  assert.ok(errors > 2);
});

test("at a fixed rate, no more requests are sent than the rate says, and those that wait are late", async (t) => {
  const free: (() => void)[] = [];
  const server = createServer((_req, res) => void free.push(() => res.writeHead(200, { "Content-Length": "0" }).end())).listen(
    0,
    "127.0.0.1",
  );
  t.after(() => server.close());
  const load = await openLoad(1);
  t.after(() => load.stop());
  // One answer at a time, for two connections.
  const answering = setInterval(() => free.shift()?.(), 20);
  t.after(() => clearInterval(answering));
  const port = (server.address() as AddressInfo).port;
  const options = { port, requests: [request], connections: 2, ms: 600 };
  const slow = await load.measure({ ...options, rate: 5 });
  const seconds = slow.requests / slow.perSecond;
  assert.ok(slow.requests > 0 && slow.requests <= 5 * seconds + 1, `${slow.requests} answers in ${seconds} s`);
  const late = await load.measure({ ...options, rate: 1_000 });
  assert.equal(late.errors, 0);
  assert.ok(late.p99 > 100_000, `${late.p99} µs`);
});

test("a program that ends before it is ready is an error", async () => {
  await assert.rejects(startPinned("--eval", ["process.exit(3)"], 0), /ended: 3/);
});

test("a spread has its middle, its ends and its middle half", () => {
  assert.deepEqual(spread([5, 1, 4, 2, 3]), { median: 3, least: 1, most: 5, q1: 2, q3: 4 });
  assert.deepEqual(spread([1, 2]), { median: 1.5, least: 1, most: 2, q1: 1.25, q3: 1.75 });
  assert.deepEqual(spread([7]), { median: 7, least: 7, most: 7, q1: 7, q3: 7 });
});

test("a comparison is made round by round", () => {
  assert.deepEqual(ratios([10, 20], [15, 40]), [1.5, 2]);
  const text = comparison(
    [{ name: "CPU µs per request", digits: 1 }],
    { name: "bare", rounds: [{ "CPU µs per request": 10 }, { "CPU µs per request": 20 }] },
    { name: "drawbridge", rounds: [{ "CPU µs per request": 15 }, { "CPU µs per request": 40 }] },
  );
  assert.match(
    text,
    /^CPU µs per request +15\.0 \(10\.0–20\.0; 12\.5–17\.5\) +27\.5 \(15\.0–40\.0; 21\.3–33\.8\) +1\.75 \(1\.50–2\.00; 1\.63–1\.88\)$/m,
  );
});
