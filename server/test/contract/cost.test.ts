/** A question that was never asked before costs little, whatever it is, and however much is planned. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { config, hour, maintenance, noon, type ReadServer, second, startReadServer, wall } from "../read-server.ts";
import { costOf } from "../work-cost.ts";

/** As many as a project with a region for each customer has, each with its own hour tonight. */
const tenants = 1_000;

describe("a question that is new", () => {
  let server: ReadServer;
  let key: string;
  before(async () => {
    const ids = Array.from({ length: tenants }, (_, i) => i);
    const instances = Object.fromEntries(ids.map((i) => [`t-${i}`, { name: `Tenant ${i}` }]));
    const windows = Object.fromEntries(
      ids.map((i) => {
        const start = wall(noon + ((i * 7 * second) % (2 * hour)));
        return [`w-${i}`, { instances: [`t-${i}`], start, duration: "PT20M", overrun: "hold" }];
      }),
    );
    server = await startReadServer({ projects: [{ project: "shop", instances, windows }] });
    key = await server.addKey("shop");
  });
  after(() => server.stop());

  /** Of questions that differ in what is ignored. */
  const costOfAsking = (target: string, headers = {}) => {
    let asked = 0;
    return costOf(() => server.answer({ target: `${target}&x=${asked++}`, key }, headers), 5);
  };

  test("is answered for less than a hundred million steps of a loop where a thousand windows begin and end within two hours", () => {
    for (const now of [noon - hour, noon, noon + hour]) {
      server.clock.now = now;
      for (const target of [`${config}?platform=ios&current_version=1`, `${maintenance}?instanceId=t-5`]) {
        const cost = costOfAsking(target);
        assert.ok(cost < 100, `${target}: ${cost} million steps`);
      }
    }
  });

  test("is read for less than twenty million steps of a loop however it is built", () => {
    server.clock.now = noon - 9 * hour;
    const fill = (unit: string, length: number) => unit.repeat(Math.floor(length / unit.length));
    for (const unit of ["&", "=", "%41", "%", "+", "&=", "platform=ios&", "lang=de&", "%zz&", "a&", "%F0%9F%92%A5"])
      for (const head of [`${config}?`, `${config}?platform=ios&current_version=`, `${maintenance}?instanceId=`]) {
        const cost = costOfAsking(head + fill(unit, 8_000));
        assert.ok(cost < 20, `${head}${unit}…: ${cost} million steps`);
      }
    for (const unit of [",", ";", "de,", "de;q=0.1,", "a-", "x-", " ", "*", "q=", '"', "W/", '"x', '"",', 'W/"x",'])
      for (const name of ["acceptLanguage", "ifNoneMatch", "key"]) {
        const cost = costOfAsking(`${config}?platform=ios&current_version=1`, { [name]: fill(unit, 16_000) });
        assert.ok(cost < 20, `${name} ${unit}…: ${cost} million steps`);
      }
  });
});
