import assert from "node:assert/strict";
import { test } from "node:test";
import { readIdentity } from "./identity-provider.ts";

const loginOf = (claims: Readonly<Record<string, unknown>>) =>
  readIdentity({ iss: "https://id.example", sub: "42", ...claims }).login;
const verified = { email: "ada@acme.example", email_verified: true };

test("a preferred name that is no address is the login", () => {
  assert.equal(loginOf({ preferred_username: "ada" }), "ada");
  assert.equal(loginOf({ preferred_username: "ada", ...verified }), "ada");
});

test("an address is the login only where the provider says literally that it was verified", () => {
  assert.equal(loginOf(verified), "ada@acme.example");
  for (const email_verified of [undefined, null, false, "false", "true", 1, {}, [true]])
    assert.equal(loginOf({ email: "ada@acme.example", email_verified }), null, String(email_verified));
});

test("a preferred name that looks like an address counts only if it is the verified one", () => {
  assert.equal(loginOf({ preferred_username: "Ada@Acme.example", ...verified }), "Ada@Acme.example");
  for (const preferred_username of ["ceo@acme.example", "ceo\uFF20acme.example", "ceo\uFE6Bacme.example", "@"]) {
    assert.equal(loginOf({ preferred_username }), null, preferred_username);
    assert.equal(loginOf({ preferred_username, email: preferred_username }), null, preferred_username);
    assert.equal(loginOf({ preferred_username, ...verified }), "ada@acme.example", preferred_username);
  }
});
