/** 429 and 503 of the error table: who is turned away, in which order, and who never is. Over real sockets. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { clientAddress } from "../../src/base/http/client-address.ts";
import { AddressLimit, KeyLimit, readLimits } from "../../src/reads/limits/rate-limits.ts";
import { Shedding } from "../../src/reads/limits/shedding.ts";
import { config, maintenance, minute, noon, type Question, type ReadServer, startReadServer } from "../read-server.ts";
import { assertProblem, body, challenge, goodConfig, long, shop } from "./refusing-server.ts";

const rate = { count: 3, period: minute };
const unknown = "sixteen-characters-and-more";

/** A server whose limits a test holds, with a good key in `key`. `shedding` says it sheds while `overload` is true. */
class LimitedServer {
  readonly unknownKeys = new AddressLimit(rate);
  overload = false;
  server!: ReadServer;
  key = "";
  readonly #keys: KeyLimit | null;

  constructor(keys: KeyLimit | null = null) {
    this.#keys = keys;
  }

  async start(): Promise<void> {
    const shedding = new Shedding();
    // Replaces the measurement of overload, which has tests of its own.
    shedding.isShedding = () => this.overload;
    const { unknownKeys } = this;
    const limits = readLimits({ unknownKeys, keys: this.#keys, shedding, clientAddress: clientAddress(["127.0.0.1"]) });
    this.server = await startReadServer({ projects: [shop], readLimits: limits });
    this.key = await this.server.addKey("shop");
  }

  /** Sends a request of a client behind the test, which is a trusted proxy. */
  ask(client: string, question: Partial<Question> = {}) {
    const headers = [...(question.headers ?? []), ...(client === "" ? [] : [`X-Forwarded-For: ${client}`])];
    return this.server.ask({ target: goodConfig, key: unknown, ...question, headers });
  }

  async exhaust(client: string): Promise<void> {
    for (let i = 0; i <= rate.count; i++) if ((await this.ask(client)).status === 429) return;
    assert.fail("never limited");
  }
}

describe("an unknown key", () => {
  const limited = new LimitedServer();
  before(() => limited.start());
  after(() => limited.server.stop());

  test("is 401 so many times, then rate_limited until there is time again", async () => {
    for (const key of [unknown, null, ""]) assert.equal((await limited.ask("192.0.2.1", { key })).status, 401);
    for (const [target, key] of [
      [goodConfig, unknown],
      [`${maintenance}?instanceId=eu-1`, null],
      [config, ""],
    ] as const) {
      assertProblem(await limited.ask("192.0.2.1", { target, key }), 429, "rate_limited", { "retry-after": "20" });
    }
    limited.server.clock.now += 20_000;
    assertProblem(await limited.ask("192.0.2.1"), 401, "unknown_api_key", challenge);
    assert.equal((await limited.ask("192.0.2.1")).status, 429);
    limited.server.clock.now = noon;
  });

  test("two x-api-key lines count as no key, and a HEAD has no body", async () => {
    await limited.exhaust("192.0.2.2");
    const twice = { key: limited.key, headers: [`x-api-key: ${limited.key}`] };
    assert.equal((await limited.ask("192.0.2.2", twice)).status, 429);
    const head = await limited.ask("192.0.2.2", { method: "HEAD" });
    assert.deepEqual([head.status, head.body, head.headers["retry-after"]], [429, "", "20"]);
  });

  test("is counted for its address: another one has its own, and a /64 is one", async () => {
    await limited.exhaust("2001:db8:1:2::1");
    assert.equal((await limited.ask("2001:db8:1:2:ffff::9")).status, 429);
    assert.equal((await limited.ask("2001:db8:1:3::1")).status, 401);
    await limited.exhaust("203.0.113.1");
    assert.equal((await limited.ask("::ffff:203.0.113.1")).status, 429);
    const before = { headers: ["X-Forwarded-For: 198.51.100.1"] };
    assert.equal((await limited.ask("203.0.113.1", before)).status, 429, "what was written before the last hop is no way out");
    assert.equal((await limited.ask("203.0.113.2")).status, 401);
  });

  test("never slows valid keys from the same address: cached or not, expired, or with an invalid query", async () => {
    const expired = await limited.server.addKey("shop", { expiresAt: noon });
    await limited.exhaust("192.0.2.3");
    const good = { key: limited.key };
    assert.equal((await limited.ask("192.0.2.3", good)).status, 200);
    assert.equal((await limited.ask("192.0.2.3", good)).status, 200);
    for (let i = 0; i < 20; i++) {
      assert.equal((await limited.ask("192.0.2.3", { ...good, target: `${goodConfig}&new=${i}` })).status, 200);
      assertProblem(await limited.ask("192.0.2.3", { ...good, target: config }), 400, "missing_parameter");
      assertProblem(await limited.ask("192.0.2.3", { key: expired }), 401, "expired_api_key", challenge);
    }
    assert.equal((await limited.ask("192.0.2.3")).status, 429);
  });

  test("429 after 404, 204 and 405, and before 413", async () => {
    await limited.exhaust("192.0.2.4");
    const status = async (question: Partial<Question>) => (await limited.ask("192.0.2.4", question)).status;
    assert.equal(await status({ target: "/none" }), 404);
    assert.equal(await status({ method: "OPTIONS" }), 204);
    assert.equal(await status({ method: "POST" }), 405);
    assert.equal(await status(body(2_000)), 429);
  });

  test("a request with a small body is counted once", async () => {
    for (let i = 0; i < 3; i++) assert.equal((await limited.ask("192.0.2.5", body(2))).status, 401);
    assert.equal((await limited.ask("192.0.2.5")).status, 429);
  });
});

describe("while the process cannot keep up", () => {
  const limited = new LimitedServer();
  before(() => limited.start());
  after(() => limited.server.stop());

  test("during an overload unknown keys are refused, and valid ones answered, cached or not", async () => {
    const good = { key: limited.key };
    assert.equal((await limited.ask("192.0.2.1", good)).status, 200);
    limited.overload = true;
    assertProblem(await limited.ask("192.0.2.1"), 503, "overloaded", { "retry-after": "2" });
    assertProblem(await limited.ask("192.0.2.2", { key: null }), 503, "overloaded", { "retry-after": "2" });
    for (let i = 0; i < 10; i++) {
      assert.equal((await limited.ask("192.0.2.1", good)).status, 200, "remembered");
      assert.equal(
        (await limited.ask("192.0.2.1", { ...good, target: `${goodConfig}&new=${i}` })).status,
        200,
        "not asked before",
      );
    }
    limited.overload = false;
    assertProblem(await limited.ask("192.0.2.1"), 401, "unknown_api_key", challenge);
  });

  test("429 before 503, and 413 before 503", async () => {
    limited.overload = true;
    assertProblem(await limited.ask("192.0.2.3", body(2_000)), 413, "content_too_large");
    assertProblem(await limited.ask("192.0.2.3", body(2)), 503, "overloaded", { "retry-after": "2" });
    const chunked = { headers: ["Transfer-Encoding: chunked"], body: `7d0\r\n${long(2_000)}\r\n0\r\n\r\n` };
    assertProblem(await limited.ask("192.0.2.3", chunked), 413, "content_too_large");
    assertProblem(await limited.ask("192.0.2.3"), 429, "rate_limited", { "retry-after": "20" });
    limited.overload = false;
  });
});

describe("a good key, where its operator has set a limit", () => {
  const limited = new LimitedServer(new KeyLimit(rate));
  before(() => limited.start());
  after(() => limited.server.stop());

  test("is rate_limited when it was used so often, from wherever, and another one is not", async () => {
    const other = await limited.server.addKey("shop");
    for (const client of ["192.0.2.1", "192.0.2.2", "192.0.2.3"])
      assert.equal((await limited.ask(client, { key: limited.key })).status, 200);
    for (const question of [{}, { headers: ["If-None-Match: *"] }, { target: `${goodConfig}&new=1` }, { target: config }])
      assertProblem(await limited.ask("192.0.2.4", { key: limited.key, ...question }), 429, "rate_limited", {
        "retry-after": "20",
      });
    assert.equal((await limited.ask("192.0.2.4", { key: other })).status, 200);
    limited.server.clock.now += 20_000;
    assert.equal((await limited.ask("192.0.2.4", { key: limited.key })).status, 200);
    limited.server.clock.now = noon;
  });

  test("429 after 401, and before 403", async () => {
    const scoped = await limited.server.addKey("shop", { endpoints: ["config"] });
    const revoked = await limited.server.addKey("shop", { revokedAt: noon });
    const target = `${maintenance}?instanceId=eu-1`;
    for (let i = 0; i < 3; i++) assertProblem(await limited.ask("", { key: scoped, target }), 403, "key_not_allowed");
    assertProblem(await limited.ask("", { key: scoped, target }), 429, "rate_limited", { "retry-after": "20" });
    for (let i = 0; i < 5; i++) assertProblem(await limited.ask("", { key: revoked }), 401, "revoked_api_key", challenge);
  });
});
