import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { pluck } from "../../../test/pluck.ts";
import { exchange, RawSocket } from "../../../test/raw-socket.ts";
import type { RequestHandler } from "./connection-handler.ts";
import { type Listener, type ListenerLimits, openListener } from "./listener.ts";

interface Logged {
  readonly err: unknown;
  readonly request: string;
}

const get = (path: string, extra = "") => `GET ${path} HTTP/1.1\r\nHost: h\r\n${extra}\r\n`;
const close = "Connection: close\r\n";

const ok: RequestHandler = (_req, res, { path }) => void res.writeHead(200, ["Content-Length", String(path.length)]).end(path);

/** Milliseconds. Only `lameDuck` is short: the others must not hit an ordinary request on a busy machine. */
const usual = { headers: 30_000, request: 60_000, checkEvery: 50, keepAlive: 60_000, lameDuck: 100 };

interface OpenOptions {
  readonly cors?: boolean;
  readonly limits?: Partial<ListenerLimits>;
}

async function open(
  t: TestContext,
  onRequest: RequestHandler,
  { cors = false, limits = {} }: OpenOptions = {},
): Promise<Listener & { readonly logged: Logged[] }> {
  const logged: Logged[] = [];
  const log = { error: (fields: object) => void logged.push(fields as Logged) };
  const address = { host: "127.0.0.1", port: 0 };
  const listener = await openListener({ address, onRequest, cors, log, limits: { ...usual, ...limits } });
  t.after(() => listener.stop(0));
  return { ...listener, logged };
}

test("a free port is taken, and the URL says which; without a host, every address of the machine has it", async (t) => {
  for (const host of ["127.0.0.1", ""]) {
    const { url, port, stop } = await openListener({ address: { host, port: 0 }, onRequest: ok, log: { error: () => {} } });
    t.after(() => stop(0));
    assert.equal(url, `http://127.0.0.1:${port}`);
    assert.equal(await (await fetch(`${url}/hello`)).text(), "/hello");
  }
});

test("an address that is taken or is not there is refused with a sentence", async (t) => {
  const { port } = await open(t, ok);
  const options = { onRequest: ok, log: { error: () => {} } };
  const refused = (address: string) => (error: unknown) =>
    error instanceof DrawbridgeError && error.code === "invalid" && error.message === address;
  await assert.rejects(
    openListener({ ...options, address: { host: "127.0.0.1", port } }),
    refused(`127.0.0.1:${port} is in use by another program`),
  );
  await assert.rejects(
    openListener({ ...options, address: { host: "192.0.2.1", port: 0 } }),
    refused("192.0.2.1:0 is not an address of this machine"),
  );
});

test("bytes after a chunked HTTP/1.0 request reach no handler, whenever the request is answered", async (t) => {
  for (const wait of [0, 30]) {
    const paths: string[] = [];
    const { port } = await open(t, async (req, res, { path }) => {
      paths.push(path);
      await text(req);
      await sleep(wait);
      res.writeHead(200, ["Content-Length", "2"]).end("ok");
    });
    const head = "POST /first HTTP/1.0\r\nHost: h\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n";
    const { responses, rest } = await exchange(port, `${head}1\r\na\r\n0\r\n\r\n${get("/hidden")}${get("/hidden")}`);
    assert.deepEqual([responses.map(({ status }) => status), rest, paths], [[200], "", ["/first"]]);
    assert.equal(responses[0]?.headers.connection, "close");
  }
});

for (const [how, onRequest] of [
  ["throws", () => assert.fail("secret")],
  ["rejects", () => Promise.reject(new Error("secret"))],
] as const satisfies [string, RequestHandler][])
  test(`a handler that ${how} is answered for: 500, nothing of the cause, and a reference that the log has too`, async (t) => {
    const { port, logged } = await open(t, onRequest);
    const { responses } = await exchange(port, get("/"));
    const { code, status, detail } = JSON.parse(responses[0]?.body ?? "");
    assert.deepEqual([responses.length, responses[0]?.status, code, status], [1, 500, "internal_error", 500]);
    assert.doesNotMatch(responses[0]?.body ?? "", /secret/);
    assert.equal(logged.length, 1);
    assert.match(String(logged[0]?.err), /secret/);
    assert.ok(detail.includes(logged[0]?.request));
  });

test("a handler that fails in the middle of its answer ends the connection, so that no half is taken for the whole", async (t) => {
  const { port, logged } = await open(t, async (_req, res) => {
    res.writeHead(200, ["Content-Length", "10"]).write("hello");
    await sleep(20);
    throw new Error("too late");
  });
  const { responses, rest } = await exchange(port, get("/"));
  assert.deepEqual([responses.length, rest.endsWith("hello"), logged.length], [0, true, 1]);
});

test("a client that leaves while its body is awaited is no error of ours", async (t) => {
  let handled = 0;
  const { port, logged } = await open(t, async (req, res) => {
    handled++;
    res.end(await text(req));
  });
  const bodies = ["Content-Length: 10\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\nff\r\nabc"];
  for (const [before, body] of bodies.entries()) {
    const raw = await RawSocket.open(port);
    raw.write(`POST / HTTP/1.1\r\nHost: h\r\n${body}`);
    while (handled === before) await sleep(5);
    raw.socket.resetAndDestroy();
  }
  await sleep(100);
  assert.deepEqual([handled, logged], [2, []]);
});

test("a late body is answered for, and the handler that waited for it is no error", async (t) => {
  const onRequest: RequestHandler = async (req, res) => {
    await text(req).catch(() => "");
    res.writeHead(200, ["Content-Length", "0"]).end();
  };
  const { port, logged } = await open(t, onRequest, { limits: { headers: 300, request: 400 } });
  const { responses } = await exchange(port, get("/", "Content-Length: 3\r\n"));
  assert.deepEqual(pluck(responses, "status"), [408]);
  await sleep(50);
  assert.deepEqual(logged, []);
});

const corsOfReads = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "etag, date, age, retry-after, drawbridge-reason, content-language",
};

for (const cors of [true, false])
  test(`a refusal has every header of an error of the read API, ${cors ? "with" : "without"} CORS`, async (t) => {
    const { port } = await open(t, ok, { cors });
    for (const bytes of ["GARBAGE\r\n\r\n", get("/", "Host: other\r\n")]) {
      const response = (await exchange(port, bytes)).responses[0];
      const { date, "content-length": length, ...headers } = response?.headers ?? {};
      const own = { "content-type": "application/problem+json", "cache-control": "no-store", connection: "close" };
      assert.deepEqual(headers, { ...own, ...(cors && corsOfReads) });
      assert.equal(length, String(Buffer.byteLength(response?.body ?? "")));
      assert.equal(new Date(date ?? "").toUTCString(), date);
      assert.deepEqual(Object.keys(JSON.parse(response?.body ?? "")), ["type", "title", "status", "detail", "code"]);
    }
  });

test("a refused HEAD has no body", async (t) => {
  const { port } = await open(t, ok);
  const raw = await RawSocket.open(port);
  raw.write("HEAD / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n");
  assert.equal((await raw.response({ head: true })).status, 400);
  assert.equal((await raw.end()).rest, "");
});

test("nothing is written into an answer that has begun", async (t) => {
  const { port } = await open(t, async (_req, res, { path }) => {
    res.writeHead(200, ["Content-Length", "10"]).write("hello");
    await sleep(100);
    res.end(path.padEnd(5).slice(0, 5));
  });
  const { responses, rest } = await exchange(port, `${get("/abcd")}GARBAGE\r\n\r\n`);
  assert.deepEqual([responses[0]?.body, responses[1]?.status, rest], ["hello/abcd", 400, ""]);
});

test("answers that take their time are given in the order of the requests, and a refusal comes after them", async (t) => {
  const { port } = await open(t, async (req, res, rawRequest) => {
    await sleep(rawRequest.path === "/slow" ? 100 : 1);
    await ok(req, res, rawRequest);
  });
  const badBody = `POST /body HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nXX\r\n`;
  for (const wrong of ["GARBAGE\r\n\r\n", get("/", "Host: h\r\n"), "CONNECT a:1 HTTP/1.1\r\nHost: h\r\n\r\n", badBody]) {
    const { responses } = await exchange(port, `${get("/slow")}${get("/quick")}${wrong}${get("/after")}`);
    const actual = responses.map(({ status, body }) => (status === 200 ? body : status));
    assert.deepEqual(actual, ["/slow", "/quick", 400], wrong);
  }
});

test("an expected 100 is sent before the body is, and not where the request is refused", async (t) => {
  const { port } = await open(t, async (req, res) => void res.end(await text(req)));
  const raw = await RawSocket.open(port);
  raw.write(get("/", `Content-Length: 3\r\nExpect: 100-continue\r\n${close}`));
  assert.equal((await raw.response()).status, 100);
  raw.write("abc");
  assert.equal((await raw.response()).body, "abc");
  const { responses } = await exchange(port, get("/", "Host: h\r\nContent-Length: 3\r\nExpect: 100-continue\r\n"));
  assert.deepEqual(pluck(responses, "status"), [400]);
});

test("a stop closes idle connections, finishes requests in flight, and refuses half-sent ones", {
  timeout: 60_000,
}, async (t) => {
  const begun = Promise.withResolvers<void>();
  const onRequest: RequestHandler = async (req, res, rawRequest) => {
    if (rawRequest.path === "/slow") {
      begun.resolve();
      await sleep(100);
    }
    await ok(req, res, rawRequest);
  };
  // A half-sent head is refused after 3 s, and so is an unused connection: idle ones must be closed well before.
  const { port, stop } = await open(t, onRequest, { limits: { headers: 3_000, request: 4_000 } });
  const [idle, unused, slow, half] = await Promise.all([
    RawSocket.open(port),
    RawSocket.open(port),
    RawSocket.open(port),
    RawSocket.open(port),
  ]);
  half.write("GET /hal");
  // The server reads in the order of arrival: with these answers, it has that half too.
  for (let i = 0; i < 2; i++) {
    idle.write(get("/"));
    await idle.response();
  }
  slow.write(get("/slow"));
  await begun.promise;
  // A grace that the test does not live to see the end of: the stop is over when nothing is open.
  const stopped = stop(600_000);
  assert.equal(stop(900_000) instanceof Promise, true);
  const early = sleep(90).then(() => idle.closed || unused.closed);
  await Promise.all([idle.end(), unused.end()]);
  assert.equal(await early, false, "idle connections are closed when they have had their time");
  await assert.rejects(RawSocket.open(port));
  const { responses } = await slow.end();
  assert.deepEqual([responses[0]?.body, responses[0]?.headers.connection], ["/slow", "close"]);
  const refused = (await half.end()).responses.map(({ status }) => status);
  assert.deepEqual(refused, [408]);
  await stopped;
});

test("connections still open after the grace period are cut", async (t) => {
  const begun = Promise.withResolvers<void>();
  const { port, stop } = await open(t, () => {
    begun.resolve();
    return new Promise(() => {});
  });
  const raw = await RawSocket.open(port);
  raw.write(get("/"));
  await begun.promise;
  const early = sleep(90).then(() => raw.closed);
  await stop(300);
  assert.equal(await early, false);
  assert.deepEqual((await raw.end()).responses, []);
});

test("a connection whose answer had begun when the stop came is closed after it", { timeout: 60_000 }, async (t) => {
  const begun = Promise.withResolvers<void>();
  const { port, stop } = await open(t, async (_req, res) => {
    res.writeHead(200, ["Content-Length", "10"]).write("hello");
    begun.resolve();
    await sleep(100);
    res.end("world");
  });
  const raw = await RawSocket.open(port);
  raw.write(get("/"));
  await begun.promise;
  const stopped = stop(600_000);
  assert.equal((await raw.end()).responses[0]?.body, "helloworld");
  await stopped;
});
