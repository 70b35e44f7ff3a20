import assert from "node:assert/strict";
import { test } from "node:test";
import { adviseOnKey } from "./key-advice.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const DAY = 86_400_000;
const kindOf = (state: "active" | "expired" | "revoked", ago: number | null, requests = 0, refused = 0) =>
  adviseOnKey(
    {
      state,
      last_used_at: ago === null ? null : new Date(now - ago).toISOString(),
      requests_24h: requests,
      refused_24h: refused,
    },
    now,
  );

test("a key that apps send may not end, also where it does not open what they ask", () => {
  assert.deepEqual([kindOf("active", 1000, 5), kindOf("active", null, 0, 1)], ["inUse", "inUse"]);
});

test("a key is safe to revoke after a week without requests, and immediately if it was never sent", () => {
  assert.deepEqual(
    [kindOf("active", 2 * DAY), kindOf("active", 7 * DAY - 1), kindOf("active", 7 * DAY), kindOf("active", null)],
    ["justQuiet", "justQuiet", "quiet", "unused"],
  );
});

test("of a key that has ended it is said whether apps still send it", () => {
  for (const state of ["expired", "revoked"] as const)
    assert.deepEqual([kindOf(state, DAY, 100, 3), kindOf(state, DAY, 100)], ["refused", "over"]);
});
