import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import { adminServerWithProject, replacing } from "../../../test/admin-server.ts";
import { mergePatch } from "./resource-form.ts";

/** From RFC 7396, appendix A: target, patch, result. */
const examples: readonly [unknown, unknown, unknown][] = [
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: "b" }, ["c"], ["c"]],
  [{ a: "foo" }, null, null],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

for (const [target, patch, result] of examples)
  test(`${JSON.stringify(target)} patched with ${JSON.stringify(patch)} is ${JSON.stringify(result)}`, () =>
    assert.deepEqual(JSON.parse(JSON.stringify(mergePatch(target, patch))), result));

test("null of an unknown member stays, and is refused like any other value", async () => {
  const server = await adminServerWithProject();
  const patch = async (path: string, body: object) => {
    const answer = await server.of("PATCH", path, { body, headers: replacing });
    return [answer.status, answer.json<ProblemDocument>().errors?.map(({ pointer }) => pointer)];
  };
  assert.deepEqual(await patch("acme", { xyz: null, ttl: null, stores: { huawei: null } }), [422, ["#/xyz", "#/stores/huawei"]]);
  for (const path of ["acme/platforms/ios", "acme/instances/eu-1", "acme/windows/december"])
    assert.deepEqual(await patch(path, { constructor: null }), [422, ["#/constructor"]], path);
  // A known one may be absent already, and a text has any language.
  assert.deepEqual(await patch("acme", { messages: null, reminder: null }), [200, undefined]);
  assert.deepEqual(await patch("acme/windows/december", { message: { en: "Back soon.", de: null }, repeat: null }), [
    200,
    undefined,
  ]);
});
