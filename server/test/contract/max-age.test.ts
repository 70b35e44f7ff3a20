/** For how long an answer may be kept: never past its next transition, at which it switches to the millisecond. */
import assert from "node:assert/strict";
import { request } from "node:http";
import { describe, test } from "node:test";
import type { RawResponse } from "../raw-socket.ts";
import { day, hour, maxAge, minute, noon, second, wall } from "../read-server.ts";
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

  test("an answer switches at the millisecond, and not before", async () => {
    await set({ windows: { w: { start: wall(noon), duration: "PT10M" } } });
    const bodies: string[] = [];
    for (const now of [noon - 1, noon, noon + 10 * minute - 1, noon + 10 * minute]) bodies.push((await at(now)).body);
    assert.deepEqual(
      bodies.map((body) => JSON.parse(body).maintenance_active),
      [false, true, true, false],
    );
    assert.equal(bodies[0], bodies[3]);
  });

  test("a window that is held steps by a quarter of an hour, and each step is announced", async () => {
    await set({ ttl: "PT1H", windows: { w: { start: wall(noon - hour), end: wall(noon), overrun: "hold" } } });
    assert.equal(await seconds(noon - second, askedInstance), 1);
    for (const step of [0, 1, 7, 94]) {
      const from = noon + step * 15 * minute;
      assert.equal(await seconds(from, askedInstance), 900);
      assert.equal(await seconds(from + 15 * minute - 1, askedInstance), 0);
    }
    const { body } = await at(noon + day - 1, askedInstance);
    assert.equal(JSON.parse(body).is_maintenance, true);
    assert.equal(await seconds(noon + day, askedInstance), 3600);
  });

  test("a transition that does not show in an answer does not shorten it", async () => {
    const windows = {
      android: { platforms: ["android"], start: wall(noon), duration: "PT1H" },
      other: { instances: ["us-1"], start: wall(noon), duration: "PT1H" },
      long: { platforms: ["tv"], start: wall(noon - day), duration: "P9D", message: { en: "Back some day" } },
      inside: { platforms: ["tv"], start: wall(noon), duration: "PT1H", message: { en: "Not shown" } },
    };
    const instances = { "eu-1": { name: "Europe" }, "us-1": { name: "US" } };
    await set({ instances, windows, platforms: { tv: { store: "none" } } });
    const soon = noon - 5 * second;
    assert.equal(await seconds(soon), 30);
    assert.equal(await seconds(soon, askedInstance), 30);
    assert.equal(await seconds(soon, asked.replace("ios", "tv")), 30, "one inside a longer one");
    assert.equal(await seconds(soon, asked.replace("ios", "android")), 5);
    assert.equal(await seconds(soon, askedInstance.replace("eu", "us")), 5);
  });

  test("a forced app's message does not change with maintenance, but its reason does, and that is a transition", async () => {
    await set({
      platforms: { ios: { minimum: "2", store: "none" } },
      windows: { w: { start: wall(noon), duration: "PT1H" } },
    });
    assert.equal(await seconds(noon - 5 * second), 5);
  });

  test("a window within 31 days can change the announced end, which counts as a transition", async () => {
    const end = noon + 40 * day;
    await set({
      windows: { a: { start: wall(noon), end: wall(end) }, b: { start: wall(end), duration: "PT1H" } },
    });
    assert.equal(await seconds(end - 31 * day - 7 * second, askedInstance), 7);
    assert.equal(await seconds(end - 7 * second, askedInstance), 30, "the one flows into the other");
  });

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

  describe("a clock that steps back", () => {
    test("gives the answers of that time again, by a second, an hour or years", async () => {
      await set({ windows: { w: { start: wall(noon), duration: "PT10M", overrun: "hold" } } });
      const instants = [
        noon - 20 * 365 * day,
        noon - day,
        noon - second,
        noon,
        noon + 10 * minute,
        noon + 25 * minute,
        noon + 3 * day,
      ];
      for (const target of [asked, askedInstance]) {
        const forwards = [];
        for (const now of instants) forwards.push(shown(await at(now, target)));
        const backwards = [];
        for (const now of instants.toReversed()) backwards.push(shown(await at(now, target)));
        assert.deepEqual(backwards.toReversed(), forwards);
      }
    });
  });
});

function shown({ headers, body }: RawResponse): string[] {
  return [body, headers["cache-control"] ?? "", headers.etag ?? "", headers["drawbridge-reason"] ?? ""];
}

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
