import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { forAll } from "../../../server/test/for-all.ts";
import { credentialBytes, generateCredential, hasCredentialForm, isChecksumValid } from "./credential-text.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

test("a made credential has the form and a checksum that holds", () =>
  forAll([fc.integer({ min: 0, max: 2 ** 32 - 1 })], (seed) => {
    const random = Uint8Array.from({ length: credentialBytes }, (_, i) => (seed * 31 + i * 37) & 0xff);
    const text = generateCredential("dbr_", random);
    assert.equal(text.length, 40);
    assert.ok(hasCredentialForm("dbr_", text));
    assert.ok(isChecksumValid("dbr_", text));
    assert.ok(!hasCredentialForm("dba_", text));
  }));

test("the checksum is zlib's CRC-32 of the 30 random characters in base62", () => {
  const text = generateCredential(
    "dbr_",
    Uint8Array.from({ length: credentialBytes }, (_, i) => i),
  );
  let rest = crc32(text.slice(4, 34));
  let digits = "";
  for (let i = 0; i < 6; i++) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  assert.equal(text.slice(34), digits);
});

test("one changed character breaks the checksum", () => {
  const text = generateCredential(
    "dba_",
    Uint8Array.from({ length: credentialBytes }, (_, i) => i * 7),
  );
  for (let i = 4; i < text.length; i++) {
    const other = text.slice(0, i) + (text[i] === "0" ? "1" : "0") + text.slice(i + 1);
    assert.ok(!isChecksumValid("dba_", other), `position ${i}`);
  }
});

test("bytes that would favour some letters are passed over", () => {
  const random = new Uint8Array(credentialBytes).fill(250);
  random.fill(0, 0, 30);
  assert.equal(generateCredential("dbr_", random).slice(4, 34), "0".repeat(30));
  assert.throws(() => generateCredential("dbr_", new Uint8Array(credentialBytes).fill(255)), RangeError);
});
