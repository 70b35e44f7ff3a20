import assert from "node:assert/strict";
import { test } from "node:test";
import { toSentPolicy } from "./policy-draft.ts";

test("an edit sends back members that the editor does not show", () => {
  const hidden = {
    releases: [{ version: "2.6.0", date: "2026-11-16", notes: "Faster checkout" }],
    step: { at: "2027-03-01T09:00", zone: "Europe/Rome", minimum: "2.6.0", held: true },
  };
  assert.deepEqual(toSentPolicy({ ...hidden, minimum: " 2.4.0 ", blocked: [""] }), { ...hidden, minimum: "2.4.0" });
});
