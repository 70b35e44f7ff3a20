/** Answers depend on the clock alone: no earlier request counts, and none changes before its max-age has passed. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Override } from "drawbridge-rules/occurrence/occurrence.ts";
import fc from "fast-check";
import {
  config,
  type DirectAnswer,
  day,
  hour,
  maintenance,
  maxAge,
  minute,
  noon,
  type ReadServer,
  startReadServer,
  wall,
} from "../read-server.ts";

/** Everything happens in whole quarters of an hour, but for the milliseconds around them; an hour is the longest max-age. */
const quarter = 15 * minute;
const instances = ["a", "b"];
/** Whole weeks, days: a machine may have slept, and weekly windows are in force then too. */
const threeYears = 157 * 7;

const window = fc
  .record({
    start: fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: -12, max: 12 }) },
      fc.integer({ min: 31 * 96 - 8, max: 31 * 96 + 8 }),
    ),
    length: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 1, max: 8 }) },
      { weight: 1, arbitrary: fc.integer({ min: 31 * 96 - 8, max: 31 * 96 + 8 }) },
    ),
    scope: fc.constantFrom(
      {},
      { platforms: ["ios"] },
      { platforms: ["android", "ios"] },
      { instances: ["a"] },
      { instances: ["b"] },
      { instances },
    ),
    reminder: fc.constantFrom({}, { reminder: "PT0S" }, { reminder: "PT12H" }, { reminder: "P30D" }),
    overrun: fc.constantFrom("end", "hold"),
    zone: fc.constantFrom({}, { zone: "Europe/Rome" }, { zone: "Australia/Lord_Howe" }),
    repeat: fc.constantFrom(
      {},
      {},
      { repeat: "FREQ=DAILY" },
      { repeat: "FREQ=WEEKLY" },
      { repeat: "FREQ=DAILY;INTERVAL=2;COUNT=9" },
    ),
    message: fc.constantFrom(
      {},
      { message: { en: "Until {end_time}" } },
      { message: { en: "Since {start_time}", de: "Bald" } },
      { message: { en: "Closed" } },
      { message: { en: "{current_version} is closed", de: "Für {current_version} – bis {end_time}" } },
    ),
  })
  .map(({ start, length, scope, reminder, overrun, zone, repeat, message }) => ({
    start: wall(noon + start * quarter),
    duration: `PT${length * 15}M`,
    overrun,
    ...scope,
    ...zone,
    // One that lasts for a month would touch its own next one.
    ...(length > 8 ? {} : repeat),
    ...reminder,
    ...message,
  }));

const override = fc
  .record({
    start: fc.option(fc.integer({ min: -14, max: 12 })),
    end: fc.option(fc.integer({ min: -4, max: 20 })),
    canceled: fc.boolean(),
    completed: fc.boolean(),
    byHand: fc.boolean(),
  })
  .map(({ start, end, ...rest }) => ({
    start: start === null ? null : noon + start * quarter,
    end: end === null ? null : noon + end * quarter,
    kept: null,
    ...rest,
  }));

const manifest = fc.record(
  {
    ttl: fc.constantFrom("PT0S", "PT30S", "PT15M", "PT1H"),
    no_window: fc.constantFrom("epoch", null),
    reminder: fc.constantFrom("PT0S", "PT1H", "P30D"),
    windows: fc.array(window, { maxLength: 5 }).map((list) => Object.fromEntries(list.map((one, i) => [`w${i}`, one]))),
    platforms: fc.constantFrom({}, { ios: { minimum: "2", store: "none" } }),
    messages: fc.constantFrom({}, { maintenance: { en: "Maintenance" } }, { default: { en: "Hello" } }),
  },
  { requiredKeys: ["ttl", "windows", "platforms"] },
);

const expiry = fc.option(fc.integer({ min: -6, max: 20 }).map((quarters) => noon + quarters * quarter));

const instant = fc
  .tuple(
    fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: -16, max: 40 }) },
      fc.integer({ min: -31 * 96 - 8, max: 31 * 96 + 110 }),
      fc.integer({ min: threeYears * 96 - 16, max: threeYears * 96 + 40 }),
    ),
    fc.constantFrom(0, 0, -1, 1, -999, -1_000, -1_001, -29_999, -30_000, 1_000, 431_000),
  )
  .map(([quarters, off]) => noon + quarters * quarter + off);

const targets = [
  `${config}?platform=ios&current_version=1.0`,
  `${config}?platform=android&current_version=2.0&lang=de`,
  ...instances.map((id) => `${maintenance}?instanceId=${id}`),
];

describe("the clock", () => {
  let lived: ReadServer;
  let key = "";
  let projects = 0;
  before(async () => {
    lived = await startReadServer();
  });
  after(() => lived.stop());

  /** A new project with its key; the fresh server is one that starts on what the store holds then. */
  const setUp = async (form: object, overrides: readonly Omit<Override, "window" | "occurrence">[], expiresAt: number | null) => {
    const project = `p-${++projects}`;
    lived.clock.now = 0;
    const windows = (form as { windows: Record<string, { start: string }> }).windows;
    await lived.apply({ project, instances: { a: { name: "A", reminder: "PT3H" }, b: { name: "B" } }, ...form });
    await lived.edit(project, () =>
      overrides.slice(0, Object.keys(windows).length).map((done, i) => {
        const occurrence = windows[`w${i}`]?.start.replace(/:00$/, "") ?? "";
        return { kind: "override", id: `w${i}/${occurrence}`, value: { window: `w${i}`, occurrence, ...done } };
      }),
    );
    key = await lived.addKey(project, { expiresAt });
    return project;
  };
  const ask = (server: ReadServer, target: string, now: number): DirectAnswer => {
    server.clock.now = now;
    return server.answer({ target, key });
  };
  const change = async (project: string, form: object) => {
    lived.clock.now = 0;
    await lived.apply({ project, instances: { a: { name: "A", reminder: "PT3H" }, b: { name: "B" } }, ...form });
  };

  test("a server that lived through changes and times answers as one that starts at that instant", async () => {
    await using server = await startReadServer();
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(manifest, manifest),
        fc.array(override, { maxLength: 2 }),
        expiry,
        fc.array(instant, { minLength: 2, maxLength: 6 }),
        async ([form, next], overrides, expiresAt, instants) => {
          const project = await setUp(form, overrides, expiresAt);
          const ordered = instants.toSorted((a, b) => a - b);
          const way = [...instants, ...ordered, ...ordered.toReversed()];
          for (const changed of [null, next]) {
            if (changed) await change(project, changed);
            const [rows, head] = [await lived.store.rows(project), await lived.store.head()];
            const expected = new Map<number, readonly DirectAnswer[]>();
            for (const now of new Set(way)) {
              server.catalog.load(rows, head);
              expected.set(
                now,
                targets.map((target) => ask(server, target, now)),
              );
            }
            for (const [index, target] of targets.entries())
              for (const now of way)
                assert.deepEqual(ask(lived, target, now), expected.get(now)?.[index], `${target} at ${wall(now)}`);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test("max-age is the TTL, or the whole seconds until the next change where that is nearer, and no reminder is after its start", async () => {
    await fc.assert(
      fc.asyncProperty(
        manifest,
        fc.array(override, { maxLength: 2 }),
        expiry,
        fc.array(instant, { minLength: 1, maxLength: 5 }),
        async (form, overrides, expiresAt, instants) => {
          await setUp(form, overrides, expiresAt);
          const ttl = { PT0S: 0, PT30S: 30, PT15M: 900, PT1H: 3600 }[form.ttl];
          for (const target of targets) {
            for (const now of instants) {
              const answer = ask(lived, target, now);
              if (answer.status !== 200) continue;
              const change = nextChange((at) => ask(lived, target, at), now);
              const expected = Math.min(ttl, Math.floor((change - now) / 1_000));
              assert.equal(maxAge(answer), expected, `${target} at ${new Date(now).toISOString()}`);
              assertOrder(answer, now);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test("the answer at any millisecond before a change is the one whose max-age announced the change", async () => {
    await setUp(
      { ttl: "PT1H", windows: { w0: { start: wall(noon), duration: "PT30M", overrun: "hold" } }, platforms: {} },
      [],
      null,
    );
    for (const target of targets) {
      let now = noon - 2 * hour;
      while (now < noon + day + 2 * hour) {
        const said = shown(ask(lived, target, now));
        const change = Math.min(
          nextChange((at) => ask(lived, target, at), now),
          now + hour,
        );
        for (const at of [now + 1, now + 31_999, change - 1]) assert.equal(shown(ask(lived, target, at)), said);
        now = change;
      }
    }
  });
});

function assertOrder({ body }: DirectAnswer, now: number): void {
  const { is_maintenance, remainder_start, start_time, end_time } = JSON.parse(body);
  if (typeof start_time !== "string") return;
  const [reminder = Number.NaN, start = 0, end = 0] = [remainder_start, start_time, end_time].map(Date.parse);
  assert.ok(reminder <= start && start <= end, body);
  assert.equal(is_maintenance, start <= now && now < end);
}

function shown({ status, body, headers }: DirectAnswer): string {
  return JSON.stringify([status, body, headers["drawbridge-reason"], headers["content-language"]]);
}

/** The next whole quarter of an hour at which the answer is another one; an hour ahead is far enough for any max-age. */
function nextChange(ask: (now: number) => DirectAnswer, now: number): number {
  const said = shown(ask(now));
  for (let at = (Math.floor(now / quarter) + 1) * quarter; at <= now + hour + quarter; at += quarter) {
    if (shown(ask(at)) !== said) return at;
  }
  return Number.POSITIVE_INFINITY;
}
