/** No route accepts a text that reads as a different one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type * as wire from "drawbridge-rules/wire/problem.ts";
import { adminServerWithProject, creating, type TestAnswer } from "../../../test/admin-server.ts";

const override = "\u202E";
const encoded = encodeURIComponent(`why ${override}`);
const any = { "if-match": "*" };

function problemIn({ status, json, text }: TestAnswer, path: string): string {
  assert.equal(status, 422, text);
  const { errors = [] } = json<wire.ProblemDocument>();
  return errors.find((problem) => problem.path === path)?.detail ?? assert.fail(text);
}

test("a name with a hidden character is refused in every place that has names, and nothing is changed", async () => {
  const server = await adminServerWithProject();
  const head = await server.store.head();
  const bad = `Acme ${override}`;
  const refused: readonly (readonly [string, string, object, string, Record<string, string>?])[] = [
    ["PATCH", "projects/acme", { name: bad }, "name", { ...any, "content-type": "application/merge-patch+json" }],
    ["PUT", "projects/new", { name: bad }, "name", creating],
    ["PUT", "projects/acme/instances/eu-1", { name: { en: "Europe", de: bad } }, "instances.eu-1.name.de", any],
    ["POST", "projects/acme/keys", { name: bad }, "name"],
    ["POST", "projects/acme/tokens", { name: bad, role: "viewer" }, "name"],
    ["POST", "projects/acme/tokens", { kind: "calendar", name: bad }, "name"],
    ["POST", "tokens", { name: bad }, "name"],
    ["POST", "tokens", { kind: "edge", name: bad, projects: ["acme"] }, "name"],
    ["POST", "people", { login: "ada", name: bad }, "name"],
  ];
  for (const [method, path, body, field, headers = {}] of refused) {
    const answered = await server.ask(method, `/admin/v1/${path}`, { body, headers });
    assert.match(problemIn(answered, field), /remove U\+202E$/, `${method} ${path}`);
  }
  assert.deepEqual(await server.store.head(), head);
  assert.equal(await server.store.accounts.hasPeople(), false);
});

test("hidden text in a manifest is refused with its place, and a valid name in any script is accepted", async () => {
  const server = await adminServerWithProject();
  const manifest = JSON.stringify(
    { apiVersion: "drawbridge/v1", project: "acme", name: "Acme", instances: { x: { name: "\u2066x" } } },
    null,
    1,
  );
  const query = "overwrite=true&reason=x&override=in_use";
  const answered = await server.of("PUT", `acme/manifest?${query}`, {
    body: manifest,
    headers: { ...any, "content-type": "application/json" },
  });
  assert.match(problemIn(answered, "instances.x.name"), /U\+2066/);
  assert.equal(answered.json<wire.ProblemDocument>().errors?.find(({ path }) => path === "instances.x.name")?.line, 7);
  for (const name of ["می\u200Cخواهم", "👩\u200D💻 team", "क्\u200Dष", "ショップ"]) {
    const put = await server.of("PUT", "acme/instances/eu-1", { body: { name }, headers: any });
    assert.equal(put.status, 200, put.text);
  }
});

test("a reason with a hidden character is refused, by its parameter", async () => {
  const server = await adminServerWithProject();
  const answered = await server.of("PUT", `acme/instances/eu-1?reason=${encoded}`, { body: { name: "Europe" }, headers: any });
  assert.match(problemIn(answered, "reason"), /remove U\+202E$/);
  const long = await server.of("PUT", `acme/instances/eu-1?reason=${"a".repeat(501)}`, {
    body: { name: "Europe" },
    headers: any,
  });
  assert.match(problemIn(long, "reason"), /at most 500/);
  const plain = await server.of("PUT", `acme/instances/eu-1?reason=${encodeURIComponent("می\u200Cخواهم 👩\u200D💻")}`, {
    body: { name: "Europe 2" },
    headers: any,
  });
  assert.equal(plain.status, 200, plain.text);
});

test("a store link with a user or a backslash is refused", async () => {
  const server = await adminServerWithProject();
  const merge = { ...any, "content-type": "application/merge-patch+json" };
  for (const [link, why] of [
    ["https://evil.com\\@good.com", /without a backslash/],
    ["https://user:pw@evil/", /without a user name or password/],
  ] as const) {
    const answered = await server.of("PATCH", "acme", { body: { stores: { android: link } }, headers: merge });
    assert.match(problemIn(answered, "stores.android"), why);
  }
});
