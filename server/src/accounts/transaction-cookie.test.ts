import assert from "node:assert/strict";
import { test } from "node:test";
import { type CookieRule, signInOffer } from "./session-cookie.ts";
import { expiredTransactionCookie, readTransaction, transactionCookieHeader } from "./transaction-cookie.ts";

function ruleOf(publicUrl: string): CookieRule {
  return signInOffer(publicUrl).cookie ?? assert.fail(publicUrl);
}

test("by https the cookie is of this host alone; it lives for ten minutes, and is sent when a browser comes back", () => {
  const own = "__Host-drawbridge-transaction=text; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=600";
  assert.equal(transactionCookieHeader(ruleOf("https://drawbridge.example"), "text"), own);
  const local = "drawbridge-transaction=text; Path=/; HttpOnly; SameSite=Lax; Max-Age=600";
  assert.equal(transactionCookieHeader(ruleOf("http://127.0.0.1:8080"), "text"), local);
  const gone = "drawbridge-transaction=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0";
  assert.equal(expiredTransactionCookie(ruleOf("http://localhost:8080")), gone);
});

test("the transaction is found among other cookies, and not in those that look alike", () => {
  const rule = ruleOf("https://drawbridge.example");
  const own = "__Host-drawbridge-transaction";
  assert.equal(readTransaction(`${own}=text`, rule), "text");
  assert.equal(readTransaction(`a=b; ${own}=text;c=d`, rule), "text");
  assert.equal(readTransaction(`__Host-drawbridge=id; ${own}=text`, rule), "text");
  for (const other of [null, "", "a", own, "drawbridge-transaction=text", `x${own}=text`, `${own}x=text`, `a=${own}=text`])
    assert.equal(readTransaction(other, rule), null, String(other));
});

test("two transaction cookies count as none", () => {
  const rule = ruleOf("http://127.0.0.1:8080");
  assert.equal(readTransaction("drawbridge-transaction=one; drawbridge-transaction=two", rule), null);
});
