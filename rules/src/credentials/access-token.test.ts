import assert from "node:assert/strict";
import { test } from "node:test";
import { type AccessToken, accessTokenState } from "./access-token.ts";

const token: AccessToken = {
  name: "ci",
  hash: "0".repeat(64),
  last4: "wxyz",
  createdAt: 0,
  expiresAt: 100,
  revokedAt: null,
  role: "viewer",
  maker: null,
};

test("a token that expires at 100 is expired at 100", () => {
  assert.deepEqual(
    [99, 100, 101].map((now) => accessTokenState(token, now)),
    ["active", "expired", "expired"],
  );
});

test("a token without expiry stays active, and a revoked one is revoked whatever the clock says", () => {
  assert.equal(accessTokenState({ ...token, expiresAt: null }, Number.MAX_SAFE_INTEGER), "active");
  for (const now of [0, 50, 200]) assert.equal(accessTokenState({ ...token, revokedAt: 60 }, now), "revoked");
});
