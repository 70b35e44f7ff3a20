/** Edges and their origin, over real sockets: what comes, how it is resumed, what an edge answers, and who may follow. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { installationToken } from "drawbridge-rules/credentials/token.ts";
import type * as wire from "drawbridge-rules/wire/status.ts";
import { hashCredential } from "../../src/base/hash.ts";
import { appKey, OriginProgram } from "../edge-origin-program.ts";
import { listenTo } from "../event-listener.ts";
import { exampleForm, keyEdit, overrideEdit } from "../example-project.ts";
import { openMemoryStore } from "../memory-store.ts";
import { credentialNamed } from "../permission-names.ts";
import { EdgeProgram, read, readBytes } from "../running-edge.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";

const newDirectory = temporaryDirectories();
const otherKey = credentialNamed("dbr_", "k_other");
const { stores, windows } = exampleForm as { readonly stores: object; readonly windows: object };
const nightly = { start: "2026-11-20T02:00", zone: "Europe/Rome", duration: "PT2H", repeat: "FREQ=DAILY", instances: ["us-1"] };
const other = { project: "other", name: "SECRET-OF-OTHER", platforms: { ios: { minimum: "1.0.0" } }, stores };
const question = "/api/v1/config?platform=ios&current_version=2.3.0";

async function furnished(options: Parameters<typeof OriginProgram.start>[0] = {}): Promise<OriginProgram> {
  const origin = await OriginProgram.start(options);
  await origin.applyExample({ windows: { ...windows, nightly } });
  await origin.apply(other);
  await origin.publish("other", () => [keyEdit("k_other", { hash: hashCredential(otherKey) })]);
  return origin;
}

async function edgeOf(origin: OriginProgram, token: string, options: Partial<Parameters<typeof EdgeProgram.start>[0]> = {}) {
  return EdgeProgram.start({ origin: origin.url, token, now: () => origin.clock.now, ...options });
}

/** Everything that the origin sends to this client, until the stream is quiet. */
async function readStream(origin: OriginProgram, token: string, last?: string): Promise<string> {
  const listener = await listenTo(`${origin.url}/edge/v1/stream`, { token, last });
  const { revision } = await origin.store.head();
  await until(() => listener.events.at(-1)?.id?.endsWith(`.${revision}`) ?? false);
  listener.leave();
  return listener.events.map(({ event, data, id }) => `${event} ${id} ${data}`).join("\n");
}

describe("an edge", () => {
  test("gives its origin's answers, byte for byte, for any request, immediately and later", async () => {
    await using origin = await furnished();
    await using edge = await edgeOf(origin, await origin.addToken("all"));
    await edge.at(await origin.revision());
    const targets = [
      question,
      "/api/v1/config?platform=ios&current_version=2.5.0&lang=de",
      "/api/v1/config?platform=huawei&current_version=2.4",
      "/api/v1/config?platform=nokia&current_version=1",
      "/api/v1/config?platform=ios&platform=ios&current_version=1",
      "/api/v1/maintenance?instanceId=eu-1",
      "/api/v1/maintenance?instanceId=us-1&lang=it",
      "/api/v1/maintenance?instanceId=nowhere",
      "/api/v1/maintenance",
      "/api/v2/config",
    ];
    const start = origin.clock.now;
    const days = [0, 14.61, 4_000];
    const compare = async () => {
      for (const day of days) {
        origin.clock.now = start + day * 86_400_000;
        for (const target of targets) {
          for (const shown of [appKey, "nobody", ""]) {
            const said = await readBytes(origin.url, target, shown, ["Accept-Language: de-AT"]);
            assert.equal(await readBytes(edge.url, target, shown, ["Accept-Language: de-AT"]), said, `${target} on day ${day}`);
          }
        }
      }
      origin.clock.now = start;
    };
    await compare();
    await origin.setMinimum("2.9.0");
    await origin.publish("acme-shop", () => [overrideEdit("nightly", "2026-11-22T02:00", { canceled: true })]);
    await edge.at(await origin.revision());
    await compare();
  });

  test("that missed too much, or commits that are no longer kept, gets a copy", async () => {
    for (const limits of [{ furthest: 2 }, {}]) {
      const directory = newDirectory();
      const origin = await furnished();
      const token = await origin.addToken("all");
      await using first = await edgeOf(origin, token, { directory });
      await first.at(await origin.revision());
      await first.stop();
      for (let n = 0; n < 5; n++) {
        origin.clock.now += 1_000;
        await origin.setMinimum(`3.${n}.0`);
      }
      if (limits.furthest === undefined) await origin.store.compact(origin.clock.now + 1);
      await origin.stop();
      await using again = await OriginProgram.start({ store: origin.store, limits });
      await using second = await edgeOf(again, token, { directory });
      await second.at(await again.revision());
      assert.deepEqual([second.running.follower.replicas, second.running.follower.commits], [1, 0]);
    }
  });

  test("opens no store, and has no admin API, no console and no feeds", async () => {
    await using origin = await furnished();
    await using edge = await edgeOf(origin, await origin.addToken("all"));
    await edge.at(await origin.revision());
    for (const path of [
      "/admin/v1/status",
      "/console/",
      "/",
      "/openapi.json",
      "/docs/",
      "/sign-in",
      `/feeds/${appKey}/calendar.ics`,
    ])
      assert.equal((await read(edge.url, path, appKey)).status, 404, path);
  });
});

test("the metrics token shows the state of each edge, and other clients see nothing", async () => {
  await using origin = await furnished();
  const metricsToken = "metrics-token-metrics-token-metrics";
  const edgeToken = await origin.addToken("all");
  await using edge = await edgeOf(origin, edgeToken, { env: { DRAWBRIDGE_METRICS_TOKEN: metricsToken } });
  await edge.at(await origin.revision());
  const ask = (path: string, shown: string) => fetch(edge.url + path, { headers: { authorization: `Bearer ${shown}` } });
  const status = (await (await ask("/status", metricsToken)).json()) as wire.Status;
  const { epoch, revision } = await origin.store.head();
  assert.deepEqual([status.store, status.epoch, status.revision, status.sources.length], ["edge", epoch, revision, 1]);
  const source = status.sources[0] ?? assert.fail();
  assert.deepEqual([source.kind, source.state, source.revision, source.problem], ["edge", "following", revision, null]);
  assert.equal(status.time_zones.version, process.versions.tz);
  await read(edge.url, question, appKey);
  const metrics = await (await ask("/metrics", metricsToken)).text();
  assert.match(metrics, /^drawbridge_edge_copies_total 1$/m);
  assert.match(metrics, /^drawbridge_source_state\{source="[^"]+",state="following"\} 1$/m);
  for (const [path, shown, answered] of [
    ["/status", edgeToken, 401],
    ["/metrics", "", 401],
    ["/admin/v1/status", metricsToken, 404],
  ] as const)
    assert.equal((await ask(path, shown)).status, answered, path);
});

describe("a token", () => {
  test("of a project shows nothing of another, in a replica or in a commit", async () => {
    await using origin = await furnished();
    const token = await origin.addToken("acme", { projects: ["acme-shop"] });
    await using edge = await edgeOf(origin, token);
    await edge.at(await origin.revision());
    const listener = await listenTo(`${origin.url}/edge/v1/stream`, { token });
    await origin.publish("other", () => [keyEdit("k_another", { name: "SECRET-KEY-OF-OTHER", hash: "1".repeat(64) })]);
    await origin.publish("other", ({ project }) => {
      const held = project.get("")?.value;
      return held ? [{ kind: "project", id: "", value: { ...held, name: "SECRET-NAME-OF-OTHER" } }] : [];
    });
    await origin.setMinimum("2.9.0");
    const { revision } = await origin.store.head();
    await edge.at(revision);
    await until(() => listener.events.at(-1)?.id?.endsWith(`.${revision}`) ?? false);
    listener.leave();
    const said = JSON.stringify(listener.events);
    assert.doesNotMatch(said, /SECRET|other|"token"/);
    assert.match(said, /acme-shop/);
    assert.equal((await read(edge.url, question, appKey)).status, 200);
    assert.equal((await read(edge.url, question, otherKey)).status, 401);
  });

  test("of all projects shows the data that answers reads, and neither people nor reasons nor other secrets", async () => {
    await using origin = await furnished();
    const token = await origin.addToken("all");
    const { epoch, revision } = await origin.store.head();
    const secret = (word: string) => ({
      name: word,
      hash: "a".repeat(64),
      last4: "x8Qz",
      createdAt: 0,
      revokedAt: null,
      ...installationToken,
    });
    await origin.publish("acme-shop", () => [
      { kind: "token", id: "t_1", value: { ...secret("NOT-FOR-EDGES"), role: "owner" } },
      { kind: "grant", id: "u_NOT-FOR-EDGES", value: { role: "owner" } },
      { kind: "token", id: "f_1", value: { ...secret("NOT-FOR-EDGES"), kind: "calendar", role: null, hash: "b".repeat(64) } },
    ]);
    for (const said of [await readStream(origin, token), await readStream(origin, token, `${epoch}.${revision}`)])
      assert.doesNotMatch(said, /NOT-FOR-EDGES|a reason that stays here|the-actor|"kind":"(grant|manifest)"/);
  });

  test("that is revoked ends its streams immediately, and the edge continues to answer", async () => {
    await using origin = await furnished();
    await using edge = await edgeOf(origin, await origin.addToken("all"));
    await edge.at(await origin.revision());
    await origin.revoke("all");
    await edge.hasProblem(/^the origin answers 401/);
    assert.equal(origin.edges.hub.size, 0);
    await origin.setMinimum("9.0.0");
    assert.match((await read(edge.url, question, appKey)).body, /2\.4\.0/);
    assert.equal((await read(edge.url, "/readyz", "")).status, 200);
  });

  test("whose expiry is brought forward ends its streams, which reconnect until then", async () => {
    await using origin = await furnished();
    const token = await origin.addToken("all");
    const first = await listenTo(`${origin.url}/edge/v1/stream`, { token });
    await origin.publish("", ({ token }) => {
      const held = token.get("all")?.value;
      return held ? [{ kind: "token", id: "all", value: { ...held, expiresAt: origin.clock.now + 200 } }] : [];
    });
    assert.deepEqual([first.headers.get("cache-control"), first.headers.get("x-accel-buffering")], ["no-store", "no"]);
    assert.equal(await first.ended, "ended");
    assert.notEqual(first.retry, null);
    const second = await listenTo(`${origin.url}/edge/v1/stream`, { token });
    assert.deepEqual([second.status, await second.ended], [200, "ended"]);
  });

  test("opens the stream and nothing else, and nothing else opens the stream", async () => {
    await using origin = await furnished();
    const token = await origin.addToken("all");
    assert.equal((await read(origin.url, question, token)).status, 401);
    for (const shown of [appKey, "", credentialNamed("dbe_", "nobody"), token.toLowerCase(), hashCredential(token)]) {
      const response = await fetch(`${origin.url}/edge/v1/stream`, { headers: { authorization: `Bearer ${shown}` } });
      assert.equal(response.status, 401, shown);
      assert.equal(response.headers.get("www-authenticate"), "Bearer");
    }
  });
});

describe("an edge that follows an edge", () => {
  test("answers like the origin, and receives its changes", async () => {
    await using origin = await furnished();
    const token = await origin.addToken("all");
    await using near = await edgeOf(origin, token);
    await near.at(await origin.revision());
    await using far = await edgeOf(origin, await origin.addToken("far"), { origin: near.url });
    await far.at(await origin.revision());
    await origin.setMinimum("2.9.0");
    await far.at(await origin.revision());
    assert.equal(await readBytes(far.url, question, appKey), await readBytes(origin.url, question, appKey));
    await origin.revoke("far");
    await far.hasProblem(/401/);
    assert.equal(near.running.status().state, "following");
    await until(() => origin.edges.list.list(origin.clock.now).some(({ report }) => report.followers === 0));
  });

  test("gets the commits that it missed, and no copy, as does the one that it follows, also if that was started again", async () => {
    await using origin = await furnished();
    const [token, directory, behind] = [await origin.addToken("all"), newDirectory(), newDirectory()];
    const begun = await origin.revision();
    const near = await edgeOf(origin, token, { directory });
    const far = await edgeOf(origin, token, { directory: behind, origin: near.url });
    await far.at(begun);
    await far.stop();
    await near.stop();
    for (const minimum of ["2.8.0", "2.9.0"]) await origin.setMinimum(minimum);
    const getsCommits = async ({ url, running }: EdgeProgram) => {
      await until(() => running.status().revision === begun + 2);
      assert.deepEqual([running.follower.replicas, running.follower.commits], [0, 2]);
      assert.equal(await readBytes(url, question, appKey), await readBytes(origin.url, question, appKey));
    };
    const again = await edgeOf(origin, token, { directory });
    await getsCommits(again);
    await again.stop();
    await using third = await edgeOf(origin, token, { directory });
    await third.at(begun + 2);
    await using later = await edgeOf(origin, token, { directory: behind, origin: third.url });
    await getsCommits(later);
  });

  test("is sent away by one that has some projects alone", async () => {
    await using origin = await furnished();
    const token = await origin.addToken("acme", { projects: ["acme-shop"] });
    await using near = await edgeOf(origin, token);
    await near.at(await origin.revision());
    await using far = await edgeOf(origin, token, { origin: near.url });
    await far.hasProblem(/^the origin answers 403: This edge has only some projects/);
  });
});

describe("an origin", () => {
  test("receives the state of its edges, and the content that they refuse", async () => {
    await using origin = await furnished();
    const token = await origin.addToken("all");
    await using edge = await edgeOf(origin, token);
    const known = () => origin.edges.list.list(origin.clock.now)[0];
    const stands = async (revision: number) => until(() => known()?.report.head?.revision === revision);
    await stands(await origin.revision());
    await origin.setMinimum("2.9.0");
    await stands(await origin.revision());
    const { report, tokenName, connectedSince, address } = known() ?? assert.fail();
    assert.deepEqual(
      [tokenName, connectedSince, address, report.problem, report.version, report.tzdata],
      ["all", origin.clock.now, "127.0.0.1", null, "test", process.versions.tz],
    );
    await edge.stop();
    await until(() => known()?.connectedSince === null);
    origin.clock.now += 86_400_001;
    assert.equal(known(), undefined);
  });

  test("lets only so many follow, and so many with one token, which leaves room for another", async () => {
    await using origin = await furnished({ limits: { perToken: 2, streams: 3 } });
    const [busy, other] = [await origin.addToken("all"), await origin.addToken("other")];
    const follow = (token: string) => listenTo(`${origin.url}/edge/v1/stream`, { token });
    const [first, second] = [await follow(busy), await follow(busy)];
    const third = await fetch(`${origin.url}/edge/v1/stream`, { headers: { authorization: `Bearer ${busy}` } });
    assert.deepEqual([third.status, third.headers.get("retry-after")], [429, "5"]);
    assert.match(await third.text(), /2 edges follow with this edge token, the maximum for one token/);
    const others = await follow(other);
    assert.equal(others.status, 200);
    const fourth = await fetch(`${origin.url}/edge/v1/stream`, { headers: { authorization: `Bearer ${other}` } });
    assert.deepEqual([fourth.status, fourth.headers.get("retry-after")], [503, "5"]);
    first.leave();
    await until(() => origin.edges.hub.size === 2);
    const next = await follow(busy);
    assert.equal(next.status, 200);
    for (const reader of [second, others, next]) reader.leave();
  });

  test("makes one replica for all who ask for the same", async () => {
    const store = openMemoryStore();
    let wholes = 0;
    const whole = store.whole.bind(store);
    store.whole = () => {
      wholes++;
      return whole();
    };
    await using origin = await furnished({ store });
    const token = await origin.addToken("all");
    const before = wholes;
    const all = await Promise.all(Array.from({ length: 20 }, () => readStream(origin, token)));
    assert.equal(new Set(all).size, 1);
    assert.equal(wholes, before + 1);
  });
});
