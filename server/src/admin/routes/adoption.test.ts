import assert from "node:assert/strict";
import type { Adoption } from "drawbridge-rules/wire/adoption.ts";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import { type AdminServer, replacing } from "../../../test/admin-server.ts";
import { countRequests } from "../../../test/counted-requests.ts";
import { pluck } from "../../../test/pluck.ts";
import { acmeTest as test } from "../../../test/server-test.ts";

const adoptionOf = async (server: AdminServer, query = "") => (await server.of("GET", `acme/adoption${query}`)).json<Adoption>();
const policy = (server: AdminServer, body: object, query = "") =>
  server.of("PUT", `acme/platforms/ios${query}`, { body, headers: replacing });
const impactOf = async (server: AdminServer, body: object) =>
  (await policy(server, body, "?dry_run=true")).json<ChangeAnswer>().impact;

/** 1 000 requests of the last hour. */
const app = { "2.4.0": 300, "2.5.0": 690, "2.6.0": 6, "": 4 };

test("adoption has requests by platform, version and outcome, by hour or day", async (server) => {
  countRequests(server, "ios", { "2.4.0": [0, 0, 3, 0], "2.5.0": [5, 1, 0, 1], "": [2, 0, 0, 0] });
  const found = await adoptionOf(server, "?hours=2");
  assert.deepEqual([found.from, found.interval], ["2026-11-21T11:00:00.000+00:00", "hour"]);
  const none = { requests: 0, allowed: 0, recommended: 0, forced: 0, maintenance: 0, series: [0, 0] };
  assert.deepEqual(found.platforms, [
    {
      platform: "android",
      total: none,
      versions: [],
      other: none,
      present: { requests_24h: 0, forced_24h: 0, other_24h: 0, changed: null },
      suggested: [],
    },
    {
      platform: "ios",
      total: { requests: 12, allowed: 7, recommended: 1, forced: 3, maintenance: 1, series: [0, 12] },
      versions: [
        { version: "2.5.0", requests: 7, allowed: 5, recommended: 1, forced: 0, maintenance: 1, series: [0, 7] },
        { version: "2.4.0", requests: 3, allowed: 0, recommended: 0, forced: 3, maintenance: 0, series: [0, 3] },
      ],
      other: { requests: 2, allowed: 2, recommended: 0, forced: 0, maintenance: 0, series: [0, 2] },
      present: { requests_24h: 12, forced_24h: 0, other_24h: 2, changed: null },
      suggested: [],
    },
  ]);
  const days = await adoptionOf(server, "?days=400&platform=ios");
  assert.deepEqual([days.from, days.interval, days.platforms.length], ["2025-10-18T00:00:00.000+00:00", "day", 1]);
  assert.deepEqual([days.platforms[0]?.total.requests, days.platforms[0]?.total.series?.at(-1)], [12, 12]);
});

test("every version has its counts, and the 50 with most requests a series", async (server) => {
  countRequests(server, "ios", Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`1.${index}.0`, index + 1])));
  const versions = (await adoptionOf(server, "?platform=ios&hours=3")).platforms[0]?.versions ?? [];
  const actual = versions.map(({ requests, series }) => [requests, series?.at(-1)]);
  const expected = Array.from({ length: 60 }, (_, index) => [60 - index, index < 50 ? 60 - index : undefined]);
  assert.deepEqual(actual, expected);
});

test("the present share follows the policy of now, and names the last change that forces", async (server) => {
  countRequests(server, "ios", { "2.4.0": 300, "2.5.0": 690, "": 10 });
  const present = async () => (await adoptionOf(server, "?platform=ios&hours=1")).platforms[0]?.present;
  server.now += 60_000;
  const late = "?override=locks_out&reason=2.4+loses+orders";
  assert.equal((await policy(server, { minimum: "2.5.0" }, late)).status, 200);
  const changed = {
    revision: 2,
    at: "2026-11-21T12:01:00.000+00:00",
    actor: "environment",
    actor_name: null,
    reason: "2.4 loses orders",
  };
  const expected = { requests_24h: 1000, forced_24h: 300, other_24h: 10, changed };
  assert.deepEqual(await present(), expected);
  server.now += 60_000;
  assert.equal((await policy(server, { minimum: "2.5.0", recommended: "2.6.0" })).status, 200);
  assert.deepEqual(await present(), expected);
  assert.equal((await policy(server, {})).status, 200);
  assert.deepEqual(await present(), { ...expected, forced_24h: 0, changed: null });
});

test("a step ahead is not the last change that forces, and one that took place is, by its author", async (server) => {
  countRequests(server, "ios", { "2.4.0": 30, "2.5.0": 60 });
  const changed = async () => (await adoptionOf(server, "?platform=ios&hours=1")).platforms[0]?.present.changed?.reason;
  assert.equal((await policy(server, { minimum: "2.5.0" }, "?reason=raised")).status, 200);
  const step = { at: "2026-11-21T14:00", minimum: "2.6.0" };
  assert.equal((await policy(server, { minimum: "2.5.0", step }, "?reason=planned")).status, 200);
  assert.equal(await changed(), "raised");
  server.now = Date.parse("2026-11-21T14:00:00Z");
  assert.equal(await changed(), "planned");
});

test("at most five new versions are suggested with the day on which they were first seen, and none after 30 days", async (server) => {
  const suggested = async () => (await adoptionOf(server, "?platform=ios")).platforms[0]?.suggested;
  countRequests(server, "ios", { "2.4.0": 40, "2.5.0": 60 });
  // Versions of the first counted day can be of any age.
  assert.deepEqual(await suggested(), []);
  server.now += 2 * 86_400_000;
  countRequests(server, "ios", { "2.5.0": 97, "2.6.0": 2, "2.7.0": 1, "2.8.0-beta": 90, "": 10 });
  const first = { version: "2.6.0", first_seen: "2026-11-23", requests_24h: 2 };
  // 1% of 200 requests is two.
  assert.deepEqual(await suggested(), [first]);
  server.now += 86_400_000;
  countRequests(server, "ios", { "2.5.0": 90, "2.6.0": 3, "2.7.0": 7 });
  const second = { version: "2.7.0", first_seen: "2026-11-23", requests_24h: 7 };
  assert.deepEqual(await suggested(), [second, { ...first, requests_24h: 3 }]);
  const versions = Object.fromEntries(Array.from({ length: 7 }, (_, minor) => [`3.${minor}.0`, 100 + minor]));
  countRequests(server, "ios", versions);
  assert.deepEqual(pluck(await suggested(), "version"), ["3.6.0", "3.5.0", "3.4.0", "3.3.0", "3.2.0"]);
  server.now += 28 * 86_400_000;
  countRequests(server, "ios", versions);
  assert.equal((await suggested())?.length, 5);
  server.now += 86_400_000;
  countRequests(server, "ios", versions);
  assert.deepEqual(await suggested(), []);
});

test("an unknown platform, and numbers out of range, are invalid", async (server) => {
  for (const query of ["?platform=web", "?hours=337", "?days=0"])
    assert.equal((await server.of("GET", `acme/adoption${query}`)).status, 422, query);
  assert.equal((await server.of("GET", "none/adoption")).status, 404);
});

test("a dry run has the impact of each changed policy, and a change without one has none", async (server) => {
  countRequests(server, "ios", app);
  assert.deepEqual(await impactOf(server, { minimum: "2.5.0" }), [
    {
      platform: "ios",
      last_24h: { requests: 1000, forced: 300, freed: 0, recommended: 0, other: 4 },
      last_7d: { requests: 1000, forced: 300, freed: 0, recommended: 0, other: 4 },
      versions: [{ version: "2.4.0", requests_24h: 300, requests_7d: 300, effect: "forced" }],
      more_versions: 0,
      targets: [{ version: "2.5.0", requests_24h: 690, requests_7d: 690 }],
      guards_apply: true,
    },
  ]);
  const renamed = await server.of("PATCH", "acme?dry_run=true", { body: { name: "New" }, headers: replacing });
  assert.equal("impact" in renamed.json<ChangeAnswer>(), false);
});

test("the impact tells the forced requests whose system can install no update, where releases say so", async (server) => {
  countRequests(server, "ios", app);
  const table = server.catalog.usage.versions("acme", "ios");
  for (const os of ["-17", "-17", "17-", "17-"]) table.countSystem("2.4.0", os, server.now);
  table.countSystem("2.5.0", "-17", server.now);
  const systems = async (requires_os: string | undefined, minimum = "2.5.0") => {
    const releases = [{ version: "2.5.0", ...(requires_os && { requires_os }) }];
    const [impact] = (await impactOf(server, { minimum, releases })) ?? [];
    return impact?.systems_24h;
  };
  assert.deepEqual(await systems("17"), { requests: 4, too_old: 2 });
  assert.deepEqual(await systems(undefined), { requests: 4, too_old: 0 });
  assert.deepEqual(await systems("16"), { requests: 2, too_old: 0 }, "some below 17 may have 16");
  assert.deepEqual(await systems("18"), { requests: 2, too_old: 2 }, "some from 17 on may have 18");
  assert.equal(await systems("17", "2.4.0"), undefined);
});

test("a step within a day is judged as a change, a later one is not, and neither is one that stays", async (server) => {
  countRequests(server, "ios", app);
  const step = { at: "2026-11-22T12:00", minimum: "25.0" };
  const refusedBy = async (body: object) =>
    ((await policy(server, body)).json<ProblemDocument>().guards ?? []).map(({ code, path }) => `${code} ${path}`);
  const [, impact] = (await impactOf(server, { step })) ?? [];
  assert.deepEqual([impact?.at, impact?.guards_apply], ["2026-11-22T12:00:00.000+00:00", true]);
  assert.deepEqual(await refusedBy({ step }), ["locks_out platforms.ios.step"]);
  const later = { ...step, at: "2026-11-22T12:01" };
  assert.deepEqual(await refusedBy({ step: later }), []);
  server.now += 3_600_000;
  // The step is the same: what it forces is not newly forced by this change.
  assert.deepEqual(await refusedBy({ recommended: "2.5.0", step: later }), []);
});

test("the limit of a project decides, and a manifest cannot raise its own", async (server) => {
  countRequests(server, "ios", app);
  assert.equal((await policy(server, { minimum: "2.5.0" })).status, 409);
  const value = (await server.of("GET", "acme/manifest")).json<Record<string, object>>();
  const raised = { ...value, lock_out_limit_percent: 100, platforms: { ...value.platforms, ios: { minimum: "2.5.0" } } };
  const put = (body: object) => server.of("PUT", "acme/manifest", { body, headers: replacing });
  assert.deepEqual(pluck((await put(raised)).json<ProblemDocument>().guards, "code"), ["locks_out"]);
  assert.equal((await put({ ...value, lock_out_limit_percent: 100 })).status, 200);
  assert.equal((await policy(server, { minimum: "2.5.0" })).status, 200);
});

test("no request makes a review stale: a guard that begins to refuse says so, and one that no longer does is passed", async (server) => {
  countRequests(server, "ios", { "2.4.0": 10, "2.5.0": 100 });
  const reviewed = async (body: object) => (await policy(server, body, "?dry_run=true")).json<ChangeAnswer>().reviewed;
  const hash = await reviewed({ minimum: "2.5.0" });
  countRequests(server, "ios", { "2.4.0": 110 });
  assert.equal(await reviewed({ minimum: "2.5.0" }), hash);
  const refused = await policy(server, { minimum: "2.5.0" }, `?reviewed=${hash}`);
  assert.deepEqual([refused.status, refused.json<ProblemDocument>().guards?.map(({ code }) => code)], [409, ["locks_out"]]);
  countRequests(server, "ios", { "2.5.0": 10_000 });
  const passing = `?reviewed=${hash}&override=locks_out&reason=late`;
  assert.equal((await policy(server, { minimum: "2.5.0" }, passing)).status, 200);
});
