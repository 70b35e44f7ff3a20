/** Rehearsal keys for testers: their answers are not about the present, are marked, and must not be cached. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Rehearsal } from "drawbridge-rules/credentials/read-key.ts";
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

const ios = `${config}?platform=ios&current_version=1.5`;
const europe = `${maintenance}?instanceId=eu-1`;
const targets = [ios, `${ios}&lang=de`, `${config}?platform=android&current_version=3`, europe, `${maintenance}?instanceId=us-1`];

const shop = {
  project: "shop",
  ttl: "PT1H",
  platforms: { ios: { minimum: "2.0", store: "none" } },
  instances: { "eu-1": { name: "Europe" }, "us-1": { name: { en: "US", de: "USA" } } },
  messages: { default: { en: "Hello" } },
  windows: {
    weekly: { start: wall(noon - 30 * minute), duration: "PT1H", repeat: "FREQ=WEEKLY", message: { en: "Until {end_time}" } },
    europe: { start: wall(noon + 3 * hour), duration: "PT1H", overrun: "hold", instances: ["eu-1"] },
  },
};
const { windows: _, ...shopWithoutWindows } = shop;

function bodyOf({ body }: DirectAnswer) {
  return JSON.parse(body) as Record<string, unknown>;
}

describe("a rehearsal", () => {
  let server: ReadServer;
  let plain = "";
  before(async () => {
    server = await startReadServer({ projects: [shop, { ...shopWithoutWindows, project: "quiet" }] });
    plain = await server.addKey("shop");
  });
  after(() => server.stop());

  const rehearsing = (rehearsal: Rehearsal, rules = {}) =>
    server.addKey("shop", { expiresAt: noon + 30 * day, rehearsal, ...rules });
  const ask = (target: string, key: string, now = noon, headers = {}) => {
    server.clock.now = now;
    return server.answer({ target, key }, headers);
  };

  test("at a frozen instant gets the answer that all keys get at that instant, at any time of the clock", async () => {
    const instants = fc.integer({ min: -40 * 96, max: 40 * 96 }).map((quarters) => noon + quarters * 15 * minute);
    await fc.assert(
      fc.asyncProperty(instants, fc.array(instants, { minLength: 1, maxLength: 4 }), async (at, clock) => {
        const key = await rehearsing({ at }, { expiresAt: noon + 60 * day });
        for (const target of targets) {
          const then = ask(target, plain, at);
          for (const now of clock) {
            const told = ask(target, key, now);
            assert.deepEqual([told.status, told.body, told.headers.etag], [then.status, then.body, then.headers.etag]);
            assert.equal(told.headers["drawbridge-reason"], then.headers["drawbridge-reason"]);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  test("that ignores maintenance is answered as if the project had no windows, before, during and after them", async () => {
    const key = await rehearsing({ ignoreMaintenance: true });
    const quiet = await server.addKey("quiet");
    for (const now of [noon - day, noon, noon + hour, noon + 3.5 * hour, noon + 7 * day]) {
      for (const target of targets)
        assert.equal(ask(target, key, now).body, ask(target, quiet, now).body, `${target} at ${wall(now)}`);
    }
    assert.equal(bodyOf(ask(ios, plain)).maintenance_active, true);
    const { maintenance_active, force_upgrade } = bodyOf(ask(ios, key));
    assert.deepEqual([maintenance_active, force_upgrade], [false, true]);
  });

  test("marks every answer and forbids caching it; answers to other keys are not marked", async () => {
    const frozen = await rehearsing({ at: noon + 3.5 * hour });
    const without = await rehearsing({ ignoreMaintenance: true });
    for (const target of targets) {
      for (const method of ["GET", "HEAD"]) {
        for (const [key, name] of [
          [frozen, "frozen"],
          [without, "no-maintenance"],
        ] as const) {
          const { status, headers } = await server.ask({ target, key, method });
          assert.deepEqual([status, headers["drawbridge-rehearsal"], headers["cache-control"]], [200, name, "no-store"]);
          assert.equal(headers.vary, "x-api-key, accept-language");
        }
        const { headers } = await server.ask({ target, key: plain, method });
        assert.equal(headers["drawbridge-rehearsal"], undefined);
        assert.ok(maxAge({ headers }) >= 0);
      }
    }
  });

  test("is marked where a question is refused, and not where the key is", async () => {
    const key = await rehearsing({ ignoreMaintenance: true }, { platforms: ["ios"], expiresAt: noon + hour });
    for (const target of [config, `${config}?platform=android&current_version=3`, `${maintenance}?instanceId=mars`]) {
      const { status, headers } = ask(target, key);
      assert.ok(status >= 400);
      assert.deepEqual([headers["drawbridge-rehearsal"], headers["cache-control"]], ["no-maintenance", "no-store"]);
    }
    const expired = ask(ios, key, noon + hour);
    assert.deepEqual([expired.status, expired.headers["drawbridge-rehearsal"]], [401, undefined]);
    assert.match(expired.headers["www-authenticate"] ?? "", /ApiKey/);
  });

  test("is 304 for the ETag that it has, with every header of its 200 but those of the content", async () => {
    const key = await rehearsing({ at: noon + 3.5 * hour });
    const whole = ask(europe, key);
    const known = ask(europe, key, noon, { ifNoneMatch: whole.headers.etag });
    assert.deepEqual([known.status, known.body], [304, ""]);
    const { "content-type": __, "content-length": ___, ...rest } = whole.headers;
    assert.deepEqual(known.headers, rest);
    assert.equal(
      ask(europe, key, noon, { ifNoneMatch: ask(europe, plain).headers.etag }).status,
      200,
      "the present is another text",
    );
  });

  test("ends with its key, by the real clock: at that millisecond, and not when the frozen one is over", async () => {
    const past = await rehearsing({ at: noon - 400 * day }, { expiresAt: noon + hour });
    const future = await rehearsing({ at: noon + 400 * day }, { expiresAt: noon + hour });
    for (const key of [past, future]) {
      assert.equal(ask(ios, key, noon + hour - 1).status, 200);
      const { status, body } = ask(ios, key, noon + hour);
      assert.deepEqual([status, JSON.parse(body).code], [401, "expired_api_key"]);
      assert.equal(ask(ios, key, noon).status, 200, "also when the clock steps back");
    }
  });
});
