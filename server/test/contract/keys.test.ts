/** `x-api-key`: which texts are keys, what each opens, and until when. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import fc from "fast-check";
import { RawSocket } from "../raw-socket.ts";
import { config, hour, maintenance, noon, type ReadServer, requestHead, second, startReadServer } from "../read-server.ts";

const good = `${config}?platform=ios&current_version=1`;
const projects = [
  { project: "shop", instances: { "eu-1": { name: "Europe" }, "us-1": { name: "US" } }, platforms: { tv: { store: "none" } } },
  { project: "other" },
];

describe("a read key", () => {
  let server: ReadServer;
  before(async () => {
    server = await startReadServer({ projects });
  });
  after(() => server.stop());
  const outcome = async (key: string | null, target = good, headers: string[] = []): Promise<number | string> => {
    const { status, body } = await server.ask({ target, key, headers });
    return status < 400 ? status : JSON.parse(body).code;
  };

  test("is `dbr_`, 30 random characters and 6 of checksum, and is found by them alone", async () => {
    const key = await server.addKey("shop");
    assert.match(key, /^dbr_[0-9A-Za-z]{36}$/);
    assert.equal(await outcome(key), 200);
    for (let i = 0; i < key.length; i++) {
      const other = key[i] === "x" ? "y" : "x";
      assert.equal(await outcome(key.slice(0, i) + other + key.slice(i + 1)), "unknown_api_key");
    }
    for (const wrong of [key.slice(1), key.slice(0, -1), `${key}x`, key.toUpperCase(), `"${key}"`, `Bearer ${key}`])
      assert.equal(await outcome(wrong), "unknown_api_key");
  });

  test("its header is found by name in any case, and white space around it is none of it", async () => {
    const key = await server.addKey("shop");
    for (const line of [`X-API-KEY: ${key}`, `X-Api-Key:${key}`, `x-api-key: \t ${key} \t`])
      assert.equal(await outcome(null, good, [line]), 200);
    for (const line of [`api-key: ${key}`, `Authorization: Bearer ${key}`, `x_api_key: ${key}`])
      assert.equal(await outcome(null, good, [line]), "missing_api_key");
    assert.equal(await outcome(null, `${good}&x-api-key=${key}`), "missing_api_key");
  });

  test("an empty header is missing; a repeated or malformed one is unknown", async () => {
    const key = await server.addKey("shop");
    for (const line of ["x-api-key:", "x-api-key: ", "x-api-key: \t"])
      assert.equal(await outcome(null, good, [line]), "missing_api_key");
    assert.equal(await outcome(key, good, [`x-api-key: ${key}`]), "unknown_api_key");
    assert.equal(await outcome(key, good, ["X-API-Key: another-key-of-some-length"]), "unknown_api_key");
    assert.equal(await outcome(key, good, ["x-api-key:"]), "unknown_api_key");
    for (const malformed of [
      `${key}, ${key}`,
      `${key},`,
      "x",
      "x".repeat(15),
      "x".repeat(129),
      "x".repeat(9_000),
      `${key} x`,
      `${key}é`,
      "\u00e9".repeat(20),
    ])
      assert.equal(await outcome(malformed), "unknown_api_key");
  });

  test("a revoked one is revoked, an expired one expired, from that millisecond on", async () => {
    const key = await server.addKey("shop", { expiresAt: noon });
    const at = async (now: number) => {
      server.clock.now = now;
      return outcome(key);
    };
    assert.deepEqual(
      [await at(noon - 1), await at(noon), await at(noon + hour), await at(noon - second)],
      [200, "expired_api_key", "expired_api_key", 200],
    );
    server.clock.now = noon;
    const revoked = await server.addKey("shop", { revokedAt: noon + hour });
    assert.equal(await outcome(revoked), "revoked_api_key", "revoking is one-way: no clock brings it back");
  });

  test("revoking one that was just answered is in the next answer", async () => {
    const key = await server.addKey("shop");
    assert.equal(await outcome(key), 200);
    await server.edit("shop", (state) =>
      [...state.read_key]
        .filter(([, { value }]) => value.last4 === key.slice(-4))
        .map(([id, { value }]) => ({ kind: "read_key", id, value: { ...value, revokedAt: noon } })),
    );
    assert.equal(await outcome(key), "revoked_api_key");
    const connection = await RawSocket.open(server.port);
    connection.write(requestHead({ target: good, key }));
    assert.equal((await connection.response()).status, 401);
    connection.socket.destroy();
  });

  test("a scope by endpoint is looked at before the parameters, one by platform or instance after them", async () => {
    const key = await server.addKey("shop", { endpoints: ["config"], platforms: ["ios", "tv"] });
    assert.equal(await outcome(key, maintenance), "key_not_allowed");
    assert.equal(await outcome(key, config), "missing_parameter");
    assert.equal(await outcome(key, `${config}?platform=no&current_version=1`), "unknown_platform");
    assert.equal(await outcome(key, `${config}?platform=android&current_version=x`), "invalid_version");
    assert.equal(await outcome(key, `${config}?platform=android&current_version=1`), "key_not_allowed");
    assert.equal(await outcome(key, `${config}?platform=IOS&current_version=1`), 200);
    assert.equal(await outcome(key, `${config}?platform=tv&current_version=1`), 200);
    const europe = await server.addKey("shop", { instances: ["eu-1"] });
    assert.equal(await outcome(europe, maintenance), "missing_parameter");
    assert.equal(await outcome(europe, `${maintenance}?instanceId=us-1`), "key_not_allowed");
    assert.equal(await outcome(europe, `${maintenance}?instanceId=nowhere`), "key_not_allowed", "whether it exists is not told");
    assert.equal(await outcome(europe, `${maintenance}?instanceId=eu-1`), 200);
    assert.equal(await outcome(europe), 200, "a scope by instance says nothing about platforms");
  });

  test("an imported one is any 16 to 128 printable ASCII characters without spaces or commas", async () => {
    const printable = Array.from({ length: 0x7f - 0x21 }, (_, i) => String.fromCharCode(0x21 + i)).filter((c) => c !== ",");
    const every = printable.join("");
    for (const text of [every, "x".repeat(16), every.padEnd(128, "=")]) {
      assert.equal(await outcome(text), "unknown_api_key");
      await server.addKey("shop", {}, text);
      assert.equal(await outcome(text), 200);
      if (text === every) assert.equal(await outcome(text.toLowerCase()), "unknown_api_key");
    }
  });

  test("an imported one that looks like a mistyped one of ours is still a valid key", async () => {
    const own = await server.addKey("shop");
    const mistyped = `${own.slice(0, -1)}${own.endsWith("0") ? "1" : "0"}`;
    assert.equal(await outcome(mistyped), "unknown_api_key");
    await server.addKey("shop", {}, mistyped);
    assert.equal(await outcome(mistyped), 200);
    assert.equal(await outcome(own), 200);
    const another = `${own.slice(0, -1)}${own.endsWith("2") ? "3" : "2"}`;
    assert.equal(await outcome(another), "unknown_api_key");
    await using again = await startReadServer({ store: server.store });
    assert.equal((await again.ask({ target: good, key: mistyped })).status, 200, "also after a restart");
  });

  test("a made-up one is unknown, whatever its form, and answers nothing else", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii", maxLength: 140 }), (key) => {
        const { status, body } = server.answer({ target: good, key });
        assert.deepEqual([status, JSON.parse(body).code], [401, key === "" ? "missing_api_key" : "unknown_api_key"]);
      }),
      { numRuns: 2_000 },
    );
  });
});
