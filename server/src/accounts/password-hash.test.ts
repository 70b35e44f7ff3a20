import assert from "node:assert/strict";
import { argon2Sync } from "node:crypto";
import { test } from "node:test";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { hashParameters, PasswordHashing } from "./password-hash.ts";

const cheap = { memory: 64, passes: 1, parallelism: 1 };

test("a password is stored as salted argon2id with the parameters that OWASP recommends, and the right one is accepted", async () => {
  const hashing = new PasswordHashing();
  const phc = await hashing.hash("a long enough password");
  assert.match(phc, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.equal(await hashing.verify("a long enough password", phc), true);
  assert.equal(await hashing.verify("a long enough passwort", phc), false);
});

test("two hashes of one password have nothing in common but the parameters", async () => {
  const hashing = new PasswordHashing(cheap);
  const [a, b] = await Promise.all([hashing.hash("same"), hashing.hash("same")]);
  assert.notEqual(a.split("$")[4], b.split("$")[4]);
  assert.notEqual(a.split("$")[5], b.split("$")[5]);
});

test("the stored hash is the one that any implementation of RFC 9106 derives", async () => {
  const phc = await new PasswordHashing(cheap).hash("pass wörd");
  const [, , , , salt = "", tag = ""] = phc.split("$");
  const parameters = { message: "pass wörd", nonce: Buffer.from(salt, "base64"), ...cheap, tagLength: 32 };
  assert.equal(argon2Sync("argon2id", parameters).toString("base64").replace("=", ""), tag);
});

test("a hash of other parameters is verified with those", async () => {
  const phc = await new PasswordHashing(cheap).hash("x");
  for (const parameters of [hashParameters, { ...cheap, passes: 2 }, { ...cheap, memory: 128 }, { ...cheap, parallelism: 2 }])
    assert.equal(await new PasswordHashing(parameters).verify("x", phc), true);
});

test("a login without an account, and a stored text that is no hash, take one hashing to refuse, like a wrong password", async () => {
  const hashing = new PasswordHashing(cheap);
  const phc = await hashing.hash("right");
  for (const kept of [phc, null, "", "$argon2id$v=19$m=64,t=1,p=1$short$short", "$2b$10$abc", phc.replace("v=19", "v=16")]) {
    const before = hashing.hashings;
    assert.equal(await hashing.verify("wrong", kept), false);
    assert.equal(hashing.hashings - before, 1, String(kept));
  }
});

test("at most two hashings run at the same time, 20 wait, and more are refused", async () => {
  const hashing = new PasswordHashing({ memory: 8_192, passes: 2, parallelism: 1 });
  const results = await Promise.allSettled(Array.from({ length: 30 }, () => hashing.hash("x")));
  const refused = results.filter((result) => result.status === "rejected").map(({ reason }) => reason);
  assert.equal(refused.length, 8);
  for (const error of refused) assert.ok(error instanceof DrawbridgeError && error.code === "unavailable");
  assert.equal(await hashing.verify("x", await hashing.hash("x")), true, "there is room again");
});
