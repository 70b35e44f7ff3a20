import assert from "node:assert/strict";
import { test } from "node:test";
import { costOf } from "../../../server/test/work-cost.ts";
import { absentMembers } from "../values/member.ts";
import { credentialBytes, generateCredential } from "./credential-text.ts";
import { checkReadKeyRequest, isKeyText, isMistyped, type ReadKeyRequest, readKeyChoices } from "./read-key.ts";

const everything: ReadKeyRequest = { ...absentMembers(readKeyChoices), name: "the apps" };

function pathsOf(what: Partial<ReadKeyRequest>, now = 0): string[] {
  return checkReadKeyRequest({ ...everything, ...what }, now).map(({ path }) => path);
}

test("the text of a key is 16 to 128 printable ASCII characters without spaces or commas", () => {
  for (const text of ["x".repeat(16), "x".repeat(128), "!\"#$%&'()*+-./~{}"]) assert.ok(isKeyText(text), text);
  for (const text of [
    "",
    "x".repeat(15),
    "x".repeat(129),
    `${"x".repeat(16)} `,
    `${"x".repeat(16)},`,
    `${"x".repeat(16)}ü`,
    `${"x".repeat(16)}\n`,
  ])
    assert.ok(!isKeyText(text), text);
});

test("a key of ours with one wrong letter is mistyped; what has another form is not", () => {
  const text = generateCredential("dbr_", new Uint8Array(credentialBytes).fill(7));
  assert.ok(!isMistyped(text));
  assert.ok(isMistyped(`${text.slice(0, -1)}${text.endsWith("0") ? "1" : "0"}`));
  assert.ok(!isMistyped("some-key-of-old-apps"));
  assert.ok(!isMistyped(generateCredential("dba_", new Uint8Array(credentialBytes).fill(7))));
});

test("a request without a mistake has no problem", () => {
  assert.deepEqual(pathsOf({}), []);
  assert.deepEqual(
    pathsOf({ endpoints: ["config"], platforms: ["ios", "constructor"], instances: ["eu.acme.com", "__proto__"], expiresAt: 1 }),
    [],
  );
});

test("every mistake in a request is reported together", () => {
  const request = {
    name: "",
    endpoints: ["config", "config"] as const,
    platforms: ["iOS", "ios", "ios"],
    instances: [],
    expiresAt: 100,
  };
  assert.deepEqual(pathsOf(request, 100), ["name", "expires_at", "endpoints.1", "platforms.0", "platforms.2", "instances"]);
});

test("a scope names at most 1000, and however many are sent are looked at for less than five hundred million steps of a loop", () => {
  const names = (count: number) => Array.from({ length: count }, (_, i) => `i${i}`);
  assert.deepEqual(pathsOf({ instances: names(1_000) }), []);
  const many = names(400_000);
  const cost = costOf(() => assert.deepEqual(pathsOf({ instances: many }), ["instances"]), 2);
  assert.ok(cost < 500, `${cost} million steps`);
});

test("a key that rehearses must expire, at most 30 days ahead; another one need not", () => {
  const day = 86_400_000;
  for (const rehearsal of [{ at: 5 }, { ignoreMaintenance: true }] as const) {
    assert.deepEqual(pathsOf({ rehearsal }), ["expires_at"]);
    assert.deepEqual(pathsOf({ rehearsal, expiresAt: 1_000 + 30 * day + 1 }, 1_000), ["expires_at"]);
    assert.deepEqual(pathsOf({ rehearsal, expiresAt: 1_000 + 30 * day }, 1_000), []);
  }
  assert.deepEqual(pathsOf({ expiresAt: 400 * day }), []);
});
