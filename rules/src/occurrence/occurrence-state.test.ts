import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../server/test/for-all.ts";
import { extending, MINUTE, once, START } from "../../../server/test/maintained-project.ts";
import { listedState, occurrencePrinter } from "./listed-occurrence.ts";
import { endAt, lastTransition, nextTransition, type OccurrenceTimes, stateAt } from "./occurrence-state.ts";
import { findWindow, statusesAround } from "./window-occurrences.ts";

const times: fc.Arbitrary<OccurrenceTimes> = fc
  .tuple(fc.integer({ min: 1, max: 90 }), fc.boolean(), fc.nat(100), fc.boolean(), fc.nat(8))
  .map(([length, hold, more, isCanceled, lead]) => {
    const end = length * MINUTE;
    return { start: 0, end, hold, holdLimit: hold ? end + more * MINUTE : end, isCanceled, announcedAt: 0 - lead * MINUTE };
  });
const instant = fc.integer({ min: -10 * MINUTE, max: 200 * MINUTE });

test("state and end change at transitions, and only there", () =>
  forAll([times, instant, fc.double({ min: 0, max: 1, noNaN: true })], 200, (one, now, part) => {
    const said = (at: number) => [stateAt(one, at), stateAt(one, at) === "canceled" ? 0 : endAt(one, at)];
    const from = Math.max(lastTransition(one, now), -20 * MINUTE);
    const next = nextTransition(one, now);
    const until = Math.min(next, 300 * MINUTE);
    assert.ok(from <= now && now < until);
    const other = Math.min(Math.floor(from + (until - from) * part), until - 1);
    for (const at of [from, other, until - 1]) assert.deepEqual(said(at), said(now));
    if (Number.isFinite(next)) assert.notDeepEqual(said(next), said(now));
    if (Number.isFinite(next)) assert.equal(lastTransition(one, next), next);
  }));

test("what a client read a while ago has the state that the server gives now, but for the limit of a hold", () =>
  forAll(
    [fc.constantFrom("end", "hold"), fc.constantFrom(0, 30, 600), fc.integer({ min: -1500, max: 300 }), fc.nat(1800)],
    200,
    (overrun, by, minutes, wait) => {
      const project = once({ overrun });
      if (by > 0) project.do({ ...extending, occurrence: "w/2026-12-06T02:00", by: by * MINUTE }, START - 40 * MINUTE);
      const stateIn = (now: number) =>
        statusesAround(findWindow(project.state, "w"), now).map(occurrencePrinter(project.state).listed);
      const read = START + minutes * MINUTE;
      const [listed] = stateIn(read);
      const later = START + Math.min(minutes + wait, 600) * MINUTE;
      const [now] = stateIn(later);
      assert.ok(listed && now);
      assert.equal(listedState(listed, later), now.state);
    },
  ));

test("a client whose clock is behind keeps the state that the server gave, and a hold lasts until the server says otherwise", () => {
  const announced_at = "2026-12-05T02:00:00Z";
  const listed = { announced_at, start: "2026-12-06T02:00:00Z", end: "2026-12-06T04:00:00Z", overrun: "hold" } as const;
  for (const state of ["active", "ended", "canceled", "skipped"] as const)
    assert.equal(listedState({ ...listed, state }, START - MINUTE), state);
  assert.equal(listedState({ ...listed, state: "active" }, START + 10_000 * MINUTE), "active");
});
