/** Reads on open connections, answered beside the HTTP server: nothing but the CPU they take tells the two apart. */
import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { after, before, describe, type TestContext, test } from "node:test";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { longestTurn, mapYielding } from "../../src/base/yielding-work.ts";
import { Catalog } from "../../src/reads/catalog/catalog.ts";
import { maxRequestsPerTurn } from "../../src/reads/listener/connection-turns.ts";
import { openListener } from "../../src/reads/listener/listener.ts";
import { createFastPath, createRequestHandler } from "../../src/reads/listener/listener-routes.ts";
import { randomFrom } from "../drills/drill.ts";
import { run, ServerPair } from "../drills/fast-path.ts";
import { pluck } from "../pluck.ts";
import { RawSocket } from "../raw-socket.ts";
import { config, type ReadServer, type ReadServerOptions, requestHead, startReadServer } from "../read-server.ts";
import { oddities, RequestStreams } from "../request-streams.ts";
import { runSeed } from "../run-seed.ts";

test("1 000 random streams get the same bytes and are counted alike: the drill sends a thousand times as many", async () => {
  console.log(await run(1_000, randomFrom(19)));
});

describe("beside a server without the fast path", () => {
  let pair: ServerPair;
  let streams: RequestStreams;
  before(async () => {
    pair = await ServerPair.start();
    streams = new RequestStreams(pair.keys, randomFrom(7));
  });
  after(() => pair[Symbol.asyncDispose]());

  const target = `${config}?platform=ios&current_version=2.3.0`;
  const plain = (headers: readonly string[] = []) => requestHead({ target, key: pair.keys[0] ?? null, headers });
  /** Sends one stream to both, and returns the number of reads on the fast path. */
  const fastReads = async (...pieces: string[]) => {
    const earlier = pair.fastReads;
    await pair.compare({ opening: plain(), pieces });
    return pair.fastReads - earlier;
  };

  // A third of them, and of the places to cut: the seeds of runs get to all.
  const isChosen = (index: number) => index % 3 === runSeed % 3;
  for (const [name, oddity] of Object.entries(oddities).filter((_, index) => isChosen(index))) {
    test(`${name}: the same answer, and the same to what follows`, async () => {
      const odd = streams.request(oddity);
      await fastReads(odd, plain(), plain());
      const body = odd.indexOf("\r\n\r\n") + 4;
      await fastReads(odd.slice(0, body), odd.slice(body), plain());
      await fastReads(plain() + odd + plain(), plain());
      await pair.compare({ opening: null, pieces: [odd, plain()] });
      pair.compareCounts();
    });
  }

  test("plain requests after the first one are on the fast path, pipelined or not, beside requests that are no reads", async () => {
    const health = requestHead({ target: "/healthz" });
    assert.equal(await fastReads(plain(), plain() + plain(), plain(["Connection: Keep-Alive", "X-Forwarded-For: 192.0.2.1"])), 4);
    assert.equal(await fastReads(health, plain()), 1);
    assert.equal(await fastReads(plain() + health + plain(), plain()), 2);
    assert.equal(await fastReads(requestHead({ method: "HEAD", target }), requestHead({ method: "OPTIONS", target })), 2);
  });

  test("nothing after bytes that are not plain requests is on the fast path", async () => {
    const oddLine = ["X:  y"];
    assert.equal(await fastReads(plain(), plain(oddLine), plain()), 1);
    assert.equal(await fastReads(plain() + plain(oddLine), plain()), 0);
    assert.equal(await fastReads(plain(), plain().slice(0, -1), "\n", plain()), 1);
    assert.equal(await fastReads(plain(["X: y".padEnd(8_192, "y")]), plain()), 0);
  });
});

const limits = { headers: 3_000, request: 4_000, checkEvery: 50, keepAlive: 5_000, stall: 1_500, lameDuck: 100 };
const missingKey = requestHead({ target: config });

function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

for (const isOn of [true, false]) {
  describe(`with the fast path ${isOn ? "on" : "off"}`, { concurrency: true }, () => {
    test("half a head after three reads is refused at its limit", async (t) => {
      const { raw } = await openAfterReads(t, { limits });
      const begun = performance.now();
      raw.write("GET /api");
      const { responses } = await raw.end();
      assert.deepEqual([responses.map(({ status }) => status), responses[0]?.headers.connection], [[408], "close"]);
      assert.ok(performance.now() - begun >= limits.headers);
    });

    test("an idle connection stays open for as long as the client is told, and is then closed", async (t) => {
      const { raw } = await openAfterReads(t, { limits: { ...limits, keepAlive: 1_000 } });
      const begun = performance.now();
      assert.deepEqual(await raw.end(), { responses: [], rest: "" });
      assert.ok(performance.now() - begun >= 1_000);
    });

    test("a client that pipelines has 16 requests answered in a turn, whatever they are, and others wait for no more of them", async (t) => {
      const { server, raw } = await openAfterReads(t, {});
      const clients = await Promise.all(Array.from({ length: 8 }, () => openAfterReads(t, {}, server)));
      const other = requestHead({ target: "/healthz" });
      clients.forEach(({ raw }, i) => void raw.write((i % 2 === 0 ? missingKey : other + missingKey).repeat(1_000)));
      const waits: number[] = [];
      while (waits.length < 20) {
        const before = server.counts.begun;
        raw.write(missingKey);
        await raw.response();
        waits.push(server.counts.begun - before);
      }
      // Until the server reads the request, until it is answered, and until the client reads the answer, in this same process.
      assert.ok(Math.max(...waits) <= 3 * maxRequestsPerTurn * clients.length, waits.join());
      assert.ok(Math.min(...waits) > 1, "the others are being answered meanwhile");
      for (const { raw } of clients) for (let i = 0; i < 1_000; i++) await raw.response();
    });

    test("a client that sends its last byte before it reads is not read from, and gets every answer in order", {
      timeout: 60_000,
    }, async (t) => {
      const { server, raw } = await openAfterReads(t, {});
      // Pieces that the fast path takes, with far more bytes of answers than of requests.
      const each = Math.floor((8 * 1024) / missingKey.length);
      const piece = missingKey.repeat(each - 1) + requestHead({ method: "OPTIONS", target: config });
      const earlier = server.counts.begun;
      raw.socket.setNoDelay().pause().removeAllListeners("data");
      let pieces = 0;
      const send = async () => {
        raw.write(piece);
        pieces++;
        await sleep(20);
      };
      // The server has stopped reading once it answers none of the last pieces.
      while (server.counts.begun - earlier >= (pieces - 2) * each && pieces < 1_000) await send();
      for (let more = 0; more < 3; more++) await send();
      assert.ok(server.counts.begun - earlier < pieces * each, "the server has stopped reading");
      raw.socket.end();
      const answered = Array.from((await text(raw.socket)).matchAll(/HTTP\/1\.1 (\d+) /g), ([, status]) => status);
      const inPiece = [...Array<string>(each - 1).fill("401"), "204"];
      assert.equal(answered.join(), Array<string[]>(pieces).fill(inPiece).join());
      assert.equal(server.counts.begun - earlier, pieces * each);
    });

    test("a read that arrives during long work is answered before that work goes on", async (t) => {
      const { server, raw } = await openAfterReads(t, {});
      const { begun } = server.counts;
      const seen = await mapYielding([0, 1, 2, 3], (item) => {
        const answered = server.counts.begun - begun;
        raw.write(missingKey);
        block(2 * longestTurn);
        return [item, answered];
      });
      assert.deepEqual(seen, [
        [0, 0],
        [1, 1],
        [2, 2],
        [3, 3],
      ]);
    });

    test("a read waits for the answer to the request before it", async (t) => {
      const handlers = { catalog: new Catalog(), now: Date.now };
      const groups = new Set(["reads"] as const);
      const handle = createRequestHandler(handlers, groups);
      const { port, stop } = await openListener({
        address: { host: "127.0.0.1", port: 0 },
        async onRequest(req, res, rawRequest) {
          if (rawRequest.path === "/slow") await sleep(100);
          await handle(req, res, rawRequest);
        },
        fastPath: isOn ? createFastPath(handlers, groups) : undefined,
        log: { error: (fields) => assert.fail(JSON.stringify(fields)) },
      });
      t.after(() => stop(0));
      const raw = await RawSocket.open(port);
      raw.write(missingKey);
      await raw.response();
      raw.write(requestHead({ target: "/slow" }));
      await sleep(30);
      raw.write(missingKey);
      assert.deepEqual([(await raw.response()).status, (await raw.response()).status], [404, 401]);
    });

    test("at a stop, a request is answered as the last one, and an idle connection is closed", async (t) => {
      const { raw: used, server } = await openAfterReads(t, {});
      const { raw: idle } = await openAfterReads(t, {}, server);
      const stopped = server.stop(60_000);
      await turn();
      used.write(missingKey + missingKey);
      const { responses } = await used.end();
      assert.deepEqual(
        responses.map(({ status, headers }) => [status, headers.connection]),
        [[401, "close"]],
      );
      assert.deepEqual((await idle.end()).responses, []);
      await stopped;
    });

    test("at a stop, a request that arrives as idle connections are closed is answered", async (t) => {
      const { raw, server } = await openAfterReads(t, { limits });
      const stopped = server.stop(60_000);
      setTimeout(() => raw.write(missingKey), limits.lameDuck);
      // The timer that closes idle connections, and this one after it, are due in the same turn of the event loop.
      block(2 * limits.lameDuck);
      assert.deepEqual(pluck((await raw.end()).responses, "status"), [401]);
      await stopped;
    });

    test("clients that leave in the middle leave nothing behind", async (t) => {
      const { server } = await openAfterReads(t, {});
      for (let i = 0; i < 100; i++) {
        const { raw } = await openAfterReads(t, {}, server);
        raw.write(missingKey.repeat(20).slice(0, 97 * i));
        if (i % 2 === 0) await turn();
        if (i % 3 === 0) raw.socket.destroy();
        else raw.socket.resetAndDestroy();
      }
      assert.equal((await server.ask({ target: config })).status, 401);
      assert.deepEqual(server.failures, []);
    });
  });

  /** A connection with three answered reads, on a server of its own unless there is one. */
  async function openAfterReads(t: TestContext, options: ReadServerOptions, open?: ReadServer) {
    const server = open ?? (await startReadServer({ ...options, fastPath: isOn }));
    if (!open) t.after(() => server.stop());
    const raw = await RawSocket.open(server.port);
    const earlier = server.slow.count;
    for (let i = 0; i < 3; i++) {
      raw.write(missingKey);
      assert.equal((await raw.response()).status, 401);
    }
    // On a server of several clients, what an earlier one sent may arrive now.
    if (!open) assert.equal(server.slow.count - earlier, isOn ? 1 : 3);
    return { server, raw };
  }
}
