/** ETag, 304, HEAD and Vary: when an app, or a cache on its way, may go on with what it has. */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { type RawResponse, RawSocket } from "../raw-socket.ts";
import { config, maxAge, noon, requestHead, second, wall } from "../read-server.ts";
import { asked, askedInstance, shopServer } from "./shop-server.ts";

describe("caching", () => {
  const shop = shopServer();
  const { set, get, at } = shop;

  test("a 200 has exactly these headers", async () => {
    await set({ messages: { default: { en: "Hello" } } });
    const { headers, body } = await at(noon);
    const { date: _, etag: __, connection: ___, "keep-alive": ____, ...rest } = headers;
    assert.deepEqual(rest, {
      "content-type": "application/json; charset=utf-8",
      "content-length": String(Buffer.byteLength(body)),
      "cache-control": "private, max-age=30",
      vary: "x-api-key, accept-language",
      "drawbridge-reason": "no_policy",
      "content-language": "en",
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "etag, date, age, retry-after, drawbridge-reason, content-language",
    });
  });

  describe("If-None-Match", () => {
    let fresh: RawResponse;
    let etag: string;
    before(async () => {
      await set({ messages: { default: { en: "Hello" } } });
      fresh = await at(noon);
      etag = fresh.headers.etag ?? "";
    });
    const status = async (...values: string[]) => (await get(asked, ...values.map((value) => `If-None-Match: ${value}`))).status;

    test("a match is answered 304 without a body and with every header of the 200 but two", async () => {
      const response = await get(asked, `If-None-Match: ${etag}`);
      assert.deepEqual([response.status, response.body], [304, ""]);
      const { "content-type": _, "content-length": __, date: ___, ...wanted } = fresh.headers;
      const { date, ...got } = response.headers;
      assert.deepEqual(got, wanted);
      assert.ok(date);
    });

    test("lists, weak tags and `*` match; other tags and garbage do not", async () => {
      for (const value of [`W/${etag}`, `"a,b", W/"b",${etag}`, "*"]) assert.equal(await status(value), 304, value);
      assert.equal(await status('"a"', etag), 304, "several lines are one list");
      for (const value of ["", 'W/"other"', etag.slice(1, -1), '"*"']) assert.equal(await status(value), 200, value);
    });

    test("a HEAD is compared too, an error is not", async () => {
      const head = await shop.server.ask({ target: asked, key: shop.key, method: "HEAD", headers: [`If-None-Match: ${etag}`] });
      assert.equal(head.status, 304);
      assert.equal((await shop.server.ask({ target: asked, key: null, headers: ["If-None-Match: *"] })).status, 401);
      assert.equal((await get(config, "If-None-Match: *")).status, 400);
    });

    test("a 304 has the max-age and the reason of now", async () => {
      await set({ windows: { w: { start: wall(noon), duration: "PT1H", platforms: ["android"] } } });
      const before = await at(noon - 10 * second, asked.replace("ios", "android"));
      const { headers, status: code } = await get(asked.replace("ios", "android"), `If-None-Match: ${before.headers.etag}`);
      assert.deepEqual([code, headers["cache-control"]], [304, "private, max-age=10"]);
    });
  });

  test("HEAD is answered as GET is, without the body", async () => {
    await set({ messages: { default: { en: "Hello" } } });
    for (const target of [asked, askedInstance]) {
      const get = await at(noon, target);
      const head = await shop.server.ask({ target, key: shop.key, method: "HEAD" });
      const { date: _, ...wanted } = get.headers;
      const { date: __, ...got } = head.headers;
      assert.deepEqual([head.status, head.body, got], [200, "", wanted]);
    }
  });

  test("answers are never compressed, whatever the client accepts", async () => {
    await set({ messages: { default: { en: "Hello ".repeat(300) } } });
    const plain = await at(noon);
    const headers = ["Accept-Encoding: gzip, deflate, br, zstd, identity;q=0", "TE: gzip, trailers"];
    const { body, headers: got } = await get(asked, ...headers);
    assert.deepEqual([body, got["content-encoding"], got["transfer-encoding"]], [plain.body, undefined, undefined]);
    assert.equal(got.etag, plain.headers.etag);
  });

  test("max-age is the TTL, or the whole seconds until the next change or until the key expires", async () => {
    await set({ ttl: "PT5M", reminder: "PT0S", windows: { w: { start: wall(noon), duration: "PT10M" } } });
    const expiring = await shop.server.addKey("shop", { expiresAt: noon - 10 * second });
    for (const [before, expected, ofExpiring] of [
      [310 * second, 300, 300],
      [299 * second + 1, 299, 289],
      [11 * second, 11, 1],
      [10 * second + 1, 10, 0],
      [1, 0, null],
      [-1, 300, null],
    ] as const) {
      for (const target of [asked, askedInstance]) assert.equal(maxAge(await at(noon - before, target)), expected);
      const response = await shop.server.ask({ target: asked, key: expiring });
      assert.equal(response.status === 401 ? null : maxAge(response), ofExpiring);
    }
  });

  test("an answer that waits for a body is that of the moment in which the body is there", async () => {
    await set({ windows: { w: { start: wall(noon), duration: "PT1H" } } });
    shop.server.clock.now = noon - 5 * second;
    const raw = await RawSocket.open(shop.server.port);
    raw.write(requestHead({ target: asked, key: shop.key, headers: ["Content-Length: 2", "Expect: 100-continue"] }));
    assert.equal((await raw.response()).status, 100);
    shop.server.clock.now = noon + 1;
    raw.write("{}");
    const { body, headers } = await raw.response();
    assert.deepEqual([JSON.parse(body).maintenance_active, headers["cache-control"]], [true, "private, max-age=30"]);
    raw.socket.destroy();
  });
});
