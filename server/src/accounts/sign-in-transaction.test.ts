import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../test/for-all.ts";
import { type CookieRule, signInOffer } from "./session.ts";
import { expiredTransactionCookie, readTransaction, seal, transactionCookieHeader, unseal } from "./sign-in-transaction.ts";

const key = randomBytes(32).toString("base64url");
const purpose = "a test";

test("any text comes back out of its seal", () =>
  forAll([fc.string({ unit: "grapheme", maxLength: 300 })], (text) => {
    assert.equal(unseal(seal(text, { key, purpose }, randomBytes(12)), { key, purpose }), text);
  }));

test("a text that was changed anywhere does not open", () => {
  const sealed = Buffer.from(seal("who and when", { key, purpose }, randomBytes(12)), "base64url");
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    assert.equal(unseal(changed.toString("base64url"), { key, purpose }), null, `bit ${bit}`);
  }
});

test("a text sealed with another key or for another purpose does not open", () => {
  const sealed = seal("who and when", { key, purpose }, randomBytes(12));
  assert.equal(unseal(sealed, { key: randomBytes(32).toString("base64url"), purpose }), null);
  assert.equal(unseal(sealed, { key, purpose: "another test" }), null);
});

test("a text that was never sealed does not open", () => {
  for (const text of ["", "x", "undefined", "A".repeat(37), "A".repeat(38), "A".repeat(9000), "ä", "a b", "a.b=="])
    assert.equal(unseal(text, { key, purpose }), null, text.slice(0, 40));
  const sealed = seal("who and when", { key, purpose }, randomBytes(12));
  for (const cut of [1, 2, 20]) assert.equal(unseal(sealed.slice(0, -cut), { key, purpose }), null);
});

test("a text is sealed differently each time, and cannot be seen in its seal", () => {
  const one = seal("who and when", { key, purpose }, randomBytes(12));
  assert.notEqual(one, seal("who and when", { key, purpose }, randomBytes(12)));
  assert.ok(!Buffer.from(one, "base64url").includes("who"));
});

const ruleOf = (publicUrl: string): CookieRule => signInOffer(publicUrl).cookie ?? assert.fail(publicUrl);

test("by https the cookie is of this host alone; it lives for ten minutes, and is sent when a browser comes back", () => {
  const own = "__Host-drawbridge-transaction=text; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=600";
  assert.equal(transactionCookieHeader(ruleOf("https://drawbridge.example"), "text"), own);
  const local = "drawbridge-transaction=text; Path=/; HttpOnly; SameSite=Lax; Max-Age=600";
  assert.equal(transactionCookieHeader(ruleOf("http://127.0.0.1:8080"), "text"), local);
  const gone = "drawbridge-transaction=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0";
  assert.equal(expiredTransactionCookie(ruleOf("http://localhost:8080")), gone);
});

test("the transaction is found among other cookies, and not in those that look alike, nor in two", () => {
  const rule = ruleOf("https://drawbridge.example");
  const own = "__Host-drawbridge-transaction";
  assert.equal(readTransaction(`${own}=text`, rule), "text");
  assert.equal(readTransaction(`a=b; ${own}=text;c=d`, rule), "text");
  assert.equal(readTransaction(`__Host-drawbridge=id; ${own}=text`, rule), "text");
  const others = [null, "", "a", own, "drawbridge-transaction=text", `x${own}=text`, `${own}x=text`, `a=${own}=text`];
  for (const other of [...others, `${own}=one; ${own}=two`]) assert.equal(readTransaction(other, rule), null, String(other));
});
