import assert from "node:assert/strict";
import { it } from "node:test";
import type { History } from "drawbridge-rules/wire/history.ts";
import type { MaintenanceAnswer, MaintenanceList } from "drawbridge-rules/wire/maintenance.ts";
import type { Simulation } from "drawbridge-rules/wire/simulation.ts";
import { type AdminServer, adminServerWithProject, creating, type TestAnswer } from "../../../test/admin-server.ts";
import { pluck } from "../../../test/pluck.ts";
import { acmeTest as test } from "../../../test/server-test.ts";

const MINUTE = 60_000;

const at = (text: string): number => Date.parse(text);

async function done(server: AdminServer, verb: string, body?: object, headers = {}): Promise<MaintenanceAnswer> {
  const answer = await server.of("POST", `acme/maintenance/${verb}`, body ? { body, headers } : { headers });
  assert.equal(answer.status, 200, answer.text);
  return answer.json();
}

async function refused(server: AdminServer, verb: string, body: object): Promise<string> {
  const { said, paths } = await server.of("POST", `acme/maintenance/${verb}`, { body });
  return [said, ...paths].join(" ");
}

async function listed(server: AdminServer, query = ""): Promise<MaintenanceList> {
  const answer = await server.of("GET", `acme/maintenance${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json();
}

/** The project with one window every Sunday, from Rome. */
async function withWeekly(): Promise<AdminServer> {
  const server = await adminServerWithProject();
  await put(server, "weekly", {
    start: "2026-11-22T02:00",
    zone: "Europe/Rome",
    duration: "PT2H",
    repeat: "FREQ=WEEKLY;BYDAY=SU",
  });
  return server;
}

async function put(server: AdminServer, id: string, body: object): Promise<TestAnswer> {
  const answer = await server.of("PUT", `acme/windows/${id}`, { body, headers: creating });
  assert.equal(answer.status, 201, answer.text);
  return answer;
}

/** Answer of the read API to an app on that instance. */
async function readMaintenance(server: AdminServer, instance: string): Promise<Record<string, unknown>> {
  return (await server.of("GET", `acme/simulate?instance=${instance}`)).json<Simulation>().body;
}

test("an early start returns both times of the window, and apps see it immediately", async (server) => {
  server.now = at("2026-12-05T12:00:00Z");
  const answer = await done(server, "start", { window: "december" });
  assert.deepEqual(answer, {
    occurrence: "december/2026-12-06T02:00",
    window: "december",
    name: "december",
    scope: "Acme Europe",
    planned_start: "2026-12-06T01:00:00.000+00:00",
    planned_end: "2026-12-06T03:00:00.000+00:00",
    start: "2026-12-05T12:00:00.000+00:00",
    end: "2026-12-05T14:00:00.000+00:00",
    announced_at: "2026-12-05T12:00:00.000+00:00",
    state: "active",
    revision: 2,
    changed: true,
    dry_run: false,
  });
  assert.deepEqual(
    [(await readMaintenance(server, "eu-1")).is_maintenance, (await readMaintenance(server, "us-1")).is_maintenance],
    [true, false],
  );
  assert.deepEqual(await done(server, "start", { window: "december" }), { ...answer, changed: false });
});

test("without a body one is made by hand for an hour, extended and completed without a name, and history has it all", async (server) => {
  const made = await done(server, "start", { whole_project: true });
  assert.equal(made.occurrence, "by-hand-20261121t120000/2026-11-21T12:00");
  assert.equal(made.end, "2026-11-21T13:00:00.000+00:00");
  assert.equal((await readMaintenance(server, "us-1")).is_maintenance, true);
  server.now += 10 * MINUTE;
  assert.equal((await done(server, "extend", { by: "PT15M" })).end, "2026-11-21T13:15:00.000+00:00");
  server.now += 10 * MINUTE;
  const completed = await done(server, "complete");
  assert.deepEqual([completed.end, completed.state], ["2026-11-21T12:20:00.000+00:00", "ended"]);
  assert.equal((await readMaintenance(server, "us-1")).is_maintenance, false);
  const { commits } = (await server.of("GET", "acme/history")).json<History>();
  const actual = commits.map(({ changes }) => changes.map(({ kind, id }) => `${kind} ${id}`));
  assert.deepEqual(actual, [
    ["override by-hand-20261121t120000/2026-11-21T12:00"],
    ["override by-hand-20261121t120000/2026-11-21T12:00"],
    ["window by-hand-20261121t120000"],
    commits.at(-1)?.changes.map(({ kind, id }) => `${kind} ${id}`),
  ]);
});

test("the same extension sent twice with one Idempotency-Key extends once, and is answered the same", async (server) => {
  await done(server, "start", { id: "deploy", whole_project: true });
  const headers = { "idempotency-key": "deploy 17" };
  const first = await done(server, "extend", { window: "deploy", by: "PT15M" }, headers);
  server.now += MINUTE;
  await done(server, "extend", { window: "deploy", by: "PT1M" });
  const again = await done(server, "extend", { window: "deploy", by: "PT15M" }, headers);
  assert.deepEqual(again, first);
  assert.equal((await listed(server)).occurrences[0]?.end, "2026-11-21T13:16:00.000+00:00");
  const other = await server.of("POST", "acme/maintenance/extend", { body: { window: "deploy", by: "PT9M" }, headers });
  assert.equal(other.status, 409);
});

test("of two concurrent starts, one writes and the other finds it active", async (server) => {
  const answers = await Promise.all([1, 2].map(() => done(server, "start", { window: "december" })));
  assert.deepEqual(answers.map(({ changed }) => changed).sort(), [false, true]);
  assert.equal(answers[0]?.end, answers[1]?.end);
  const byHand = await Promise.all([1, 2].map(() => done(server, "start", { id: "deploy", whole_project: true })));
  assert.deepEqual(byHand.map(({ changed }) => changed).sort(), [false, true]);
  const unnamed = await Promise.all([1, 2].map(() => done(server, "start", { whole_project: true })));
  assert.equal(new Set(unnamed.map(({ window }) => window)).size, 2);
});

test("problems of a request are reported immediately, with their place in it", async (server) => {
  for (const [verb, body, paths] of [
    ["start", { for: "soon", until: "tomorrow", nam: "x", whole_project: true }, "for nam until"],
    ["start", { instances: ["eu-1", "mars"] }, "instances.1"],
    ["extend", { by: "PT0S", window: 7 }, "by window"],
    ["move", {}, "start"],
    ["cancel", {}, "window"],
  ] as const)
    assert.equal(await refused(server, verb, body), `422 invalid ${paths}`);
});

test("maintenance without a scope, or with two, is refused with the three that there are", async (server) => {
  const accepted = /`instances`, `platforms` and `\\"whole_project\\": true`/;
  for (const [body, text] of [
    [{}, accepted],
    [{ id: "deploy" }, accepted],
    [{ whole_project: false }, accepted],
    [{ whole_project: true, instances: ["eu-1"] }, accepted],
    [{ instances: [] }, /expected at least one name; every app is `\\"whole_project\\": true`/],
  ] as const) {
    const answer = await server.of("POST", "acme/maintenance/start", { body });
    assert.equal(answer.status, 422, JSON.stringify(body));
    assert.match(answer.text, text);
  }
  assert.equal((await server.of("POST", "acme/maintenance/start")).status, 422);
});

test("an action that is too late is a conflict, and an unknown window is not found", async (server) => {
  for (const [verb, body, said] of [
    ["complete", {}, "409 conflict"],
    ["complete", { window: "december" }, "409 conflict"],
    ["start", { window: "january" }, "404 not_found"],
    ["cancel", { occurrence: "december/2026-12-07T02:00" }, "404 not_found"],
    ["cancel", { occurrence: "../x" }, "404 not_found"],
  ] as const)
    assert.equal(await refused(server, verb, body), said);
  assert.equal((await server.of("POST", "nobody/maintenance/start", { body: { whole_project: true } })).status, 404);
  assert.equal((await server.of("GET", "nobody/maintenance")).status, 404);
  await done(server, "start", { id: "one", whole_project: true });
  await done(server, "start", { id: "two", whole_project: true });
  assert.equal(await refused(server, "complete", {}), "409 conflict one two");
});

it("the list starts with active occurrences, is sorted by start, and keeps to its limit", async () => {
  const server = await withWeekly();
  await done(server, "start", { id: "deploy", instances: ["us-1"], overrun: "end" });
  const all = await listed(server);
  const actual = all.occurrences.slice(0, 4).map(({ occurrence, state }) => `${occurrence} ${state}`);
  assert.deepEqual(actual, [
    "deploy/2026-11-21T12:00 active",
    "weekly/2026-11-22T02:00 scheduled",
    "weekly/2026-11-29T02:00 scheduled",
    "december/2026-12-06T02:00 scheduled",
  ]);
  assert.deepEqual([all.occurrences.length, all.more], [16, false]);
  const two = await listed(server, "?limit=2");
  assert.deepEqual([two.occurrences.length, two.more], [2, true]);
  const rest = await listed(server, `?warnings=false&limit=1000&after=${two.next}`);
  assert.deepEqual([...two.occurrences, ...rest.occurrences], all.occurrences);
  assert.deepEqual([rest.next, rest.warnings, all.next], [null, [], null]);
  const { instances, platforms, overrun, origin, repeat, zone } = all.occurrences[0] ?? {};
  assert.deepEqual([instances, platforms, overrun, origin, repeat, zone], [["us-1"], null, "end", "hand", null, "UTC"]);
  const december = await listed(server, "?window=december");
  const found = december.occurrences;
  assert.deepEqual(
    found,
    all.occurrences.filter(({ window }) => window === "december"),
  );
  const past = await listed(server, "?from=2027-01-02T00:00:00Z&until=2027-01-11T00:00:00%2B01:00");
  assert.deepEqual(pluck(past.occurrences, "occurrence"), ["weekly/2027-01-03T02:00", "weekly/2027-01-10T02:00"]);
});

test("a span that is none, or longer than 366 days, is refused", async (server) => {
  for (const query of ["from=now", "limit=5001", "after=somewhere", "until=2026-11-21T12:00:00Z", "until=2028-01-01T00:00:00Z"])
    assert.equal((await server.of("GET", `acme/maintenance?${query}`)).status, 422, query);
});
