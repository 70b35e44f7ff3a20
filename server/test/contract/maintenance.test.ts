/** `GET /maintenance`: its five fields, each by its rule, on the bytes that an app reads. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { day, hour, maintenance, noon, wall, wire } from "../read-server.ts";
import { shopServer } from "./shop-server.ts";

const fields = ["is_maintenance", "instance_name", "remainder_start", "start_time", "end_time"];
const never = "1970-01-01T00:00:00.000+00:00";

function window(start: number, end: number, more: object = {}) {
  return { start: wall(start), end: wall(end), ...more };
}

describe("/maintenance", () => {
  const shop = shopServer();
  const read = async (now: number, instance = "eu-1", query = "") => {
    shop.server.clock.now = now;
    const response = await shop.server.ask({ target: `${maintenance}?instanceId=${instance}${query}`, key: shop.key });
    assert.equal(response.status, 200, response.body);
    const body = JSON.parse(response.body);
    assert.deepEqual(Object.keys(body), fields);
    return { ...body, text: response.body, headers: response.headers };
  };
  /** With the clock well before anything, so that nothing is active while it is changed. */
  const set = async (manifest: object) => {
    shop.server.clock.now = 0;
    const whole = { project: "shop", instances: { "eu-1": { name: "Europe" }, "us-1": { name: "US" } } };
    await shop.server.apply({ ...whole, ...manifest, windows: {} });
    await shop.server.apply({ ...whole, ...manifest });
  };
  const times = async (now: number, instance?: string) => {
    const { is_maintenance, remainder_start, start_time, end_time } = await read(now, instance);
    return [is_maintenance, remainder_start, start_time, end_time];
  };

  test("a planned window is answered with these bytes", async () => {
    await set({
      reminder: "PT12H",
      instances: { "eu-1": { name: "Acme Europe" } },
      windows: { w: { start: "2026-12-06T02:00", zone: "Europe/Rome", duration: "PT2H" } },
    });
    const { text, headers } = await read(Date.UTC(2026, 11, 6, 1, 30));
    assert.equal(
      text,
      `{"is_maintenance":true,"instance_name":"Acme Europe","remainder_start":"2026-12-05T13:00:00.000+00:00","start_time":"2026-12-06T01:00:00.000+00:00","end_time":"2026-12-06T03:00:00.000+00:00"}`,
    );
    assert.equal(headers["drawbridge-reason"], undefined);
    assert.equal(headers["content-language"], undefined, "a name that has no languages is in none");
    assert.equal(headers["content-type"], "application/json; charset=utf-8");
  });

  test("without anything to report the times are those of 1970, as strings", async () => {
    await set({});
    const { text } = await read(noon);
    const time = `"${never}"`;
    assert.equal(
      text,
      `{"is_maintenance":false,"instance_name":"Europe","remainder_start":${time},"start_time":${time},"end_time":${time}}`,
    );
  });

  test("a project may ask for null instead, and only where there is nothing to report", async () => {
    await set({ no_window: null });
    assert.equal(
      (await read(noon)).text,
      `{"is_maintenance":false,"instance_name":"Europe","remainder_start":null,"start_time":null,"end_time":null}`,
    );
    await set({ no_window: null, windows: { w: window(noon, noon + hour) } });
    assert.deepEqual(await times(noon + day), [false, wire(noon - hour), wire(noon), wire(noon + hour)]);
  });

  test("a window on the whole project covers every instance, one on an instance only that one", async () => {
    await set({ windows: { w: window(noon, noon + hour) } });
    for (const id of ["eu-1", "us-1"]) assert.equal((await read(noon, id)).is_maintenance, true);
    await set({ windows: { w: window(noon, noon + hour, { instances: ["us-1"] }) } });
    assert.deepEqual(await times(noon), [false, never, never, never]);
    assert.equal((await read(noon, "us-1")).is_maintenance, true);
    await set({ windows: { w: window(noon, noon + hour, { platforms: ["ios"] }) } });
    assert.deepEqual(await times(noon), [false, never, never, never], "a window on platforms covers no instance");
  });

  describe("remainder_start is the planned start less the lead", () => {
    const lead = async (manifest: object, instance?: string) => {
      await set({ windows: { w: window(noon, noon + hour) }, ...manifest });
      return Date.parse((await read(0, instance)).start_time) - Date.parse((await read(0, instance)).remainder_start);
    };
    const instances = { "eu-1": { name: "Europe", reminder: "PT3H" }, "us-1": { name: "US" } };
    const ofWindow = { w: window(noon, noon + hour, { reminder: "PT2H" }) };

    test("the window's lead, otherwise the requested instance's, the project's, or one hour", async () => {
      assert.equal(await lead({ reminder: "PT4H", instances, windows: ofWindow }), 2 * hour);
      assert.equal(await lead({ reminder: "PT4H", instances }), 3 * hour);
      assert.equal(await lead({ reminder: "PT4H", instances }, "us-1"), 4 * hour);
      assert.equal(await lead({ instances }, "us-1"), hour);
      assert.equal(await lead({ instances, reminder: "PT0S" }, "us-1"), 0);
      assert.equal(await lead({ reminder: "P30D" }), 30 * day, "at most 30 days");
    });
  });

  test("the name is in the negotiated language where it has languages, and Content-Language says which", async () => {
    await set({ languages: ["en"], instances: { "eu-1": { name: { en: "Europe", de: "Europa", "pt-BR": "Europa (BR)" } } } });
    const name = async (query: string) => {
      const { instance_name, headers } = await read(noon, "eu-1", query);
      return [instance_name, headers["content-language"]];
    };
    assert.deepEqual(await name(""), ["Europe", "en"]);
    assert.deepEqual(await name("&lang=de-AT"), ["Europa", "de"]);
    assert.deepEqual(await name("&lang=PT-br"), ["Europa (BR)", "pt-BR"]);
    assert.deepEqual(await name("&lang=fr"), ["Europe", "en"]);
  });

  test("an instance's id is 1 to 128 characters, any of them, and case-sensitive", async () => {
    const ids = ["a", "A", "x".repeat(128), "é/ü?&=#%+ 🏰", "__proto__", "constructor", "🏰".repeat(128)];
    await set({ instances: Object.fromEntries(ids.map((id, index) => [id, { name: `Name ${index}` }])) });
    for (const [index, id] of ids.entries()) {
      assert.equal((await read(noon, encodeURIComponent(id))).instance_name, `Name ${index}`);
    }
    const { status } = await shop.server.ask({ target: `${maintenance}?instanceId=toString`, key: shop.key });
    assert.equal(status, 404);
  });
});
