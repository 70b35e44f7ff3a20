import assert from "node:assert/strict";
import { test } from "node:test";
import { credentialBytes, generateCredential } from "drawbridge-rules/credentials/credential-text.ts";
import fc from "fast-check";
import { forAll } from "../../../test/for-all.ts";
import { feedPath, parseFeedPath } from "./feed-api.ts";

const random = fc.uint8Array({ minLength: credentialBytes, maxLength: credentialBytes, max: 247 });

test("the address of a feed gives back its token", () =>
  forAll([random], (bytes) => {
    const token = generateCredential("dbf_", bytes);
    assert.equal(parseFeedPath(feedPath(token)), token);
  }));

test("any other path is none: another prefix, checksum, file or spelling", () => {
  const token = generateCredential("dbf_", new Uint8Array(credentialBytes).fill(7));
  const others = [
    `/feeds/${token}`,
    `/feeds/${token}/calendar.ics/`,
    `/feeds/${token}/calendar.ICS`,
    `/feeds/${token}/calendar%2eics`,
    `/feeds/${token.slice(0, -1)}/calendar.ics`,
    `/feeds/${token.slice(0, -1)}x/calendar.ics`,
    `/feeds/${token.replace("dbf_", "dba_")}/calendar.ics`,
    `/feeds/${token.replace("_", "%5f")}/calendar.ics`,
    `x/feeds/${token}/calendar.ics`,
    `/feeds/${token}/calendar.ics\n`,
  ];
  for (const path of others) assert.equal(parseFeedPath(path), null, path);
});
