import assert from "node:assert/strict";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import { acme, creating, replacing } from "../../../test/admin-server.ts";
import { acmeTest as test } from "../../../test/server-test.ts";

type Placed = [path: string, place: string | undefined];

/** Path of each problem, with its pointer or the name of its parameter or header. */
function places(answer: { json<T>(): T }): Placed[] {
  const { errors = [], guards = [] } = answer.json<ProblemDocument>();
  return [...errors, ...(guards as typeof errors)].map(({ path, pointer, parameter, header }) => [
    path,
    pointer ?? (parameter && `?${parameter}`) ?? header,
  ]);
}

test("a resource is pointed into from itself, a merge patch from the patch, a manifest from the whole", async (server) => {
  const patched = await server.of("PATCH", "acme", { body: { stores: { apple: "nonsense" } }, headers: replacing });
  assert.deepEqual(places(patched), [["stores.apple", "#/stores/apple"]]);
  const policy = await server.of("PUT", "acme/platforms/ios", {
    body: { minimum: 2.1, blocked: ["1.0", "x y"] },
    headers: replacing,
  });
  assert.deepEqual(places(policy), [
    ["platforms.ios.minimum", "#/minimum"],
    ["platforms.ios.blocked.1", "#/blocked/1"],
  ]);
  const instance = await server.of("PUT", "acme/instances/eu.acme.com", {
    body: { name: { "e!": "x" }, "a.b/c": 1 },
    headers: creating,
  });
  assert.deepEqual(places(instance), [
    ['instances."eu.acme.com"."a.b/c"', "#/a.b~1c"],
    ['instances."eu.acme.com".name.e!', "#/name/e!"],
  ]);
  const body = { ...acme, instances: { ...acme.instances, "eu.acme.com": { name: 5 } } };
  const manifest = await server.of("PUT", "acme/manifest", { body, headers: replacing });
  assert.deepEqual(places(manifest), [['instances."eu.acme.com".name', "#/instances/eu.acme.com/name"]]);
});

test("problems in YAML have pointers too, and a syntax error points to its place", async (server) => {
  const put = (body: string, type: string) =>
    server.of("PUT", "acme/manifest", { body, headers: { ...replacing, "content-type": type } });
  const yaml = "apiVersion: drawbridge/v1\nproject: acme\nplatforms:\n  ios:\n    minimum: 2.10\n    minimum: '2.1'\n";
  assert.deepEqual(places(await put(yaml, "application/yaml")), [["platforms.ios.minimum", "#/platforms/ios/minimum"]]);
  assert.deepEqual(places(await put("a: [", "application/yaml")).at(0), ["", "#"]);
  assert.deepEqual(places(await put("{", "application/json")), [["", "#"]]);
  assert.deepEqual(places(await put("", "application/json")), [["", "#"]]);
});

test("problems of a guard or the plan point to the related field of the request, if it has one", async (server) => {
  const blocked = await server.of("PUT", "acme/platforms/ios", { body: { blocked: [">=0"] }, headers: replacing });
  assert.equal(blocked.status, 409);
  assert.deepEqual(places(blocked), [["platforms.ios.blocked", "#/blocked"]]);
  const used = await server.of("DELETE", "acme/instances/eu-1", { headers: replacing });
  assert.equal(used.status, 409);
  const actual = places(used).map(([, place]) => place);
  assert.deepEqual(actual, [undefined]);
  const window = { instances: ["eu-1", "nowhere"], start: "2026-12-06T02:00", duration: "PT2H" };
  const strange = await server.of("PUT", "acme/windows/x", { body: window, headers: creating });
  assert.deepEqual(places(strange), [["windows.x.instances.1", "#/instances/1"]]);
  const dry = await server.of("PUT", "acme/platforms/ios?dry_run=true", { body: { blocked: [">=0"] } });
  assert.equal(dry.json<ChangeAnswer>().guards[0]?.pointer, "#/blocked");
});

test("verbs, keys and tokens point into their bodies", async (server) => {
  for (const [path, body, placed] of [
    ["keys", { name: "", instances: ["nowhere"] }, ["name #/name"]],
    ["keys", { name: "x", instances: ["eu-1", "nowhere"] }, ["instances.1 #/instances/1"]],
    ["tokens", { kind: "calendar", name: "x", instance: "nowhere" }, ["instance #/instance"]],
    ["maintenance/extend", { by: "soon", "x.y": 1 }, ['"x.y" #/x.y', "by #/by"]],
    ["undo", { to: 99 }, ["to #/to"]],
  ] as const) {
    const found = places(await server.of("POST", `acme/${path}`, { body }));
    assert.deepEqual(
      found.map((each) => each.join(" ")),
      placed,
    );
  }
});

test("a problem with the query or a header names it", async (server) => {
  const asked = async (path: string) => places(await server.of("GET", path));
  assert.deepEqual(await asked("acme/keys?limit=0&colour=red"), [
    ["limit", "?limit"],
    ["colour", "?colour"],
  ]);
  assert.deepEqual(await asked("acme/history?since=yesterday"), [["since", "?since"]]);
  assert.deepEqual(await asked("acme/maintenance?from=now"), [["from", "?from"]]);
  const overridden = await server.of("PATCH", "acme?override=nothing", { body: { name: "x" }, headers: replacing });
  assert.deepEqual(places(overridden), [
    ["override", "?override"],
    ["reason", "?reason"],
  ]);
  for (const key of ["", "x".repeat(256), "\u00e4"]) {
    const answer = await server.of("POST", "acme/keys", { body: { name: "x" }, headers: { "idempotency-key": key } });
    assert.deepEqual(places(answer), [["idempotency-key", "idempotency-key"]]);
  }
  // Also where nothing is kept under it.
  const headers = { "idempotency-key": "", "if-match": "*" };
  const dry = await server.of("DELETE", "acme/instances/eu-1?dry_run=true", { headers });
  assert.deepEqual(places(dry), [["idempotency-key", "idempotency-key"]]);
});
