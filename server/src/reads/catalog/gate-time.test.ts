/** `/gate` over time: an answer changes exactly when it says, and depends on no earlier question. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import fc from "fast-check";
import { arbitraryState, instant } from "../../../test/arbitrary-manifest.ts";
import { AskedView, bodyOf } from "../../../test/asked-view.ts";
import { forAll } from "../../../test/for-all.ts";

const day = 86_400_000;
const farthest = 31 * day;

/** Body, without the next change; the next change; and the transition. */
function asked(view: AskedView, query: Readonly<Record<string, string>>, now: number) {
  const found = view.answer("gate", query, now);
  assert.ok("outcome" in found, JSON.stringify(found));
  const { next_change_at, ...shown } = bodyOf(found);
  const nextChange = next_change_at === null ? null : Date.parse(next_change_at);
  return { shown, nextChange, transition: found.transition };
}

function questions(state: ProjectState): Readonly<Record<string, string>>[] {
  const app = { platform: "ios", current_version: "2.4.0" };
  return [app, ...[...state.instance.keys()].map((instanceId) => ({ ...app, instanceId }))];
}

test("an answer of a view that has lived is that of a new one, until the instant at which it ends", () =>
  forAll([arbitraryState, fc.array(instant, { minLength: 2, maxLength: 6 })], 50, (state, instants) => {
    const lived = new AskedView(state);
    for (const query of questions(state)) {
      for (const now of instants) {
        const { transition, ...answer } = asked(lived, query, now);
        const { transition: _, ...fresh } = asked(new AskedView(state), query, now);
        assert.deepEqual(answer, fresh);
        const last = Math.min(transition - 1, now + 60_000);
        const { transition: __, ...later } = asked(new AskedView(state), query, last);
        assert.deepEqual(later, answer, `${new Date(now).toISOString()} to ${new Date(last).toISOString()}`);
      }
    }
  }));

test("no answer changes before its next change, and nearly every one is another then", () => {
  let changes = 0;
  // Another window with the same times and text can take the place of one.
  let unseen = 0;
  forAll([arbitraryState, instant, fc.array(fc.nat(farthest), { maxLength: 20 })], (state, now, offsets) => {
    const view = new AskedView(state);
    for (const query of questions(state)) {
      const { shown, nextChange } = asked(view, query, now);
      const until = nextChange ?? now + farthest;
      assert.ok(until > now && until <= now + farthest);
      for (const offset of offsets) {
        const between = now + (offset % (until - now));
        assert.deepEqual(asked(view, query, between).shown, shown, `${new Date(now).toISOString()} and at ${between - now} ms`);
      }
      if (nextChange === null) continue;
      changes += 1;
      if (isDeepStrictEqual(asked(view, query, nextChange).shown, shown)) unseen += 1;
      assert.deepEqual(asked(view, query, nextChange - 1).shown, shown);
    }
  });
  assert.ok(changes > 80 && unseen < changes / 20, `${changes} changes, ${unseen} of them not seen`);
});
