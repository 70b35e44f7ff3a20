/** No accepted request fails. One stop of three resets no connection: a machine that takes the core away can fill the queue of the port again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { benchStop } from "./stop.ts";

test("no request fails when the program stops under full load", async () => {
  const stops = await benchStop({ rounds: 3, connections: 64, ms: 700, print: console.log });
  assert.equal(stops.length, 3);
  for (const { answered, refused, failed, told, code } of stops) {
    assert.deepEqual([failed, refused, code], [[], 0, 0]);
    // Connections that come while the queue of the port is emptied get it too.
    assert.ok(told >= 64, `${told} connections were told by an answer`);
    assert.ok(answered > 64, String(answered));
  }
  assert.equal(Math.min(...stops.map(({ unaccepted }) => unaccepted)), 0);
});
