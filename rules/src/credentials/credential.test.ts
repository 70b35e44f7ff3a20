import assert from "node:assert/strict";
import { test } from "node:test";
import { type Credential, credentialState } from "./credential.ts";

const token: Credential = { name: "ci", hash: "", last4: "wxyz", createdAt: 0, expiresAt: 100, revokedAt: null };

test("a credential is expired from the instant on, active without one, and once revoked stays so", () => {
  const actual = [99, 100, 101].map((now) => credentialState(token, now));
  assert.deepEqual(actual, ["active", "expired", "expired"]);
  assert.equal(credentialState({ ...token, expiresAt: null }, Number.MAX_SAFE_INTEGER), "active");
  for (const now of [0, 50, 200]) assert.equal(credentialState({ ...token, revokedAt: 60 }, now), "revoked");
});
