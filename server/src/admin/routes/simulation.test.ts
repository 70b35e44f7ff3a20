import assert from "node:assert/strict";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { Simulation } from "drawbridge-rules/wire/simulation.ts";
import { type AdminServer, replacing } from "../../../test/admin-server.ts";
import { acmeTest as test } from "../../../test/server-test.ts";

async function simulate(server: AdminServer, query: string): Promise<Simulation> {
  const answer = await server.of("GET", `acme/simulate?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json();
}

test("a forced answer names its rule, its author and the reason, also after the log was compacted", async (server) => {
  await server.of("PATCH", "acme/platforms/ios?reason=Loses+orders", { body: { minimum: "2.4.1" }, headers: replacing });
  const { revision } = (await server.of("GET", "acme/platforms/ios")).json<Platform>();
  await server.of("PATCH", "acme/platforms/ios", { body: { recommended: "2.7.0" }, headers: replacing });
  await server.store.compact(server.now + 1);
  const { forced_by } = await simulate(server, "platform=ios&version=2.4.0");
  const { rule, versions, since, reason, revision: of } = forced_by ?? assert.fail("no rule");
  assert.deepEqual([rule, versions, reason, of], ["minimum", "2.4.1", "Loses orders", revision]);
  assert.equal(Date.parse(since), server.now);
  assert.deepEqual((await server.of("GET", "acme/platforms/ios")).json<Platform>().forced_by[0], forced_by);
  assert.equal((await simulate(server, "platform=ios&version=2.6.0")).forced_by, null);
});

test("the clock moves over the state as it is", async (server) => {
  const ask = (at: string) => simulate(server, `instance=eu-1&at=${encodeURIComponent(at)}`);
  assert.equal((await ask("2026-12-05T01:59:59.999+01:00")).reason, "scheduled");
  const during = await ask("2026-12-06T02:00:00+01:00");
  assert.deepEqual([during.reason, during.body.is_maintenance], ["active", true]);
  assert.equal((await ask("2026-12-06T03:59:55+01:00")).headers["cache-control"], "private, max-age=5");
});

test("a refusal that an app would get is shown, not thrown", async (server) => {
  const unknown = await simulate(server, "platform=amiga&version=1");
  assert.deepEqual([unknown.status, unknown.reason, unknown.body.code], [400, "unknown_platform", "unknown_platform"]);
  assert.equal(unknown.headers["cache-control"], "no-store");
  assert.equal((await simulate(server, "platform=ios&version=x.y")).reason, "invalid_version");
  assert.equal((await simulate(server, "instance=mars")).status, 404);
});

test("a question without what its endpoint requires is answered as an app would be", async (server) => {
  for (const query of ["", "platform=ios", "version=1", "platform=ios&instance=eu-1", "endpoint=maintenance"]) {
    const { status, reason } = await simulate(server, query);
    assert.deepEqual([status, reason], [400, "missing_parameter"], query);
  }
  assert.equal((await simulate(server, "platform=ios&version=2.4.0%2B57&instance=eu-1")).reason, "current", "its + is no space");
  const refused = await server.of("GET", "acme/simulate?endpoint=usage&at=tomorrow");
  assert.deepEqual([refused.status, refused.paths], [422, ["endpoint"]]);
});
