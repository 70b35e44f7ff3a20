/** Answers around the dated step of a policy: they switch at its millisecond, and no cached answer outlives it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import fc from "fast-check";
import { AskedView, bodyOf } from "../../../test/asked-view.ts";
import { stateFrom } from "../../../test/example-project.ts";
import { forAll } from "../../../test/for-all.ts";
import { previewEffects } from "./maintenance-effect.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const base = {
  apiVersion: "drawbridge/v1",
  project: "acme-shop",
  name: "Acme Shop",
  ttl: "PT5M",
  languages: ["en"],
  stores: { apple: "https://apps.example/a", android: "https://apps.example/b" },
  messages: { upgrade: { en: "{current_version} {minimum_version} {update_to}" } },
  instances: { "eu-1": { name: "Acme Europe" } },
};

const formWith = (platforms: object, more: object = {}) => ({ ...base, platforms, ...more });
const viewOf = (platforms: object, more: object = {}) => new AskedView(stateFrom(formWith(platforms, more) as never));

function ask(view: AskedView, endpoint: "config" | "gate", query: Readonly<Record<string, string>>, now: number) {
  const found = view.answer(endpoint, { platform: "ios", ...query }, now);
  assert.ok("outcome" in found, JSON.stringify(found));
  return { body: bodyOf(found), transition: found.transition, app: found.app };
}

/** Local times around the changes of clocks in Rome, St. John's and Lord Howe, and an ordinary one. */
const at = fc.constantFrom(
  "2026-10-25T01:59:59",
  "2026-10-25T02:00",
  "2026-10-25T02:30",
  "2026-10-25T03:00",
  "2027-03-28T01:59",
  "2027-03-28T02:00",
  "2027-03-28T02:30",
  "2027-03-28T03:00",
  "2026-10-04T02:00",
  "2026-10-04T02:15",
  "2027-03-14T02:30",
  "2027-03-01T09:00",
);
const zone = fc.constantFrom("UTC", "Europe/Rome", "Australia/Lord_Howe", "America/St_Johns");
const version = fc.constantFrom("2.3.0", "2.4.0", "2.5.0", "2.6.0", "3.0");
const bound = fc.constantFrom("2.4.0", "2.5.0", "2.6.0");

interface Case {
  readonly step: { readonly at: string; readonly zone: string; readonly minimum?: string; readonly recommended?: string };
  readonly minimum: string;
  readonly version: string;
  readonly endpoint: "config" | "gate";
  readonly instanceId: string;
}

const cases: fc.Arbitrary<Case> = fc
  .record({
    at,
    zone,
    minimum: bound,
    stepped: bound,
    version,
    which: fc.constantFrom("minimum", "recommended"),
    isGate: fc.boolean(),
    hasInstance: fc.boolean(),
  })
  .map(({ at, zone, minimum, stepped, version, which, isGate, hasInstance }) => ({
    step: { at, zone, [which]: stepped },
    minimum,
    version,
    endpoint: isGate ? "gate" : "config",
    instanceId: isGate && hasInstance ? "eu-1" : "",
  }));

test("before the step an answer is that of the policy, from its millisecond on that of the step, and caches end with it", () =>
  forAll([cases, fc.integer({ min: 1, max: 5 * minute })], 120, ({ step, minimum, version, endpoint, instanceId }, early) => {
    const instant = wallToInstant(step.at, step.zone);
    const { at: _, zone: __, ...changed } = step;
    const lived = viewOf({ ios: { minimum, step } });
    const query = { current_version: version, ...(instanceId ? { instanceId } : {}) };
    const withoutNext = ({ next_change_at: _, ...shown }: Record<string, unknown>) => shown;
    const expected = (policy: object, now: number) => withoutNext(ask(viewOf({ ios: policy }), endpoint, query, now).body);
    const [before, after] = [expected({ minimum }, instant - 1), expected({ minimum, ...changed }, instant)];
    const isChanged = JSON.stringify(before) !== JSON.stringify(after);
    // The clock may step back, and no answer depends on the questions before it.
    for (const now of [instant - early, instant - 1, instant, instant - 1, instant + early, instant - day, instant]) {
      const answer = ask(lived, endpoint, query, now);
      assert.deepEqual(withoutNext(answer.body), now < instant ? before : after, `${now - instant} ms`);
      assert.deepEqual(ask(viewOf({ ios: { minimum, step } }), endpoint, query, now).body, answer.body);
      if (now >= instant || now < instant - 5 * minute) continue;
      assert.equal(answer.app?.decision.rule, ask(viewOf({ ios: { minimum } }), endpoint, query, now).app?.decision.rule);
      if (isChanged) assert.equal(answer.transition, instant);
      if (endpoint === "gate") assert.equal(answer.body.next_change_at !== null, isChanged);
      if (endpoint === "gate" && isChanged) assert.equal(Date.parse(answer.body.next_change_at), instant);
    }
  }));

test("/gate names a step at most 31 days ahead, and the sooner of a step and a window", () => {
  const instant = wallToInstant("2027-03-28T02:30", "Europe/Rome");
  const ios = { minimum: "2.4.0", step: { at: "2027-03-28T02:30", zone: "Europe/Rome", minimum: "2.6.0" } };
  const next = (view: AskedView, current_version: string, now: number) => {
    const { next_change_at } = ask(view, "gate", { current_version }, now).body;
    return next_change_at === null ? null : Date.parse(next_change_at);
  };
  const view = viewOf({ ios });
  assert.equal(next(view, "2.5.0", instant - 31 * day - 1), null);
  assert.equal(next(view, "2.5.0", instant - 31 * day), instant);
  assert.equal(next(view, "2.6.0", instant - day), null);
  const tonight = { start: "2027-03-28T01:00", zone: "UTC", duration: "PT10M", platforms: ["ios"], reminder: "PT0S" };
  const both = viewOf({ ios }, { windows: { tonight } });
  assert.equal(next(both, "2.5.0", instant - day), instant - 30 * minute);
  assert.equal(next(both, "2.5.0", instant - 25 * minute), instant - 20 * minute);
  assert.equal(next(both, "2.5.0", instant - 10 * minute), instant);
});

test("a review lists what a step changes with its instant, and what changes now without one", () => {
  const now = Date.parse("2026-12-01T00:00:00Z");
  const instant = Date.parse("2027-03-01T08:00:00Z");
  const step = { at: "2027-03-01T09:00", zone: "Europe/Rome", minimum: "2.6.0" };
  const [was, is] = [{ minimum: "2.4.0" }, { minimum: "2.4.0", recommended: "2.6.0", step }].map((ios) =>
    stateFrom(formWith({ ios }) as never),
  );
  assert.ok(was && is);
  const { versions, texts } = previewEffects(was, is, now);
  const listed = versions.map(({ from, at, before, after }) => [from?.text, at ?? "now", before?.rule, after?.rule]);
  assert.ok(listed.some(([version, when, , rule]) => version === "2.4.0" && when === "now" && rule === "below_recommended"));
  assert.ok(listed.some(([version, when, , rule]) => version === "2.4.0" && when === instant && rule === "below_minimum"));
  assert.ok(listed.every(([, when, , rule]) => (rule === "below_minimum") === (when === instant)));
  assert.ok(texts.some(({ at, after }) => at === instant && after?.message.includes("2.6.0")));
  assert.deepEqual(previewEffects(is, is, now).versions, []);
});
