/** Answers around the dated step of a policy: they switch at its millisecond, and no cached answer outlives it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import { AskedView, bodyOf } from "../../../test/asked-view.ts";
import { stateFrom } from "../../../test/example-project.ts";
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

/** Local times around the changes of clocks in Rome and Lord Howe, and an ordinary one. */
const starts = [
  "2026-10-25T01:59:59",
  "2026-10-25T02:30",
  "2027-03-28T02:00",
  "2027-03-28T03:00",
  "2026-10-04T02:00",
  "2027-03-01T09:00",
];
const zones = ["UTC", "Europe/Rome", "Australia/Lord_Howe"];

for (const [endpoint, changed] of [
  ["config", { minimum: "2.6.0" }],
  ["gate", { minimum: "2.6.0" }],
  ["gate", { recommended: "2.6.0" }],
] as const)
  test(`before a step (${Object.keys(changed)}), /${endpoint} is that of the policy, from its millisecond on that of the step, and caches end with it`, () => {
    const query = { current_version: "2.5.0", ...(endpoint === "gate" ? { instanceId: "eu-1" } : {}) };
    const withoutNext = ({ next_change_at: _, ...shown }: Record<string, unknown>) => shown;
    const shownBy = (policy: object) => withoutNext(ask(viewOf({ ios: policy }), endpoint, query, 0).body);
    const [before, after] = [shownBy({ minimum: "2.4.0" }), shownBy({ minimum: "2.4.0", ...changed })];
    for (const [at, zone] of starts.flatMap((start) => zones.map((zone) => [start, zone] as const))) {
      const instant = wallToInstant(at, zone);
      const lived = viewOf({ ios: { minimum: "2.4.0", step: { at, zone, ...changed } } });
      // The clock may step back, and no answer depends on the questions before it.
      for (const now of [instant - minute, instant - 1, instant, instant - 1, instant + minute, instant - day, instant]) {
        const answer = ask(lived, endpoint, query, now);
        assert.deepEqual(withoutNext(answer.body), now < instant ? before : after, `${now - instant} ms`);
        if (now >= instant || now < instant - 5 * minute) continue;
        assert.equal(answer.transition, instant);
        assert.equal(answer.app?.decision.rule, "current");
        if (endpoint === "gate") assert.equal(Date.parse(answer.body.next_change_at), instant);
      }
    }
  });

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
