import assert from "node:assert/strict";
import { test } from "node:test";
import { type FeedToken, feedTokenState } from "./feed-token.ts";

const token: FeedToken = {
  name: "calendar",
  hash: "",
  last4: "wxyz",
  instance: null,
  createdAt: 0,
  expiresAt: null,
  revokedAt: null,
};

test("a feed token opens until the millisecond at which it expires", () => {
  assert.equal(feedTokenState(token, 9e15), "active");
  assert.equal(feedTokenState({ ...token, expiresAt: 10 }, 9), "active");
  assert.equal(feedTokenState({ ...token, expiresAt: 10 }, 10), "expired");
});

test("a revoked feed token stays so, also when the clock steps back or it has expired too", () => {
  assert.equal(feedTokenState({ ...token, revokedAt: 10 }, 5), "revoked");
  assert.equal(feedTokenState({ ...token, expiresAt: 1, revokedAt: 10 }, 20), "revoked");
});
