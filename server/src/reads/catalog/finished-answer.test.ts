import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { FinishedAnswer } from "./finished-answer.ts";

function answerWith(...around: [string, ...string[]]): FinishedAnswer {
  return new FinishedAnswer({ fields: { message: around }, reason: null, language: "de", ttl: 60_000 });
}

test("the entity tag is that of the bytes of the body, in every script", () => {
  const texts = fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(texts, ([first = "", ...rest]) => {
      const { body, etag } = answerWith(first, ...rest).outcome("2.3.1");
      const digest = createHash("sha256").update(body, "latin1").digest("base64url");
      assert.equal(etag, `"${digest.slice(0, 27)}"`);
      assert.deepEqual(JSON.parse(Buffer.from(body, "latin1").toString()), { message: [first, ...rest].join("2.3.1") });
    }),
    { seed: 19 },
  );
});
