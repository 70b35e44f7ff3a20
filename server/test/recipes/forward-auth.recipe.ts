/** The recipes for `/auth/gate`, each run by its own program between apps and a back end: gated by Drawbridge, and open without it. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { freePort } from "../free-port.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";
import { missing } from "./foreign-program.ts";
import { type Asked, ask } from "./proxied-client.ts";
import { createAcme, startNode } from "./proxied-node.ts";
import { type GateProxy, gateProxies, portOf, shop } from "./proxies.ts";

const directories = temporaryDirectories();
const old = { "x-app-version": "2.6.1", "x-app-platform": "ios" };
const recent = { ...old, "x-app-version": "3.0" };

const html = (status: string, more = "") =>
  `HTTP/1.1 ${status}\r\nContent-Type: text/html\r\n${more}Content-Length: 4\r\n\r\noops`;
/** Ways in which something at the address of Drawbridge can fail. */
const faults: Readonly<Record<string, (socket: Socket) => void>> = {
  "is silent": () => undefined,
  "is slow": (socket) => void setTimeout(() => socket.end(html("426 Upgrade Required")), 3_000).unref(),
  "resets connections": (socket) => socket.resetAndDestroy(),
  "sends noise": (socket) => socket.end(Buffer.from(Array.from({ length: 9_000 }, (_, index) => (index * 7_919) % 256))),
  "sends a byte at a time": async (socket) => {
    for (const byte of html("426 Upgrade Required")) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      socket.write(byte);
    }
  },
  "sends endless headers": (socket) => {
    socket.write("HTTP/1.1 503 Service Unavailable\r\n");
    const line = `x-noise: ${"n".repeat(1_000)}\r\n`;
    const more = () => {
      while (!socket.destroyed && socket.write(line));
    };
    socket.on("drain", more);
    more();
  },
  "promises an answer": (socket) => socket.write("HTTP/1.1 100 Continue\r\n\r\n"),
  "sends half an answer": (socket) => socket.end("HTTP/1.1 426 Upgrade Requ"),
  "is another server": (socket) => socket.end(html("200 OK")),
  ...Object.fromEntries(
    [
      "301 Moved Permanently",
      "401 Unauthorized",
      "403 Forbidden",
      "404 Not Found",
      "418 Teapot",
      "426 Upgrade Required",
      "429 Too Many Requests",
    ]
      .concat(["500 Internal Server Error", "502 Bad Gateway", "503 Service Unavailable", "511 Login", "599 What"])
      .map((status) => [
        `answers ${status}`,
        (socket: Socket) => socket.end(html(status, "Location: /login\r\nRetry-After: 9\r\nWWW-Authenticate: Basic\r\n")),
      ]),
  ),
};

/** Stands at the address of Drawbridge: passes connections on, or fails in one of the ways. */
class Relay {
  /** Null passes them on. */
  fault: ((socket: Socket) => void) | null = null;
  readonly port: number;
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;

  constructor(port: number, to: string) {
    this.port = port;
    this.#port = Number(portOf(to));
  }

  async open(): Promise<void> {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => undefined);
      if (this.fault) {
        socket.once("data", () => this.fault?.(socket));
        return;
      }
      const node = connect(this.#port, "127.0.0.1").on("error", () => socket.destroy());
      socket.pipe(node).pipe(socket);
      socket.on("close", () => node.destroy());
    }).listen(this.port, "127.0.0.1");
    await once(this.#server, "listening");
  }

  /** Also ends the connections that a proxy keeps. */
  async become(fault: Relay["fault"]): Promise<void> {
    this.fault = fault;
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  async close(): Promise<void> {
    const closed = this.#server?.listening ? once(this.#server, "close") : null;
    this.#server?.close();
    await this.become(null);
    await closed;
  }
}

/** Stops a process that listens there, and fills its queue: connections are then neither accepted nor refused. Returns its end. */
async function freeze(port: number): Promise<() => Promise<unknown>> {
  const listen = `require("net").createServer().listen(${port}, "127.0.0.1", 1, () => console.log("listening"))`;
  const child = spawn(process.execPath, ["-e", listen], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  child.kill("SIGSTOP");
  const queued = Array.from({ length: 5 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
  await once(queued[0] as Socket, "connect");
  return () => {
    for (const socket of queued) socket.destroy();
    child.kill("SIGKILL");
    return once(child, "exit");
  };
}

/** A back end that says what it got; by `/status/418`, with that status. */
async function openBackend() {
  const seen: string[] = [];
  const server = http.createServer(async (req, res) => {
    const body = await text(req);
    seen.push(`${req.method} ${req.url} ${body}`);
    res.writeHead(Number(/^\/status\/(\d+)/.exec(req.url ?? "")?.[1] ?? 200), { "content-type": "text/plain", "x-own": "yes" });
    res.end(`${req.method} ${req.url} ${req.headers.cookie ?? ""} ${body}`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { seen, server, port: (server.address() as AddressInfo).port };
}

async function prepared(proxy: GateProxy) {
  const node = await startNode({ directory: directories() });
  const key = await createAcme(node);
  const backend = await openBackend();
  const relay = new Relay(await freePort(), node.urls.config);
  await relay.open();
  const own = await freePort();
  const running = await proxy.start(directories(), key, { gate: relay.port, backend: backend.port, own });
  const to = { port: own, name: shop };
  const send = (path: string, headers: Asked["headers"], more: Asked = {}) => ask(to, path, { ...more, headers: { ...headers } });
  const dispose = async () => {
    await running[Symbol.asyncDispose]();
    await relay.close();
    backend.server.close();
    await node.stop();
  };
  return { node, key, backend, relay, send, [Symbol.asyncDispose]: dispose };
}

for (const proxy of gateProxies) {
  const skip = missing(proxy.name, proxy.install);

  test(`${proxy.name}: what Drawbridge refuses gets its problem, and everything else the back end`, { skip }, async () => {
    await using world = await prepared(proxy);
    const { node, key, backend, send } = world;
    const post = { method: "POST", body: "order=7&note=größer" };
    const passing = await send("/orders?a=1%202", { ...recent, cookie: "s=1" }, post);
    assert.deepEqual([passing.status, passing.text], [200, "POST /orders?a=1%202 s=1 order=7&note=größer"]);
    for (const headers of [{}, { "x-app-version": "1" }, { ...old, "x-app-version": "x" }, { ...old, "x-app-platform": "tv" }])
      assert.equal((await send("/", headers)).status, 200, JSON.stringify(headers));
    for (const status of [204, 302, 401, 403, 404, 426, 500, 503]) {
      const own = await send(`/status/${status}`, recent);
      assert.deepEqual([own.status, own.headers["x-own"]], [status, "yes"]);
    }
    backend.seen.length = 0;
    const direct = async (headers: Readonly<Record<string, string>>) =>
      (
        await ask({ port: Number(portOf(node.urls.config)), name: shop, isPlain: true }, "/auth/gate", {
          headers: { ...headers, "x-api-key": key },
        })
      ).text;
    const assertRefused = async (headers: Readonly<Record<string, string>>, status: number) => {
      const refused = await send("/orders", headers, post);
      assert.equal(refused.status, status, refused.text);
      assert.equal(refused.headers["content-type"], "application/problem+json; charset=utf-8");
      assert.equal(refused.headers["cache-control"], "no-store");
      assert.equal(refused.headers["drawbridge-problem"], undefined);
      assert.deepEqual(JSON.parse(refused.text), JSON.parse(await direct(headers)));
      return refused;
    };
    await assertRefused(old, 426);
    const german = await assertRefused({ ...old, "accept-language": "de" }, 426);
    assert.equal(JSON.parse(german.text).detail, "Bitte aktualisieren.");
    const long = { messages: { upgrade: { en: "Ж".repeat(2_000), de: "🚀".repeat(2_000) } } };
    assert.equal((await node.admin("PATCH", "/admin/v1/projects/acme", long, { "if-match": "*" })).status, 200);
    for (const language of ["en", "de"]) await assertRefused({ ...old, "accept-language": language }, 426);
    const maintenance = await node.admin("POST", "/admin/v1/projects/acme/maintenance/start", {
      for: "PT30M",
      whole_project: true,
    });
    assert.ok(maintenance.status < 300, JSON.stringify(maintenance.body));
    const closed = await until(
      () => send("/orders", recent, post),
      ({ status }) => status === 503,
    );
    const wait = Number(closed.headers["retry-after"]);
    assert.ok(wait > 1_500 && wait <= 1_800, `${wait} s`);
    assert.equal(JSON.parse(closed.text).code, "maintenance");
    assert.deepEqual(
      backend.seen.filter((seen) => !seen.includes("note=größer")),
      [],
    );
  });

  test(`${proxy.name}: no request is refused while Drawbridge is stopped, hangs, or sends anything else`, { skip }, async () => {
    await using world = await prepared(proxy);
    const { relay, backend, send } = world;
    const refusedOf = async (count: number) => {
      const statuses = await Promise.all(
        Array.from({ length: count }, (_, index) => send(`/${index}`, old, { method: "POST", body: "once" })),
      );
      for (const { status, headers } of statuses) if (status === 200) assert.equal(headers["www-authenticate"], undefined);
      return statuses.filter(({ status }) => status !== 200).map(({ status }) => status);
    };
    assert.deepEqual(await refusedOf(2), [426, 426]);
    for (const [name, fault] of Object.entries(faults)) {
      await relay.become(fault);
      backend.seen.length = 0;
      assert.deepEqual([name, await refusedOf(20)], [name, []]);
      assert.equal(new Set(backend.seen).size, 20, name);
      assert.equal(backend.seen.length, 20, `${name}: each request reaches the back end once`);
    }
    await relay.close();
    assert.deepEqual(await refusedOf(20), [], "stopped");
    const thawed = await freeze(relay.port);
    assert.deepEqual(await refusedOf(20), [], "frozen");
    await thawed();
    await relay.open();
    await until(
      () => refusedOf(1),
      ([status]) => status === 426,
    );
  });
}
