import assert from "node:assert/strict";
import { test } from "node:test";
import { credentialBytes, generateCredential } from "drawbridge-rules/credentials/credential-text.ts";
import fc from "fast-check";
import { feedFiles, feedPath, parseFeedPath } from "./feed-path.ts";

const random = fc.uint8Array({ minLength: credentialBytes, maxLength: credentialBytes, max: 247 });

test("the address of a feed is its token and its file, there and back", () => {
  fc.assert(
    fc.property(random, fc.constantFrom(...feedFiles), (bytes, file) => {
      const token = generateCredential("dbf_", bytes);
      assert.deepEqual(parseFeedPath(feedPath(token, file)), { token, file });
    }),
  );
});

test("any other path is none: another prefix, checksum, file or spelling", () => {
  const token = generateCredential("dbf_", new Uint8Array(credentialBytes).fill(7));
  const others = [
    `/feeds/${token}`,
    `/feeds/${token}/`,
    `/feeds/${token}/calendar.ics/`,
    `/feeds/${token}/calendar.ICS`,
    `/feeds/${token}/calendar%2eics`,
    `/feeds/${token}/x/calendar.ics`,
    `/feeds//${token}/calendar.ics`,
    `/feeds/${token.slice(0, -1)}/calendar.ics`,
    `/feeds/${token.slice(0, -1)}x/calendar.ics`,
    `/feeds/${token.replace("dbf_", "dba_")}/calendar.ics`,
    `/feeds/${token.replace("dbf_", "dbr_")}/calendar.ics`,
    `/feeds/${token.replace("_", "%5f")}/calendar.ics`,
    `/feeds/constructor/calendar.ics`,
    `x/feeds/${token}/calendar.ics`,
    `/feeds/${token}/calendar.ics\n`,
  ];
  for (const path of others) assert.equal(parseFeedPath(path), null, path);
});
