import assert from "node:assert/strict";
import { test } from "node:test";
import { isAtLeast, roles } from "./role.ts";

test("each role may what those before it may, and nothing of those after it", () => {
  for (const [i, role] of roles.entries()) {
    for (const [j, needed] of roles.entries()) assert.equal(isAtLeast(role, needed), i >= j, `${role} asked for ${needed}`);
  }
});

test("without a role, nothing is permitted", () => assert.ok(roles.every((needed) => !isAtLeast(null, needed))));
