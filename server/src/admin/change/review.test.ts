/** A publish does exactly what was reviewed. */
import assert from "node:assert/strict";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { MaintenanceList } from "drawbridge-rules/wire/maintenance.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import { type AdminServer, creating, replacing } from "../../../test/admin-server.ts";
import { pluck } from "../../../test/pluck.ts";
import { acmeTest as test } from "../../../test/server-test.ts";

const minimum = { body: { minimum: "3.0.0" }, headers: replacing };

async function dryRun(server: AdminServer, method: string, path: string, asked = {}): Promise<ChangeAnswer> {
  const answer = await server.of(method, `acme${path}${path.includes("?") ? "&" : "?"}dry_run=true`, asked);
  assert.equal(answer.status, 200, answer.text);
  return answer.json<ChangeAnswer>();
}

test("a dry run shows the answers to apps before and after, and an edit does not", async (server) => {
  const plan = await dryRun(server, "PATCH", "/platforms/ios", minimum);
  assert.deepEqual(plan.effects, [
    {
      platform: "ios",
      from: "2.4.0",
      to: "3.0.0",
      inclusive: false,
      except: [],
      before: { forced: false, rule: "current" },
      after: { forced: true, rule: "below_minimum" },
      share: null,
    },
  ]);
  const window = { body: { start: "2026-11-21T11:00", duration: "PT2H" }, headers: creating };
  const { maintenance_effects } = await dryRun(server, "PUT", "/windows/now", window);
  const told = { state: "active", start: "2026-11-21T11:00:00.000+00:00", end: "2026-11-21T13:00:00.000+00:00" };
  assert.ok(
    maintenance_effects?.some(({ platform, after }) => platform === "ios" && JSON.stringify(after) === JSON.stringify(told)),
  );
  const done = (await server.of("PATCH", "acme/platforms/ios", minimum)).json<ChangeAnswer>();
  assert.deepEqual([done.effects, done.reviewed], [undefined, undefined]);
});

test("a dry run of a window says when it would be, on its own clock, as the list says it then", async (server) => {
  const body = { start: "2027-03-26T02:30", zone: "Europe/Rome", duration: "PT1H", repeat: "FREQ=DAILY;COUNT=8" };
  const { schedule } = await dryRun(server, "PUT", "/windows/nightly", { body, headers: creating });
  const actual = schedule?.map(({ local_start }) => local_start).slice(1, 3);
  assert.deepEqual(actual, ["2027-03-27T02:30:00+01:00", "2027-03-28T03:30:00+02:00"], "02:30 does not exist on the 28th");
  assert.equal(schedule?.length, 6);
  await server.of("PUT", "acme/windows/nightly", { body, headers: creating });
  const query = "from=2027-03-20T00:00:00Z&until=2027-04-20T00:00:00Z";
  const listed = (await server.of("GET", `acme/maintenance?${query}`)).json<MaintenanceList>().occurrences;
  // A dry run has no history.
  const nightly = listed.filter(({ window }) => window === "nightly").map((occurrence) => ({ ...occurrence, actions: [] }));
  assert.deepEqual(nightly.slice(0, 6), schedule);
  assert.equal((await dryRun(server, "PATCH", "/platforms/ios", minimum)).schedule, undefined);
});

test("the reviewed change is carried out, and any other result is stale, regardless of If-Match", async (server) => {
  const { reviewed } = await dryRun(server, "PATCH", "/platforms/ios", minimum);
  const send = (body: object) => server.of("PATCH", `acme/platforms/ios?reviewed=${reviewed}`, { body, headers: replacing });
  assert.equal((await send({ minimum: "3.0.1" })).status, 412);
  await server.of("PATCH", "acme/platforms/ios", { body: { recommended: "4" }, headers: replacing });
  const late = await send({ minimum: "3.0.0" });
  assert.equal(late.status, 412);
  assert.equal(late.json<ProblemDocument>().code, "stale");
  const again = await dryRun(server, "PATCH", "/platforms/ios", minimum);
  assert.notEqual(again.reviewed, reviewed);
  const done = await server.of("PATCH", `acme/platforms/ios?reviewed=${again.reviewed}`, minimum);
  assert.equal(done.status, 200, done.text);
});

test("concurrent changes elsewhere do not affect the review", async (server) => {
  const { reviewed } = await dryRun(server, "PATCH", "/platforms/ios", minimum);
  await server.of("PATCH", "acme/platforms/android", { body: { minimum: "5" }, headers: replacing });
  await server.of("POST", "acme/keys", { body: { name: "ios" } });
  assert.equal((await server.of("PATCH", `acme/platforms/ios?reviewed=${reviewed}`, minimum)).status, 200);
});

test("no text is the hash of a review but the hash of a review", async (server) => {
  for (const reviewed of ["", "x", "=".repeat(43), "a".repeat(44), "a".repeat(42)])
    assert.equal((await server.of("PATCH", `acme/platforms/ios?reviewed=${reviewed}`, minimum)).status, 422, reviewed);
  assert.equal((await server.of("PATCH", `acme/platforms/ios?reviewed=${"a".repeat(43)}`, minimum)).status, 412);
});

test("the second writer learns what changed since their read, by whom and why", async (server) => {
  const { etag } = (await server.of("GET", "acme/platforms/ios")).json<Platform>();
  await server.of("PATCH", "acme/platforms/android?reason=elsewhere", { body: { minimum: "5" }, headers: replacing });
  await server.of("PATCH", "acme/platforms/ios?reason=2.5+is+better", { body: { minimum: "2.5.0" }, headers: replacing });
  await server.of("PATCH", "acme/platforms/ios", { body: { recommended: "3" }, headers: replacing });
  const late = await server.of("PATCH", "acme/platforms/ios", { body: { blocked: ["2.4.1"] }, headers: { "if-match": etag } });
  assert.equal(late.status, 412);
  const { since } = late.json<ProblemDocument>();
  assert.equal(since?.revision, 4);
  assert.equal(since?.etag, (await server.of("GET", "acme/platforms/ios")).json<Platform>().etag);
  assert.deepEqual(pluck(since?.commits, "revision", "actor", "reason"), [
    [4, "environment", ""],
    [3, "environment", "2.5 is better"],
  ]);
  assert.deepEqual(since?.differences, [
    { path: "platforms.ios.minimum", before: "2.4.0", after: "2.5.0" },
    { path: "platforms.ios.recommended", after: "3" },
  ]);
});

test("for a project as a whole, all changes in it are listed", async (server) => {
  const etag = (await server.of("GET", "acme")).headers.get("etag") ?? "";
  await server.of("PATCH", "acme/platforms/android", { body: { minimum: "5" }, headers: replacing });
  const late = await server.of("PATCH", "acme", { body: { name: "New" }, headers: { "if-match": etag } });
  const { since } = late.json<ProblemDocument>();
  assert.deepEqual(since?.differences, [{ path: "platforms.android.minimum", before: "2.4", after: "5" }]);
});

test("at most the 20 newest commits are listed", async (server) => {
  const { etag } = (await server.of("GET", "acme/platforms/ios")).json<Platform>();
  for (let i = 1; i <= 25; i++)
    await server.of("PATCH", "acme/platforms/ios", { body: { minimum: `2.4.${i}` }, headers: replacing });
  const late = await server.of("PATCH", "acme/platforms/ios", { body: { minimum: "3" }, headers: { "if-match": etag } });
  const { since } = late.json<ProblemDocument>();
  const actual = pluck(since?.commits, "revision");
  const expected = Array.from({ length: 20 }, (_, i) => 26 - i);
  assert.deepEqual(actual, expected);
  assert.deepEqual(since?.differences, [{ path: "platforms.ios.minimum", before: "2.4.0", after: "2.4.25" }]);
});

test("an ETag of another log, a future, a malformed and a weak one are stale without a list of changes", async (server) => {
  const { etag } = (await server.of("GET", "acme/platforms/ios")).json<Platform>();
  const send = async (tag: string) => {
    const answer = await server.of("PATCH", "acme/platforms/ios", { body: { minimum: "3" }, headers: { "if-match": tag } });
    assert.equal(answer.status, 412, tag);
    return answer.json<ProblemDocument>().since;
  };
  assert.equal(await send('"0123456789abcdef.1"'), undefined);
  assert.equal(await send(etag.replace(/\d+"$/, '99"')), undefined);
  assert.equal(await send("nonsense"), undefined);
  assert.equal(await send(`W/${etag}`), undefined);
});

test("commits whose differences are compacted are listed without them", async (server) => {
  const { etag } = (await server.of("GET", "acme/platforms/ios")).json<Platform>();
  await server.of("PATCH", "acme/platforms/ios", { body: { minimum: "2.5.0" }, headers: replacing });
  server.now += 1_000;
  await server.of("PATCH", "acme/platforms/ios", { body: { minimum: "2.6.0" }, headers: replacing });
  await server.store.compact(server.now + 1_000);
  assert.ok((await server.store.floor()) > 1);
  const late = await server.of("PATCH", "acme/platforms/ios", { body: { minimum: "3" }, headers: { "if-match": etag } });
  assert.equal(late.status, 412, late.text);
  const { since } = late.json<ProblemDocument>();
  assert.equal(since?.revision, 3);
  assert.equal(since?.differences, undefined);
});
