import assert from "node:assert/strict";
import { test } from "node:test";
import { type Credential, credentialState } from "./credential.ts";

const token: Credential = { name: "ci", hash: "", last4: "wxyz", createdAt: 0, expiresAt: 100, revokedAt: null };

test("a credential that expires at 100 is expired at 100, and one without expiry stays active", () => {
  const actual = [99, 100, 101].map((now) => credentialState(token, now));
  assert.deepEqual(actual, ["active", "expired", "expired"]);
  assert.equal(credentialState({ ...token, expiresAt: null }, Number.MAX_SAFE_INTEGER), "active");
});

test("a revoked credential is revoked, whatever the clock says and whenever it would expire", () => {
  for (const now of [0, 50, 200]) assert.equal(credentialState({ ...token, revokedAt: 60 }, now), "revoked");
});
