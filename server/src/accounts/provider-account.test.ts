import assert from "node:assert/strict";
import { test } from "node:test";
import { loginKey, readLogin, readPersonName } from "drawbridge-rules/people/person.ts";
import fc from "fast-check";
import { forAllAsync } from "../../test/for-all.ts";
import { ssoProfile } from "./provider-account.ts";

const random = () => "ab3d";

function called(login: string | null, name: string | null, ...taken: string[]) {
  const keys = taken.map(loginKey);
  const identity = { issuer: "https://id.example", subject: "1", login, name };
  return ssoProfile(identity, async (wanted) => keys.includes(loginKey(wanted)), random);
}

test("a new user has the names that the provider gives", async () => {
  assert.deepEqual(await called("ada@example.com", "Ada Example"), { login: "ada@example.com", name: "Ada Example" });
  assert.deepEqual(await called("Ada", null), { login: "Ada", name: "Ada" });
  assert.deepEqual(await called(null, "Ada Example"), { login: "person", name: "Ada Example" });
});

test("a login that is taken, in any case, gets a number, and after two of them random characters", async () => {
  assert.equal((await called("ada", null, "ADA")).login, "ada-2");
  assert.equal((await called("ada", null, "ada", "Ada-2")).login, "ada-3");
  assert.equal((await called("ada", null, "ada", "ada-2", "ada-3")).login, "ada-ab3d");
});

test("characters that logins and names must not contain are removed, and nothing is too long", async () => {
  assert.deepEqual(await called(" a\u202Ed\u0000a\n ", " Ada\u0007\u202E \u2028Example "), { login: "ada", name: "Ada Example" });
  assert.deepEqual(await called("\u200B \n", "\n"), { login: "person", name: "person" });
  const { login, name } = await called("a".repeat(1_000_000), "b".repeat(1_000_000));
  assert.deepEqual([login.length, name.length], [90, 90]);
});

test("any name from a provider gives a login and a name that are valid for an account", async () => {
  const text = fc.option(
    fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), fc.string({ unit: "grapheme", maxLength: 200 })),
  );
  await forAllAsync([text, text, fc.boolean()], 100, async (login, name, isTaken) => {
    const identity = { issuer: "https://id.example", subject: "1", login, name };
    const person = await ssoProfile(identity, async () => isTaken, random);
    assert.equal(readLogin(person.login, "", []), person.login);
    assert.equal(readPersonName(person.name, "", []), person.name);
  });
});
