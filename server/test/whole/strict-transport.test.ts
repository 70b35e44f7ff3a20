import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { before, test } from "node:test";
import { buildConsole } from "../../src/pages/console-build.ts";
import { startProgram } from "../running-program.ts";

const https = { DRAWBRIDGE_PUBLIC_URL: "https://drawbridge.example", DRAWBRIDGE_TRUSTED_PROXIES: "127.0.0.1" };
const header = "strict-transport-security";

/** The pages of docs/ are built with the console. */
before(async () => {
  await buildConsole(() => undefined).done;
});

const ofPeople = [
  ["GET", "/", 303],
  ["GET", "/console/nothing.js", 404],
  ["GET", "/sign-in", 200],
  ["POST", "/sign-in", 405],
  ["GET", "/docs/", 200],
  ["GET", "/openapi.json", 200],
  ["GET", "/admin/v1/sign-in", 200],
  ["GET", "/admin/v1/projects", 401],
  ["POST", "/admin/v1/session", 422],
  ["GET", "/metrics", 401],
  ["GET", "/feeds/nothing.ics", 404],
] as const;
const ofApps = [
  ["GET", "/api/v1/config", 401],
  ["OPTIONS", "/api/v1/config", 204],
  ["GET", "/api/v1/maintenance", 401],
  ["GET", "/api/v2/config", 404],
  ["GET", "/healthz", 200],
  ["GET", "/nothing", 404],
  ["GET", "/edge/v1/stream", 401],
] as const;

async function ask(url: string, method: string, path: string): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  const sent = request(url + path, { method, headers: method === "POST" ? { "content-type": "application/json" } : {} }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  await text(answer);
  return { status: answer.statusCode ?? 0, headers: answer.headers };
}

test("where the public address is https, every answer to people says it for a year, and no answer to apps does", async () => {
  await using program = await startProgram({ env: https });
  for (const [all, said] of [
    [ofPeople, "max-age=31536000"],
    [ofApps, undefined],
  ] as const)
    for (const [method, path, expected] of all) {
      const { status, headers } = await ask(program.urls.admin, method, path);
      assert.deepEqual([status, headers[header]], [expected, said], `${method} ${path}`);
    }
});

test("an address for people alone says it in every answer, and the one for apps in none", async () => {
  await using program = await startProgram({ env: { ...https, DRAWBRIDGE_ADMIN_LISTEN: "127.0.0.7:0" } });
  for (const [method, path] of [...ofPeople, ...ofApps]) {
    const expected = path.startsWith("/api/v1/") ? undefined : "max-age=31536000";
    assert.equal((await ask(program.urls.admin, method, path)).headers[header], expected, `${method} ${path}`);
    assert.equal((await ask(program.urls.config, method, path)).headers[header], undefined, `${method} ${path}`);
  }
});

test("where people come by http, or no public address is set, no answer says it", async () => {
  for (const env of [{}, { DRAWBRIDGE_PUBLIC_URL: "http://localhost:8080" }]) {
    await using program = await startProgram({ env });
    for (const [method, path] of [...ofPeople, ...ofApps])
      assert.equal((await ask(program.urls.admin, method, path)).headers[header], undefined, `${method} ${path}`);
  }
});
