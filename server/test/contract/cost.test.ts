/** A query without a cached answer is cheap, whatever its content, and however much is scheduled. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { config, hour, maintenance, noon, type ReadServer, second, startReadServer, wall } from "../read-server.ts";
import { costOf } from "../work-cost.ts";

describe("a question that is new", () => {
  let server: ReadServer;
  let key: string;
  before(async () => {
    server = await startReadServer({ projects: [{ project: "shop" }] });
    key = await server.addKey("shop");
  });
  after(() => server.stop());

  const costOfAsking = (target: string, headers = {}) => {
    let asked = 0;
    return costOf(() => server.answer({ target: `${target}&x=${asked++}`, key }, headers), 5);
  };

  test("is read for less than twenty million steps of a loop however it is built", () => {
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

/** Windows of each instance, daily ones. */
const windowsOfEach = 50;

test("a version that was never asked costs about the same with a thousand recurring windows as with none", async () => {
  const ids = Array.from({ length: 20 }, (_, i) => `t-${i}`);
  const instances = Object.fromEntries(ids.map((id) => [id, { name: id }]));
  const windows = Object.fromEntries(
    ids.flatMap((id, i) =>
      Array.from({ length: windowsOfEach }, (_, j) => {
        const start = wall(noon + (((i * windowsOfEach + j) * 67 * second) % (20 * hour)));
        return [`w-${i}-${j}`, { instances: [id], start, duration: "PT5M", repeat: "FREQ=DAILY" }];
      }),
    ),
  );
  const platforms = { ios: { minimum: "5", store: "none" } };
  const projects = [
    { project: "busy", instances, windows, platforms },
    { project: "calm", instances, platforms },
  ];
  await using server = await startReadServer({ projects });
  const keys = [await server.addKey("busy"), await server.addKey("calm")];
  let asked = 0;
  // An hour in which more than forty windows begin and end.
  const ask = (key: string) => () => {
    for (let i = 0; i < 2_000; i++) {
      server.clock.now = noon + hour + (i % 60) * 60 * second;
      server.answer({ target: `${config}?platform=ios&current_version=2.${asked++}`, key });
    }
  };
  const [busy = 0, calm = 1] = keys.map((key) => costOf(ask(key), 8));
  console.log(`a cold read: ${(busy / calm).toFixed(2)} × the cost of one without windows`);
  assert.ok(busy < 2 * calm, `${busy} and ${calm} million steps`);
});
