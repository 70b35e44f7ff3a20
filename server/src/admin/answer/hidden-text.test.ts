/** No route accepts a text that reads as a different one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type * as wire from "drawbridge-rules/wire/problem.ts";
import { adminServerWithProject, type TestAnswer } from "../../../test/admin-server.ts";

const any = { "if-match": "*" };

function problemIn({ status, json, text }: TestAnswer, path: string): string {
  assert.equal(status, 422, text);
  const { errors = [] } = json<wire.ProblemDocument>();
  return errors.find((problem) => problem.path === path)?.detail ?? assert.fail(text);
}

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
