/**
 * Attacks with bytes and with time by a hostile or broken client. The process survives, every answer is right or a 4xx, and no
 * connection outlives its limit.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { exchange, type RawEnd, RawSocket } from "../raw-socket.ts";
import { config, type ReadServer, requestHead, startReadServer } from "../read-server.ts";

/** Milliseconds. With the real limits the suite would wait for minutes; ratios are kept where they matter. */
const limits = { headers: 3_000, request: 5_000, checkEvery: 100, stall: 8_000, lameDuck: 100 };
const close = "Connection: close\r\n";
const chunked = "Transfer-Encoding: chunked\r\n";

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

describe("raw abuse", () => {
  let server: ReadServer;
  let good = "";
  before(async () => {
    server = await startReadServer({ projects: [{ project: "shop" }], limits });
    good = requestHead({ target: `${config}?platform=ios&current_version=1.0`, key: await server.addKey("shop") });
  });
  after(async () => {
    // A normal request that failed must not leave the server open, which would keep the process alive.
    const last = await exchange(server.port, get(close)).finally(() => server.stop());
    assert.deepEqual(statuses(last), [200]);
    assert.deepEqual(server.failures, []);
  });
  /** A good request with these lines more, or with another first line. */
  const get = (extra = "", line = "") => good.replace(/\r\n\r\n$/, `\r\n${extra}\r\n`).replace(/^.*/, line === "" ? "$&" : line);

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
    ...Object.fromEntries(
      ["XX\r\nab\r\n0\r\n\r\n", "-1\r\na\r\n", "3\r\nabcdef0\r\n\r\n", "\r\n\r\n", "3 \r\nabc\r\n", "1\na\n0\n\n"].map((body) => [
        `the chunks ${JSON.stringify(body)}`,
        () => get(chunked) + body + get(),
      ]),
    ),
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
    "a target of 1 MB": [414, () => get("", `GET /${"a".repeat(1_000_000)} HTTP/1.1`)],
    "100000 header lines": [431, () => get("X:\r\n".repeat(100_000))],
    "headers of 300 kB": [431, () => get(`X: ${"y".repeat(95)}\r\n`.repeat(3_000))],
    "a chunk extension of 20 kB": [413, () => `${get(chunked)}1;${"x".repeat(20_000)}\r\na\r\n0\r\n\r\n`],
    "a body of 5 MB": [413, () => get("Content-Length: 5000000\r\n") + "x".repeat(5_000_000)],
  };
  for (const [name, [status, bytes]] of Object.entries(large)) {
    test(`${name}: ${status}, and the connection is closed`, async () => {
      assert.deepEqual(statuses(await exchange(server.port, bytes())), [status]);
    });
  }

  /** Bytes sent first, bytes that are then sent one by one, and the limit that ends it. */
  const slow: Readonly<Record<string, readonly [() => string, string, number]>> = {
    "a connection without a byte": [() => "", "", limits.headers],
    "half a head": [() => get().slice(0, -4), "", limits.headers],
    "a dripped header": [() => `${get().slice(0, -2)}X: `, "y", limits.headers],
    "half a body": [() => `${get("Content-Length: 10\r\n")}abc`, "", limits.request],
    "a dripped body": [() => get("Content-Length: 1000\r\n"), "x", limits.request],
    "a body in dripped chunks": [() => get(chunked), "1\r\na\r\n", limits.request],
    "a chunk of dripped digits": [() => get(chunked), "0", limits.request],
  };
  describe("too slow", { concurrency: true }, () => {
    for (const [name, [bytes, drip, limit]] of Object.entries(slow)) {
      test(`${name} is cut off at its limit`, async () => {
        const raw = await RawSocket.open(server.port);
        raw.write(bytes());
        const dripping = setInterval(() => drip !== "" && raw.socket.writable && raw.write(drip), 50);
        const early = sleep(limit / 2).then(() => raw.closed);
        const end = await raw.end().finally(() => clearInterval(dripping));
        assert.deepEqual(statuses(end), [408]);
        assert.equal(await early, false);
      });
    }

    test("a client that sends requests and never reads is closed", async () => {
      const raw = await RawSocket.open(server.port);
      raw.socket.pause();
      const requests = Buffer.from(get().repeat(200), "latin1");
      const until = performance.now() + 30_000;
      while (!raw.closed && performance.now() < until) {
        if (raw.socket.writable && raw.socket.writableLength < 1_000_000) raw.socket.write(requests);
        await sleep(5);
      }
      assert.ok(raw.closed, "still open");
    });
  });

  test("an offer to speak another protocol and an unknown expectation are ignored", async () => {
    const offer = "Connection: Upgrade, close\r\nUpgrade: h2c, websocket\r\n";
    const expectation = `Expect: miracles\r\nContent-Length: 3\r\n${close}`;
    for (const bytes of [get(offer), `${get(expectation)}abc`])
      assert.deepEqual(statuses(await exchange(server.port, bytes)), [200]);
  });
});
