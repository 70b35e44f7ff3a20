/**
 * Attacks with bytes and with time by a hostile or broken client, against the read service itself, and against a listener whose handler
 * waits for every body. The process survives, every answer is right or a 4xx, no connection outlives its limit, and a normal request
 * beside it is answered in time.
 */
import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { problemBody, problemType } from "../../src/base/http/problem.ts";
import { type ListenerLimits, openListener } from "../../src/reads/listener/listener.ts";
import { exchange, type RawEnd, RawSocket } from "../raw-socket.ts";
import { config, startReadServer } from "../read-server.ts";

interface AbusedServer {
  readonly port: number;
  /** A target whose answer to GET is 200; any other path is a 404. */
  readonly target: string;
  /** Header lines that the target needs, each with its CRLF, for instance a key. */
  readonly headers: string;
  stop(): Promise<void>;
}

/**
 * Milliseconds. With the real limits the suite would wait for minutes; ratios are kept where they matter. Half of a second for a head was
 * too little where other programs took the processor for as long: the normal request got 408.
 */
const short: ListenerLimits = { headers: 1_000, request: 2_000, checkEvery: 100, keepAlive: 300, stall: 4_000, lameDuck: 100 };
const timeout = 30_000;

const servers: Readonly<Record<string, (limits: ListenerLimits) => Promise<AbusedServer>>> = {
  // Without the fast path, its answers are the same bytes: fast-path.test.ts.
  async "the read service"(limits) {
    const server = await startReadServer({ projects: [{ project: "shop" }], limits, fastPath: true });
    const key = await server.addKey("shop");
    return {
      port: server.port,
      target: `${config}?platform=ios&current_version=1.0`,
      headers: `x-api-key: ${key}\r\n`,
      stop: () => server.stop(),
    };
  },
  async "a handler that waits for the body"(limits) {
    const { port, stop } = await openListener({
      address: { host: "127.0.0.1", port: 0 },
      onRequest: async (req, res, { path, contentLength, chunked }) => {
        if (contentLength > 0 || chunked) await text(req);
        if (res.headersSent) return;
        const [status, type, body] =
          path === "/here"
            ? [200, "text/plain", "hello"]
            : [404, problemType, problemBody("not_found", "There is nothing here.")];
        res
          .writeHead(status, ["Content-Type", type, "Content-Length", String(body.length), "Cache-Control", "no-store"])
          .end(body);
      },
      cors: true,
      log: { error: (fields: object, sentence: string) => console.error(sentence, fields) },
      limits,
    });
    return { port, target: "/here?a=1", headers: "x-api-key: abc\r\n", stop: () => stop(1_000) };
  },
};

function request({ target, headers }: AbusedServer, extra: string, line: string): string {
  return `${line === "" ? `GET ${target} HTTP/1.1` : line}\r\nHost: localhost\r\n${headers}${extra}\r\n`;
}

const close = "Connection: close\r\n";

function statuses({ responses, rest }: RawEnd): readonly number[] {
  assert.equal(rest, "", "a part of a response");
  for (const { status, headers, body } of responses) {
    if (status < 400) continue;
    assert.equal(headers["content-type"], "application/problem+json");
    assert.equal(headers["cache-control"], "no-store");
    assert.equal(JSON.parse(body).status, status);
  }
  return responses.map(({ status }) => status);
}

const chunked = "Transfer-Encoding: chunked\r\n";

for (const [name, start] of Object.entries(servers)) describe(`raw abuse of ${name}`, () => abuse(start));

function abuse(start: (limits: ListenerLimits) => Promise<AbusedServer>): void {
  let server: AbusedServer;
  let beside: Neighbour;
  before(async () => {
    server = await start(short);
    beside = new Neighbour(server);
  });
  after(async () => {
    // A normal request that failed must not leave the server open, which would keep the process alive.
    const answered = await beside.stop().finally(() => server.stop());
    assert.ok(answered > 0, "normal requests were answered meanwhile");
  });
  const get = (extra = "", line = "") => request(server, extra, line);

  const wrong: Readonly<Record<string, () => string>> = {
    "two Hosts": () => get("host: localhost\r\n"),
    "no Host": () => get().replace("Host: localhost\r\n", ""),
    "a bare LF after every line": () => get().replaceAll("\r\n", "\n"),
    "a bare CR after every line": () => get().replaceAll("\r\n", "\r"),
    "a length and chunks": () => `${get(`Content-Length: 5\r\n${chunked}`)}0\r\n\r\n`,
    "two lengths": () => `${get("Content-Length: 3\r\nContent-Length: 4\r\n")}abcd`,
    "a list of lengths": () => `${get("Content-Length: 3, 3\r\n")}abc`,
    "a length in hexadecimal": () => `${get("Content-Length: 0x3\r\n")}abc`,
    "an unknown transfer coding": () => `${get("Transfer-Encoding: xchunked\r\n")}0\r\n\r\n`,
    "a transfer coding beside chunks": () => `${get("Transfer-Encoding: gzip, chunked\r\n")}0\r\n\r\n`,
    "a folded line": () => get("X: a\r\n b\r\n"),
    "a space before the colon": () => get("X : a\r\n"),
    "NUL in a header": () => get("X: a\0b\r\n"),
    "a space in the path": () => get("", "GET /a b HTTP/1.1"),
    "a target without a slash": () => get("", "GET api HTTP/1.1"),
    "a method that does not exist": () => get("", "BRIDGE / HTTP/1.1"),
    "HTTP/2.0": () => get("", "GET / HTTP/2.0"),
    "the preface of HTTP/2": () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "the hello of TLS": () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "a tunnel": () => "CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\nhello",
    "10 kB of nothing known": () => "\xff".repeat(10_000),
  };
  for (const [name, bytes] of Object.entries(wrong)) {
    test(`${name}: 400, and the connection is closed`, async () => {
      const end = await exchange(server.port, bytes());
      assert.deepEqual(statuses(end), [400]);
      assert.equal(end.responses[0]?.headers.connection, "close");
    });
  }

  const large: Readonly<Record<string, readonly [number, () => string]>> = {
    "a target of 20 kB": [414, () => get("", `GET /${"a".repeat(20_000)} HTTP/1.1`)],
    "a target of 100 kB": [414, () => get("", `GET /?${"a".repeat(100_000)} HTTP/1.1`)],
    "a target of 1 MB": [414, () => get("", `GET /${"a".repeat(1_000_000)} HTTP/1.1`)],
    "300 header lines": [431, () => get("X: y\r\n".repeat(300))],
    "100000 header lines": [431, () => get("X:\r\n".repeat(100_000))],
    "a header of 40 kB": [431, () => get(`X: ${"y".repeat(40_000)}\r\n`)],
    "headers of 300 kB": [431, () => get(`X: ${"y".repeat(95)}\r\n`.repeat(3_000))],
    "a chunk extension of 20 kB": [
      413,
      () => `${get("Transfer-Encoding: chunked\r\n")}1;${"x".repeat(20_000)}\r\na\r\n0\r\n\r\n`,
    ],
  };
  for (const [name, [status, bytes]] of Object.entries(large)) {
    test(`${name}: ${status}, and the connection is closed`, async () => {
      const end = await exchange(server.port, bytes());
      // A handler that does not read the body has answered before it became too large.
      if (status === 413 && end.responses[0]?.status === 200) assert.deepEqual(statuses(end), [200]);
      else assert.deepEqual(statuses(end), [status]);
    });
  }

  test("a body of 5 MB affects no other client: it is refused or discarded", async () => {
    const end = await exchange(server.port, `${get(`Content-Length: 5000000\r\n${close}`)}${"x".repeat(5_000_000)}`);
    assert.ok(["200", "413"].includes(statuses(end).join()));
  });

  /** Bytes sent first, bytes that are then sent one by one, and the limit that ends it. */
  const slow: Readonly<Record<string, readonly [() => string, string, number]>> = {
    "a connection without a byte": [() => "", "", short.headers],
    "half a request line": [() => "GET /api", "", short.headers],
    "half a head": [() => get().slice(0, -4), "", short.headers],
    "a dripped request line": [() => "GET /", "a", short.headers],
    "a dripped header": [() => `${get().slice(0, -2)}X: `, "y", short.headers],
    "dripped headers": [() => get().slice(0, -2), "X: y\r\n", short.headers],
    "half a body": [() => `${get("Content-Length: 10\r\n")}abc`, "", short.request],
    "a dripped body": [() => get("Content-Length: 100000\r\n"), "x", short.request],
    "half a chunk": [() => `${get(chunked)}ff\r\n`, "", short.request],
    "a body in dripped chunks": [() => get(chunked), "1\r\na\r\n", short.request],
    "a chunk of dripped digits": [() => get(chunked), "0", short.request],
  };
  describe("too slow", { concurrency: true }, () => {
    for (const [name, [bytes, drip, limit]] of Object.entries(slow)) {
      test(`${name} is cut off at its limit`, async () => {
        const raw = await RawSocket.open(server.port);
        raw.write(bytes());
        const dripping = setInterval(() => drip !== "" && raw.socket.writable && raw.write(drip), 50);
        const early = sleep(limit - 200).then(() => raw.closed);
        const end = await raw.end().finally(() => clearInterval(dripping));
        // A handler that does not read the body may have answered; then the connection is closed without a further answer.
        const answered = statuses(end).join();
        assert.ok(["408", "200", "413"].includes(answered), answered);
        if (answered === "408") assert.equal(await early, false);
      });
    }

    test("a connection that is kept alive for nothing is closed", async () => {
      const raw = await RawSocket.open(server.port);
      raw.write(get());
      assert.equal((await raw.response()).status, 200);
      assert.deepEqual(statuses(await raw.end()), []);
    });

    test("a client that sends requests and never reads is closed", async () => {
      const raw = await RawSocket.open(server.port);
      raw.socket.pause();
      const requests = Buffer.from(get().repeat(200), "latin1");
      const until = performance.now() + timeout;
      while (!raw.closed && performance.now() < until) {
        if (raw.socket.writable && raw.socket.writableLength < 1_000_000) raw.socket.write(requests);
        await sleep(5);
      }
      assert.ok(raw.closed, "still open");
    });
  });

  for (const [how, piece] of [
    ["", Infinity],
    [" also when they arrive in pieces of 7 bytes", 7],
  ] as const)
    test(`a hundred pipelined requests are answered in their order${how}`, async () => {
      const lines = Array.from({ length: 100 }, (_, i) => (i % 3 === 0 ? "" : `GET /none-${i} HTTP/1.1`));
      const bytes = lines.map((line, i) => get(i === 99 ? close : "", line)).join("");
      const raw = await RawSocket.open(server.port);
      for (let i = 0; i < bytes.length; i += piece) {
        raw.write(bytes.slice(i, i + piece));
        if (i % 700 === 0) await sleep(1);
      }
      assert.deepEqual(
        statuses(await raw.end()),
        lines.map((line) => (line === "" ? 200 : 404)),
      );
    });

  test("a malformed request after good ones is refused after their answers", async () => {
    for (const wrong of [
      get("Host: other\r\n"),
      "GARBAGE\r\n\r\n",
      get("", "GET /a\0b HTTP/1.1"),
      get().replaceAll("\r\n", "\n"),
    ]) {
      const end = await exchange(server.port, `${get()}${get("", "GET /none HTTP/1.1")}${get()}${wrong}${get()}`);
      assert.deepEqual(statuses(end), [200, 404, 200, 400]);
    }
  });

  test("a request hidden in a body is not answered", async () => {
    const hidden = get("", "GET /none HTTP/1.1");
    const end = await exchange(server.port, `${get(`Content-Length: ${hidden.length}\r\n`)}${hidden}${get(close)}`);
    assert.deepEqual(statuses(end), [200, 200]);
  });

  test("a thousand clients that leave in the middle leave nothing behind", async () => {
    const whole = `${get("Transfer-Encoding: chunked\r\n")}5\r\nhello\r\n0\r\n\r\n${get()}${get("Content-Length: 10\r\n")}0123456789`;
    const leave = async (i: number): Promise<void> => {
      const raw = await RawSocket.open(server.port);
      raw.write(whole.slice(0, (i * 7919) % whole.length));
      if (i % 3 === 0) await sleep(i % 5);
      if (i % 2 === 0) raw.socket.resetAndDestroy();
      else raw.socket.destroy();
    };
    for (let i = 0; i < 1_000; i += 50) await Promise.all(Array.from({ length: 50 }, (_, j) => leave(i + j)));
    assert.deepEqual(statuses(await exchange(server.port, get(close))), [200]);
  });

  test("a chunked body can be wrong in many ways", async () => {
    for (const body of [
      "XX\r\nab\r\n0\r\n\r\n",
      "-1\r\na\r\n",
      `${"f".repeat(20)}\r\na`,
      "3\r\nabcdef0\r\n\r\n",
      "\r\n\r\n",
      "3 \r\nabc\r\n",
      "1\na\n0\n\n",
    ]) {
      const end = await exchange(server.port, `${get("Transfer-Encoding: chunked\r\n")}${body}${get()}`);
      // Its handler may have answered before the body was read; data after such a body is never taken for a request.
      assert.ok(["400", "200"].includes(statuses(end).join()), `${JSON.stringify(body)}: ${statuses(end).join()}`);
    }
  });

  test("chunks in HTTP/1.0 are answered, and nothing behind them is, kept alive or not", async () => {
    for (const more of ["Connection: keep-alive\r\n", ""]) {
      const head = get(`Transfer-Encoding: chunked\r\n${more}`).replace("GET", "POST").replace("HTTP/1.1", "HTTP/1.0");
      const end = await exchange(server.port, `${head}0\r\n\r\n${get()}${get()}`);
      assert.equal(end.responses.length, 1, more);
      assert.equal(end.responses[0]?.headers.connection, "close");
    }
  });

  test("an offer to speak another protocol is not taken up", async () => {
    const offer = "Connection: Upgrade, close\r\nUpgrade: h2c, websocket\r\n";
    assert.deepEqual(statuses(await exchange(server.port, get(offer))), [200]);
  });

  test("a client that waits for 100 Continue gets it, and an unknown expectation is ignored", async () => {
    const body = `Content-Length: 3\r\n${close}`;
    const end = await exchange(server.port, `${get(`Expect: 100-continue\r\n${body}`)}abc`);
    assert.deepEqual(
      statuses(end).filter((status) => status !== 100),
      [200],
    );
    assert.deepEqual(statuses(await exchange(server.port, `${get(`Expect: miracles\r\n${body}`)}abc`)), [200]);
  });
}

/** Sends a normal request every 50 ms while the suite runs. */
class Neighbour {
  readonly #server: AbusedServer;
  readonly #running: Promise<number>;
  #stopped = false;

  constructor(server: AbusedServer) {
    this.#server = server;
    this.#running = this.#run();
  }

  stop(): Promise<number> {
    this.#stopped = true;
    return this.#running;
  }

  async #run(): Promise<number> {
    let answered = 0;
    while (!this.#stopped) {
      const end = await exchange(this.#server.port, request(this.#server, close, ""));
      assert.deepEqual(statuses(end), [200]);
      answered++;
      await sleep(50);
    }
    return answered;
  }
}
