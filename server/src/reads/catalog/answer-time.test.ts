/** Answers over time: each changes exactly when it says, and depends on no earlier question. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import fc from "fast-check";
import { arbitraryState, instant } from "../../../test/arbitrary-manifest.ts";
import { AskedView, bodyOf } from "../../../test/asked-view.ts";
import { forAll } from "../../../test/for-all.ts";
import type { ReadEndpoint } from "./answer.ts";

const day = 86_400_000;
const farthest = 31 * day;
/** Milliseconds around whole minutes, and three years: a machine may have slept. */
const offset = fc.constantFrom(0, 0, -1, 1, -999, -1_000, -29_999, 431_000, 157 * 7 * day);
const moment = fc.tuple(instant, offset).map(([at, off]) => at + off);

interface Question {
  readonly endpoint: ReadEndpoint;
  readonly query: Readonly<Record<string, string>>;
}

/** `shown` is what an app sees but for the next change of `/gate`; `ttl` is in milliseconds. */
function asked(view: AskedView, { endpoint, query }: Question, now: number) {
  const found = view.answer(endpoint, query, now);
  assert.ok("outcome" in found, JSON.stringify(found));
  const { next_change_at, ...body } = bodyOf(found);
  const { reason, ttl } = found.outcome;
  const nextChange = next_change_at ? Date.parse(next_change_at) : null;
  return { shown: { body, reason }, nextChange, transition: found.transition, ttl: ttl * 1_000 };
}

function gateQuestions(state: ProjectState): Question[] {
  const app = { platform: "ios", current_version: "2.4.0" };
  const named = [...state.instance.keys()].map((instanceId) => ({ ...app, instanceId }));
  return [app, ...named].map((query) => ({ endpoint: "gate", query }));
}

function questions(state: ProjectState): Question[] {
  const apps = [
    { platform: "ios", current_version: "2.4.0" },
    { platform: "android", current_version: "2.5", lang: "de" },
  ];
  return [
    ...gateQuestions(state),
    ...apps.map((query): Question => ({ endpoint: "config", query })),
    ...[...state.instance.keys()].map((instanceId): Question => ({ endpoint: "maintenance", query: { instanceId } })),
  ];
}

test("an answer of a view that has lived is that of a new one, until the instant at which it ends, whatever the clock does", () =>
  forAll([arbitraryState, fc.array(moment, { minLength: 2, maxLength: 4 })], 50, (state, instants) => {
    const lived = new AskedView(state);
    for (const question of questions(state)) {
      for (const now of instants) {
        const { transition, ttl, ...answer } = asked(lived, question, now);
        const { transition: _, ttl: __, ...fresh } = asked(new AskedView(state), question, now);
        assert.deepEqual(answer, fresh);
        const last = Math.min(transition - 1, now + Math.max(ttl, 60_000));
        const { transition: ___, ttl: ____, ...later } = asked(new AskedView(state), question, last);
        assert.deepEqual(later, answer, `${new Date(now).toISOString()} to ${new Date(last).toISOString()}`);
        if (question.endpoint === "gate" || transition > now + farthest) continue;
        const before = asked(lived, question, transition - 1);
        if (before.ttl === 0 || before.transition !== transition) continue;
        assert.notDeepEqual(asked(lived, question, transition).shown, before.shown, "no cache has to ask before the change");
      }
    }
  }));

test("a reminder is never after its start, nor a start after its end, for any schedule and any verbs", () =>
  forAll([arbitraryState, moment], (state, now) => {
    const view = new AskedView(state);
    for (const instanceId of state.instance.keys()) {
      const { body } = asked(view, { endpoint: "maintenance", query: { instanceId } }, now).shown;
      if (body.start_time === null) continue;
      const times = [body.remainder_start, body.start_time, body.end_time].map((time) => Date.parse(time));
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
        JSON.stringify(body),
      );
      assert.equal(body.is_maintenance, (times[1] ?? 0) <= now && now < (times[2] ?? 0));
    }
  }));

test("no answer of /gate changes before its next change, and nearly every one is another then", () => {
  let changes = 0;
  // Another window with the same times and text can take the place of one.
  let unseen = 0;
  forAll([arbitraryState, instant, fc.array(fc.nat(farthest), { maxLength: 20 })], (state, now, offsets) => {
    const view = new AskedView(state);
    for (const question of gateQuestions(state)) {
      const { shown, nextChange } = asked(view, question, now);
      const until = nextChange ?? now + farthest;
      assert.ok(until > now && until <= now + farthest);
      for (const offset of offsets) {
        const between = now + (offset % (until - now));
        assert.deepEqual(
          asked(view, question, between).shown,
          shown,
          `${new Date(now).toISOString()} and at ${between - now} ms`,
        );
      }
      if (nextChange === null) continue;
      changes += 1;
      if (isDeepStrictEqual(asked(view, question, nextChange).shown, shown)) unseen += 1;
      assert.deepEqual(asked(view, question, nextChange - 1).shown, shown);
    }
  });
  assert.ok(changes > 80 && unseen < changes / 20, `${changes} changes, ${unseen} of them not seen`);
});
