import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { seal, unseal } from "./sealed-text.ts";

const key = randomBytes(32).toString("base64url");
const purpose = "a test";

test("any text comes back out of its seal", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      assert.equal(unseal(seal(text, { key, purpose }, randomBytes(12)), { key, purpose }), text);
    }),
  );
});

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
