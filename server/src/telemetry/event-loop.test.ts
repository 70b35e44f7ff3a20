import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { EventLoop } from "./event-loop.ts";

test("a blocked event loop shows in the delay, and an idle one is not late by its own ticks", async () => {
  const loop = new EventLoop();
  try {
    await delay(100);
    const begun = performance.now();
    while (performance.now() - begun < 300);
    while (loop.delay.max < 0.2) await delay(5);
    const { p50, max } = loop.delay;
    assert.ok(p50 <= max && max < 60, `${p50} ${max}`);
  } finally {
    loop.stop();
  }
});
