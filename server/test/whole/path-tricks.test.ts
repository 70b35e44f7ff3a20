/** Over real sockets: no spelling of a path gives a requester more than the path itself, and nothing is changed. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { credentialNamed, noon, ours } from "../permission-names.ts";
import { everythingIn, fillStore } from "../permission-world.ts";
import { type RawResponse, RawSocket } from "../raw-socket.ts";
import { type ExampleRequest, exampleRequest, routeExamples } from "../route-examples.ts";
import { runSeed } from "../run-seed.ts";
import { startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

/** Replacements for a slash. */
const separators = ["//", "/./", "/x/../", "/x/.%2E/", "/x/..;/", ";x/", "%2f", "%252f", "%5c", "\\", "/%00/", "\u0000/"];

/** Appended to the path. */
const endings = ["/", "/.", "/x/..", "/%2e", ".json", ";.js", "%00.json", "\u0000", "%0a", "%", "#x", "/%2e%2e/", "%3f"];

/** Put before the path: a public one, and then back. */
const beginnings = ["/api/v1/config/%2e%2e/%2e%2e/%2e%2e", "/healthz/..", "/healthz;", "/healthz%2f..", "/feeds/..", "/.", "/"];

/** Targets. @param authority host and port of the server */
function tricksOf(path: string, authority: string): string[] {
  const slashes = [...path.matchAll(/\//g)].map(({ index }) => index);
  // The first, the one after the version, and the last: the same loop reads those in between.
  const chosen = new Set([slashes[0], slashes[2], slashes.at(-1)].filter((at) => at !== undefined));
  return [
    ...[...chosen].flatMap((at) => separators.map((text) => path.slice(0, at) + text + path.slice(at + 1))),
    ...endings.map((text) => path + text),
    ...beginnings.map((text) => text + path),
    ...otherSpellings(path),
    ...absolute(path, authority),
  ];
}

function otherSpellings(path: string): string[] {
  const escaped = (text: string) => [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");
  return [
    path.toUpperCase(),
    path.replace("/v1", "/V1"),
    ...["Admin", "%2561dmin", escaped("admin"), "\u00e1dmin"].map((name) => path.replace("/admin", `/${name}`)),
    path.slice(1),
    path.replaceAll("/", "%2f"),
    path.replaceAll("/", "\\"),
    path.replace("/admin/v1", "/api/v1"),
  ].filter((target) => target !== path);
}

/** RFC 9112 §3.2.2: an absolute URL in place of a path. */
function absolute(path: string, authority: string): string[] {
  const before = ["http://", "HTTP://", "https://", "http://user:password@", "ftp://"].map((start) => start + authority);
  const inside = ["/api/..", "/%2e%2e", "/"].map((start) => `http://${authority}${start}`);
  return [...before, ...inside, "http://admin.example", "http:", "file://"].map((start) => start + path);
}

const refusals = [400, 401, 403, 404, 405];

const directory = temporaryDirectories()();
const env = { DRAWBRIDGE_ADMIN_TOKEN: "of-the-environment-0123456789abcdef" };
const who = { "an anonymous client": null, "a viewer": credentialNamed("dba_", "t_ours_viewer") } as const;

let idle: RawSocket | null = null;

async function contents(work: (store: Awaited<ReturnType<typeof openSqliteStore>>) => Promise<unknown>): Promise<string> {
  const store = await openSqliteStore({ directory });
  await work(store);
  const everything = await everythingIn(store);
  await store.close();
  return everything;
}

const untouched = await contents(fillStore);
const program = await startProgram({ directory, env, now: () => noon });
const port = Number(new URL(program.urls.admin).port);

after(async () => {
  idle?.socket.destroy();
  await program.stop();
});

/** On the connection of the request before, where that was left open. */
async function send(request: ExampleRequest, target: string, token: string | null, more: readonly string[] = []) {
  const { method, body = "", headers } = request;
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(token === null ? [] : [`Authorization: Bearer ${token}`]),
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...more,
  ];
  const socket = idle ?? (await RawSocket.open(port));
  idle = null;
  socket.write(Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`, "latin1"));
  const response = await socket.response({ head: method === "HEAD" });
  if (response.headers.connection === "close" || socket.closed) socket.socket.destroy();
  else idle = socket;
  return response;
}

/** The clock of this program stands still, and /status says how far it is behind by now. */
function withoutClock(body: string): string {
  return body.replace(/"offset_ms":-?\d+,"problem":(?:null|"[^"]*")/, "");
}

function checkNoMore(what: string, plain: RawResponse, { status, body }: RawResponse): void {
  if (refusals.includes(status)) return;
  assert.equal(status, plain.status, `${what} → ${status} ${body}`);
  assert.equal(withoutClock(body), withoutClock(plain.body), what);
}

/**
 * A quarter of the routes: one router reads them all, and the seeds of runs get to each. Those with which every requester may
 * change something are tested elsewhere: nothing must change here.
 */
const asked = Object.entries(routeExamples)
  .filter(([route, { permission }]) => route.startsWith("GET ") || permission !== "public")
  .filter((_, index) => index % 4 === runSeed % 4);

describe("with any spelling of a path", () => {
  for (const [route] of asked) {
    for (const [name, token] of Object.entries(who)) {
      test(`${route}: ${name} gets no more by it`, async () => {
        const request = exampleRequest(route, ours);
        const [path = "", query] = request.path.split("?");
        const plain = await send(request, request.path, token);
        const isOpen = request.method === "GET" && [200, 303].includes(plain.status);
        assert.ok(isOpen || refusals.includes(plain.status), `${route} → ${plain.status}`);
        for (const target of tricksOf(path, `127.0.0.1:${port}`)) {
          const response = await send(request, query === undefined ? target : `${target}?${query}`, token);
          checkNoMore(`${request.method} ${JSON.stringify(target)} by ${name}`, plain, response);
        }
      });
    }
  }
});

/** Headers that proxies and frameworks take for another path or another method. */
const overrides = [
  ...["X-Original-URL", "X-Rewrite-URL", "X-Forwarded-Uri", "X-Forwarded-Path"].map((name) => `${name}: /admin/v1/tokens`),
  ...["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"].map((name) => `${name}: DELETE`),
  ...["X-Forwarded-For", "X-Real-IP", "X-Forwarded-Host", "Forwarded"].map((name) => `${name}: 127.0.0.1`),
  ...["X-Forwarded-User", "Remote-User"].map((name) => `${name}: u_administrator`),
  "X-Middleware-Subrequest: middleware:middleware:middleware",
  "__proto__: administrator",
  "Upgrade: h2c",
  "Connection: keep-alive, Authorization",
];

test("a header that names another path, method, address or user changes nothing", async () => {
  const targets = ["/healthz", "/openapi.json", "/admin/v1/status", `/admin/v1/projects/${ours.project}`, "/admin/v1/tokens"];
  for (const path of targets) {
    for (const method of ["GET", "POST"]) {
      const request: ExampleRequest = { method, path, body: undefined, headers: {} };
      for (const [name, token] of Object.entries(who)) {
        const plain = await send(request, path, token);
        for (const header of overrides) {
          const { status, body } = await send(request, path, token, [header]);
          assert.deepEqual(
            [status, withoutClock(body)],
            [plain.status, withoutClock(plain.body)],
            `${method} ${path} with ${header} by ${name}`,
          );
        }
      }
    }
  }
});

test("an unknown method opens no route, in any case", async () => {
  const path = `/admin/v1/projects/${ours.project}`;
  for (const method of ["TRACE", "PROPFIND", "MOVE", "SEARCH", "LINK", "get", "Get", "DELETEX", "OPTIONS"]) {
    for (const token of Object.values(who)) {
      const { status } = await send({ method, path, body: undefined, headers: { "If-Match": "*" } }, path, token);
      assert.ok(refusals.includes(status), `${method} → ${status}`);
    }
  }
});

test("a HEAD is admitted and refused like its GET", async () => {
  for (const route of Object.keys(routeExamples).filter((each) => each.startsWith("GET "))) {
    const request = exampleRequest(route, ours);
    for (const token of Object.values(who)) {
      const got = await send(request, request.path, token);
      const { status, body } = await send({ ...request, method: "HEAD" }, request.path, token);
      assert.deepEqual([status, body], [got.status, ""], route);
    }
  }
});

test("after all of that the store holds what it held before", async () => {
  await program.stop();
  assert.equal(await contents(async () => undefined), untouched);
});
