/** For how long an answer may be kept: never past its next transition, at which it switches to the millisecond. */
import assert from "node:assert/strict";
import { request } from "node:http";
import { describe, test } from "node:test";
import { hour, maxAge, minute, noon, second, wall } from "../read-server.ts";
import { asked, askedInstance, shopServer } from "./shop-server.ts";

describe("max-age", () => {
  const shop = shopServer();
  const { set, at } = shop;
  const seconds = async (now: number, target = asked) => maxAge(await at(now, target));

  test("it is the project's TTL, by default 30 seconds", async () => {
    await set({});
    assert.equal(await seconds(noon), 30);
    for (const [ttl, n] of [
      ["PT0S", 0],
      ["PT5M", 300],
      ["PT1H", 3600],
    ] as const) {
      await set({ ttl });
      assert.equal(await seconds(noon), n);
      assert.equal(await seconds(noon, askedInstance), n);
    }
  });

  for (const target of [asked, askedInstance]) {
    test(`it ends with the answer's next transition, whole seconds rounded down: ${target.split("?")[0]}`, async () => {
      await set({ reminder: "PT0S", windows: { w: { start: wall(noon), duration: "PT10M" } } });
      for (const edge of [noon, noon + 10 * minute]) {
        for (const [before, n] of [
          [hour, 30],
          [31 * second, 30],
          [30 * second, 30],
          [30 * second - 1, 29],
          [29 * second, 29],
          [second + 1, 1],
          [second, 1],
          [second - 1, 0],
          [1, 0],
        ] as const)
          if (before < 10 * minute || edge === noon) assert.equal(await seconds(edge - before, target), n, `${before} ms before`);
        assert.equal(await seconds(edge, target), 30, "at the transition");
        assert.equal(await seconds(edge + 1, target), 30, "after it");
      }
    });
  }

  test("the expiry of the key is a transition", async () => {
    await set({});
    const expiring = await shop.server.addKey("shop", { expiresAt: noon });
    const ask = (now: number) => {
      shop.server.clock.now = now;
      return shop.server.ask({ target: asked, key: expiring });
    };
    assert.equal(maxAge(await ask(noon - 31 * second)), 30);
    assert.equal(maxAge(await ask(noon - second)), 1);
    assert.equal(maxAge(await ask(noon - 1)), 0);
    assert.equal((await ask(noon)).status, 401);
    assert.equal(maxAge(await ask(noon - 4 * second)), 4, "also when the clock steps back");
  });

  test("an answer that waits for a body is that of the moment in which the body is there", async () => {
    await set({ windows: { w: { start: wall(noon), duration: "PT1H" } } });
    shop.server.clock.now = noon - 5 * second;
    const response = await lateBody(shop.server.port, shop.key, () => {
      shop.server.clock.now = noon + 1;
    });
    assert.equal(JSON.parse(response.body).maintenance_active, true);
    assert.equal(response.cacheControl, "private, max-age=30");
  });
});

/** Sends a head that announces a body, and the body once the server has the head and `meanwhile` has happened. */
function lateBody(port: number, key: string, meanwhile: () => void): Promise<{ body: string; cacheControl: string }> {
  return new Promise((resolve, reject) => {
    const headers = { "x-api-key": key, "content-length": 2, expect: "100-continue" };
    const asking = request({ port, path: asked, headers }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        body += chunk;
      });
      response.on("end", () => resolve({ body, cacheControl: response.headers["cache-control"] ?? "" }));
    });
    asking.on("error", reject);
    asking.on("continue", () => {
      meanwhile();
      asking.end("{}");
    });
    asking.flushHeaders();
  });
}
