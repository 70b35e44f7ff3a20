import assert from "node:assert/strict";
import type { Overview } from "drawbridge-rules/wire/overview.ts";
import type { CreatedReadKey } from "drawbridge-rules/wire/read-key.ts";
import { type AdminServer, creating, replacing, type TestAnswer } from "../../../test/admin-server.ts";
import { countRequests } from "../../../test/counted-requests.ts";
import { pluck } from "../../../test/pluck.ts";
import { acmeTest as test } from "../../../test/server-test.ts";
import { answerRead } from "../../reads/read-api.ts";

const ask = (server: AdminServer, projects: string) => server.ask("GET", `/admin/v1/overview?projects=${projects}`);
const first = async (server: AdminServer) => (await ask(server, "acme")).json<Overview>().projects[0];
const done = ({ status, text }: TestAnswer) => assert.ok(status < 300, text);

test("one answer has the state of each project, in the order of the query, without those that do not exist", async (server) => {
  done(await server.of("PUT", "news", { body: {}, headers: creating }));
  const { projects } = (await ask(server, "news,gone,acme")).json<Overview>();
  assert.deepEqual(pluck(projects, "id", "lock_out_limit_percent"), [
    ["news", 20],
    ["acme", 20],
  ]);
  assert.equal((await ask(server, Array.from({ length: 51 }, (_, n) => `p${n}`).join())).status, 422);
});

test("active maintenance comes with its author, and the next occurrence beside it", async (server) => {
  done(await server.of("POST", "acme/maintenance/start?reason=database+full", { body: { instances: ["us-1"], for: "30m" } }));
  const found = await first(server);
  const actual = found?.active.map(({ scope, actions }) => [scope, actions.map(({ action, reason }) => [action, reason])]);
  assert.deepEqual(actual, [["Acme US", [["started", "database full"]]]]);
  assert.equal(found?.next?.window, "december");
});

test("platforms have their requests and those told to update by hour, and the share that the present policy forces", async (server) => {
  countRequests(server, "ios", { "2.4.0": [0, 0, 300, 0], "2.5.0": 690, "": 10 });
  server.now += 3_600_000;
  const step = { at: "2026-11-21T20:00", minimum: "2.6.0" };
  const body = { minimum: "2.5.0", step };
  done(await server.of("PUT", "acme/platforms/ios?override=locks_out,unseen_version&reason=x", { body, headers: replacing }));
  const [ios] = (await first(server))?.platforms ?? [];
  assert.deepEqual(
    [ios?.platform, ios?.name, ios?.hours.slice(-2), ios?.forced_hours.slice(-2)],
    ["ios", "iOS", [1000, 0], [300, 0]],
  );
  assert.deepEqual([ios?.present.requests_24h, ios?.present.forced_24h, ios?.present.changed?.reason], [1000, 300, "x"]);
  assert.deepEqual(ios?.step, { at: "2026-11-21T20:00:00.000+00:00", minimum: "2.6.0", forced_24h: 990 });
});

test("proposals that can be published are listed, with the names of their authors, and dead ones are not", async (server) => {
  const propose = (ttl: string) =>
    server.of("PATCH", "acme?propose=true&reason=slow", {
      body: { ttl },
      headers: { ...replacing, "content-type": "application/merge-patch+json" },
    });
  done(await propose("PT40S"));
  assert.deepEqual(pluck((await first(server))?.proposals, "title", "state"), [["Cache time 30 s → 40 s", "open"]]);
  done(
    await server.of("PATCH", "acme", {
      body: { ttl: "PT50S" },
      headers: { ...replacing, "content-type": "application/merge-patch+json" },
    }),
  );
  assert.deepEqual((await first(server))?.proposals, []);
});

test("of keys that expire, only those that apps send are listed; when they have expired, what was refused", async (server) => {
  const body = { name: "old app", expires_at: new Date(server.now + 86_400_000).toISOString() };
  const { key } = (await server.of("POST", "acme/keys", { body })).json<CreatedReadKey>();
  const names = async () => (await first(server))?.keys.map(({ name, requests_24h }) => [name, requests_24h]);
  assert.deepEqual(await names(), []);
  const api = { servesReads: true, catalog: server.catalog, now: () => server.now };
  const query = "platform=ios&current_version=3.0.0";
  const request = { path: "/api/v1/config", query, key, keyCount: 1, ifNoneMatch: null, acceptLanguage: null };
  const send = () => answerRead(api, { method: "GET", ...request, contentLength: 0, chunked: false });
  send();
  assert.deepEqual(await names(), [["old app", 1]]);
  server.now += 86_400_000;
  send();
  assert.deepEqual(await names(), []);
  assert.deepEqual(pluck((await first(server))?.refused, "reason", "requests"), [["expired", 1]]);
});
