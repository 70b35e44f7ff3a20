/** A repeated question gets the answer of a new one, whatever changed in between. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { ReadKey } from "drawbridge-rules/credentials/read-key.ts";
import { randomFrom } from "../drills/drill.ts";
import {
  config,
  day,
  gate,
  hour,
  maintenance,
  minute,
  noon,
  type ReadServer,
  second,
  startReadServer,
  wall,
} from "../read-server.ts";

const versions = ["2.3.0", "2.4.0", "2.4.0-beta.1", "v2.5", "nonsense"];
const targets = [
  ...versions.map((version) => `${config}?platform=ios&current_version=${version}`),
  ...versions.map((version) => `${gate}?platform=ios&current_version=${version}&instanceId=eu-1`),
  `${config}?platform=android&current_version=2.3.0&lang=de`,
  `${maintenance}?instanceId=eu-1`,
  `${maintenance}?instanceId=us-1`,
];
const languages = [null, "de", "en;q=0.5, de"];

describe("a question that was asked before", () => {
  const next = randomFrom(1965);
  const random = (below: number) => Math.floor(next() * below);
  const oneOf = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  let server: ReadServer;
  let keys: string[];
  let added = 0;
  /** A parameter that no question had before, and that reads ignore. */
  let unique = 0;
  /** Epoch ms: when the window begins. */
  let begins = noon;

  const form = (minimum: string, start: number) => ({
    project: "shop",
    ttl: oneOf(["PT0S", "PT30S", "PT5M"]),
    languages: ["en", "de"],
    messages: { upgrade: { en: "{current_version} is too old", de: "{current_version} ist zu alt" } },
    stores: { apple: "https://apps.example/a" },
    platforms: { ios: { minimum, recommended: "3.0" }, android: { blocked: [`<${minimum}`] } },
    instances: { "eu-1": { name: "Europe" }, "us-1": { name: "US" } },
    windows: {
      w: { instances: ["eu-1"], start: wall(start), duration: "PT10M", message: { en: "Until {end_time}" } },
      long: { platforms: ["android"], start: wall(noon - day), duration: "P9D", message: { en: "Back some day" } },
      // Begins and ends without a change that an app sees.
      inside: { platforms: ["android"], start: wall(start + minute), duration: "PT5M", message: { en: "Not shown" } },
    },
  });
  const addKey = async (rules: Partial<ReadKey>) => {
    keys.push(await server.addKey("shop", rules));
    added++;
  };

  before(async () => {
    server = await startReadServer({ projects: [form("2.4.0", noon)] });
    keys = [];
    await addKey({});
  });
  after(() => server.stop());

  const changes: (() => Promise<void> | void)[] = [
    () => {
      begins = server.clock.now + random(40) * second;
      return server.apply(form(oneOf(["2.3.0", "2.4.0", "2.5.0"]), begins));
    },
    () => addKey({ expiresAt: server.clock.now + random(90) * second }),
    () => addKey({ endpoints: [oneOf(["config", "maintenance"] as const)] }),
    () => addKey({ rehearsal: oneOf([{ at: noon + hour }, { at: noon + 5 * minute }, { ignoreMaintenance: true }]) }),
    ...[-1, 0, minute, 10 * minute].map((ms) => () => {
      server.clock.now = begins + ms;
    }),
    ...[1, second, 29 * second, 5 * minute, 10 * minute, -1, -minute].map((ms) => () => {
      server.clock.now += ms;
    }),
  ];

  test("is answered like a new one, also of a server that has just started: 20 000 questions between 1 500 changes and steps of the clock", async () => {
    await using started = await startReadServer();
    let asked = 0;
    for (let i = 0; i < 1_500; i++) {
      // Commits are slower than steps of the clock.
      if (random(4) === 0) await oneOf(changes)();
      else await oneOf(changes.slice(4))();
      started.catalog.load(await server.store.rows(), await server.store.head());
      started.clock.now = server.clock.now;
      for (let question = 0; question < 14; question++, asked++) {
        const key = oneOf(keys.slice(-3));
        const target = oneOf(targets);
        const headers = { acceptLanguage: oneOf(languages) };
        const known = server.answer({ target, key }, headers);
        const fresh = server.answer({ target: `${target}&x=${unique++}`, key }, headers);
        assert.deepEqual(known, fresh, `${target} at ${new Date(server.clock.now).toISOString()}`);
        if (question === 0) assert.deepEqual(started.answer({ target, key }, headers), known);
      }
    }
    assert.ok(asked > 20_000 && added > 50, `${asked} questions, ${added} keys`);
  });

  test("has one answer in memory from its second time on, until something changes", async () => {
    const key = await server.addKey("shop");
    const ask = () => server.catalog.answer("config", key, "platform=ios&current_version=8.1", null, server.clock.now);
    ask();
    ask();
    const kept = ask();
    assert.equal(ask(), kept);
    await server.apply(form("8.2.0", noon));
    const later = ask();
    assert.notEqual(later, kept);
    assert.ok("outcome" in later && JSON.parse(later.outcome.body).force_upgrade);
  });
});

const forgotten: Readonly<Record<string, (server: ReadServer) => Promise<void> | void>> = {
  "of a deleted project": (server) =>
    server.edit("shop", (state) =>
      (["project", "platform", "read_key", "manifest"] as const).flatMap((kind) =>
        [...state[kind].keys()].map((id) => ({ kind, id, value: null })),
      ),
    ),
  "after a load of the whole store": ({ catalog }) => catalog.load([], catalog.head ?? assert.fail()),
};

for (const [name, forget] of Object.entries(forgotten)) {
  test(`answers ${name} are not kept in memory`, async () => {
    const server = await startReadServer({
      projects: [{ project: "shop", platforms: { ios: { minimum: "2.4.0", store: "none" } } }],
    });
    try {
      const key = await server.addKey("shop");
      const bytesAfter = (times: number) => {
        for (let i = 0; i < times; i++) server.answer({ target: `${config}?platform=ios&current_version=2.3.0`, key });
        return server.catalog.bytes;
      };
      const once = bytesAfter(1);
      assert.ok(bytesAfter(3) > once, "the answer is kept");
      await forget(server);
      assert.equal(server.catalog.bytes, once);
    } finally {
      await server.stop();
    }
  });
}
