/** Edges and their origin, over real sockets: what comes, how it is resumed, what an edge answers, and who may follow. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { installationToken } from "drawbridge-rules/credentials/token.ts";
import type * as wire from "drawbridge-rules/wire/status.ts";
import { hashCredential } from "../../src/base/hash.ts";
import { OriginProgram } from "../edge-origin-program.ts";
import { eventually, listenTo } from "../event-listener.ts";
import { exampleInstance } from "../example-instance.ts";
import { exampleForm, keyEdit, overrideEdit } from "../example-project.ts";
import { freePort } from "../free-port.ts";
import { openMemoryStore } from "../memory-store.ts";
import { credentialNamed } from "../permission-names.ts";
import { EdgeProgram, quick, read, readBytes } from "../running-edge.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const newDirectory = temporaryDirectories();
const key = credentialNamed("dbr_", "k_apps");
const otherKey = credentialNamed("dbr_", "k_other");
const acme = { ...exampleForm, project: "acme-shop" };
const { stores, windows } = exampleForm as { readonly stores: object; readonly windows: object };
const nightly = { start: "2026-11-20T02:00", zone: "Europe/Rome", duration: "PT2H", repeat: "FREQ=DAILY", instances: ["us-1"] };
const other = { project: "other", name: "SECRET-OF-OTHER", platforms: { ios: { minimum: "1.0.0" } }, stores };
const question = "/api/v1/config?platform=ios&current_version=2.3.0";

async function furnished(options: Parameters<typeof OriginProgram.start>[0] = {}): Promise<OriginProgram> {
  const origin = await OriginProgram.start(options);
  await origin.apply({ ...acme, ...{ windows: { ...windows, nightly } } });
  await origin.apply(other);
  await origin.publish("acme-shop", () => [keyEdit("k_apps", { hash: hashCredential(key), createdAt: 1 })]);
  await origin.publish("other", () => [keyEdit("k_other", { hash: hashCredential(otherKey) })]);
  return origin;
}

async function edgeOf(origin: OriginProgram, token: string, options: Partial<Parameters<typeof EdgeProgram.start>[0]> = {}) {
  return EdgeProgram.start({
    directory: newDirectory(),
    origin: origin.url,
    token,
    now: () => origin.clock.now,
    ...options,
  });
}

const revisionOf = async (origin: OriginProgram) => (await origin.store.head()).revision;

async function setMinimum(origin: OriginProgram, minimum: string): Promise<void> {
  await origin.publish("acme-shop", ({ platform }) => {
    const held = platform.get("ios")?.value;
    return held?.policy ? [{ kind: "platform", id: "ios", value: { ...held, policy: { ...held.policy, minimum } } }] : [];
  });
}

/** Everything that the origin sends to this client, until the stream is quiet. */
async function readStream(origin: OriginProgram, token: string, last?: string): Promise<string> {
  const listener = await listenTo(`${origin.url}/edge/v1/stream`, { token, last });
  const { revision } = await origin.store.head();
  await eventually(
    () => listener.events.at(-1)?.id?.endsWith(`.${revision}`) ?? false,
    () => `it is at ${listener.events.at(-1)?.id}, and not at ${revision}`,
  );
  listener.leave();
  return listener.events.map(({ event, data, id }) => `${event} ${id} ${data}`).join("\n");
}

describe("an edge", () => {
  test("reports apps that got 400 to its origin when it stops, with what they sent", async () => {
    await using origin = await furnished({ countsEdges: true });
    const edge = await edgeOf(origin, await origin.addToken("all"));
    await edge.at(await revisionOf(origin));
    for (const version of ["2.5.0(beta)", "latest"]) {
      const { status } = await read(edge.url, `/api/v1/gate?platform=ios&current_version=${version}`, key);
      assert.equal(status, 400);
    }
    await edge.stop();
    const found = await origin.store.usage.refusedQueries("acme-shop", 0);
    assert.deepEqual(
      found.map(({ hour: _, ...rest }) => rest),
      [{ project: "acme-shop", key: "k_apps", code: "invalid_version", count: 2, example: "2.5.0(beta)" }],
    );
  });

  test("gives its origin's answers, byte for byte, for any request, immediately and later", async () => {
    await using origin = await furnished();
    await using edge = await edgeOf(origin, await origin.addToken("all"));
    await edge.at(await revisionOf(origin));
    const targets = [
      question,
      "/api/v1/config?platform=ios&current_version=2.5.0&lang=de",
      "/api/v1/config?platform=huawei&current_version=2.4",
      "/api/v1/config?platform=nokia&current_version=1",
      "/api/v1/config?platform=ios",
      "/api/v1/config?platform=ios&platform=ios&current_version=1",
      "/api/v1/maintenance?instanceId=eu-1",
      "/api/v1/maintenance?instanceId=us-1&lang=it",
      "/api/v1/maintenance?instanceId=nowhere",
      "/api/v1/maintenance",
      "/api/v2/config",
      "/healthz",
      "/readyz",
    ];
    const start = origin.clock.now;
    const days = [0, 1, 13, 14.58, 14.61, 14.7, 300, 4_000];
    const compare = async () => {
      for (const day of days) {
        origin.clock.now = start + day * 86_400_000;
        for (const target of targets) {
          for (const shown of [key, "nobody", ""]) {
            const said = await readBytes(origin.url, target, shown, ["Accept-Language: de-AT"]);
            assert.equal(await readBytes(edge.url, target, shown, ["Accept-Language: de-AT"]), said, `${target} on day ${day}`);
          }
        }
      }
      origin.clock.now = start;
    };
    await compare();
    await setMinimum(origin, "2.9.0");
    await origin.publish("acme-shop", () => [overrideEdit("nightly", "2026-11-22T02:00", { cancelled: true })]);
    await edge.at(await revisionOf(origin));
    await compare();
  });

  test("is not ready before its first replica, and ready when its origin is away", async () => {
    const directory = newDirectory();
    const port = await freePort();
    const origin = await furnished({ port });
    const token = await origin.addToken("all");
    const revision = await revisionOf(origin);
    const url = origin.url;
    await origin.stop();
    {
      await using edge = await EdgeProgram.start({ directory, origin: url, token });
      await edge.hasProblem(/^the origin cannot be reached \(ECONNREFUSED\)$/);
      assert.equal((await read(edge.url, "/readyz", "")).status, 503);
      assert.equal((await read(edge.url, question, key)).status, 503);
      await using again = await OriginProgram.start({ store: origin.store, port });
      await edge.at(revision);
      assert.equal((await read(edge.url, question, key)).status, 200);
      assert.equal(again.edges.hub.size, 1);
    }
    await using edge = await EdgeProgram.start({ directory, origin: url, token });
    assert.equal((await read(edge.url, question, key)).status, 200);
    assert.equal((await read(edge.url, "/readyz", "")).status, 200);
    const { state, revision: from } = edge.running.status();
    assert.deepEqual([state === "following", from], [false, revision]);
  });

  test("that was away gets the commits that it missed, and no copy", async () => {
    const directory = newDirectory();
    await using origin = await furnished();
    const token = await origin.addToken("all");
    await using first = await edgeOf(origin, token, { directory });
    await first.at(await revisionOf(origin));
    assert.equal(first.running.follower.replicas, 1);
    await first.stop();
    await setMinimum(origin, "2.9.0");
    await setMinimum(origin, "3.0.0");
    await using second = await edgeOf(origin, token, { directory });
    await second.at(await revisionOf(origin));
    assert.deepEqual([second.running.follower.replicas, second.running.follower.commits], [0, 2]);
    assert.equal(await readBytes(second.url, question, key), await readBytes(origin.url, question, key));
  });

  test("gets commits that the origin no longer has in memory from the store", async () => {
    const directory = newDirectory();
    const origin = await furnished();
    const token = await origin.addToken("all");
    await using first = await edgeOf(origin, token, { directory });
    await first.at(await revisionOf(origin));
    await first.stop();
    for (let n = 0; n < 250; n++) await setMinimum(origin, `3.${n}.0`);
    await origin.stop();
    await using again = await OriginProgram.start({ store: origin.store });
    await using second = await edgeOf(again, token, { directory });
    await second.at(await revisionOf(again));
    assert.deepEqual([second.running.follower.replicas, second.running.follower.commits], [0, 250]);
  });

  test("that missed too much, or commits that are no longer kept, gets a copy", async () => {
    for (const limits of [{ furthest: 2 }, {}]) {
      const directory = newDirectory();
      const origin = await furnished();
      const token = await origin.addToken("all");
      await using first = await edgeOf(origin, token, { directory });
      await first.at(await revisionOf(origin));
      await first.stop();
      for (let n = 0; n < 5; n++) {
        origin.clock.now += 1_000;
        await setMinimum(origin, `3.${n}.0`);
      }
      if (limits.furthest === undefined) await origin.store.compact(origin.clock.now + 1);
      await origin.stop();
      await using again = await OriginProgram.start({ store: origin.store, limits });
      await using second = await edgeOf(again, token, { directory });
      await second.at(await revisionOf(again));
      assert.deepEqual([second.running.follower.replicas, second.running.follower.commits], [1, 0]);
    }
  });

  test("takes a restored origin's whole replica, though its revision is lower", async () => {
    await using origin = await furnished();
    const token = await origin.addToken("all");
    await using edge = await edgeOf(origin, token);
    for (let n = 0; n < 5; n++) await setMinimum(origin, `3.${n}.0`);
    await edge.at(await revisionOf(origin));
    const before = edge.running.status();
    await using restored = await furnished();
    await restored.addToken("all");
    await setMinimum(restored, "2.0.0");
    await origin.replaceStore(restored.store);
    await edge.at(await revisionOf(restored));
    const after = edge.running.status();
    assert.ok((after.revision ?? 0) < (before.revision ?? 0));
    assert.notEqual(after.epoch, before.epoch);
    assert.match((await read(edge.url, question, key)).body, /"force_upgrade":false/);
    // Content of the old store alone is no longer there.
    await setMinimum(origin, "2.8.0");
    await edge.at(await revisionOf(restored));
    assert.match((await read(edge.url, question, key)).body, /2\.8\.0/);
  });

  test("opens no store, and has no admin API, no console and no feeds", async () => {
    await using origin = await furnished();
    await using edge = await edgeOf(origin, await origin.addToken("all"));
    await edge.at(await revisionOf(origin));
    for (const path of ["/admin/v1/status", "/console/", "/", "/openapi.json", "/docs", "/sign-in", `/feeds/${key}/calendar.ics`])
      assert.equal((await read(edge.url, path, key)).status, 404, path);
  });
});

test("the metrics token shows the state of each edge, and other clients see nothing", async () => {
  await using origin = await furnished();
  const metricsToken = "metrics-token-metrics-token-metrics";
  const edgeToken = await origin.addToken("all");
  await using edge = await edgeOf(origin, edgeToken, { env: { DRAWBRIDGE_METRICS_TOKEN: metricsToken } });
  await edge.at(await revisionOf(origin));
  const ask = (path: string, shown: string) => fetch(edge.url + path, { headers: { authorization: `Bearer ${shown}` } });
  const status = (await (await ask("/status", metricsToken)).json()) as wire.Status;
  const { epoch, revision } = await origin.store.head();
  assert.deepEqual([status.store, status.epoch, status.revision, status.sources.length], ["edge", epoch, revision, 1]);
  const source = status.sources[0] ?? assert.fail();
  assert.deepEqual([source.kind, source.state, source.revision, source.problem], ["edge", "following", revision, null]);
  assert.equal(status.time_zones.version, process.versions.tz);
  await read(edge.url, question, key);
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

test("an edge has its metrics at an address of their own too", async () => {
  await using origin = await furnished();
  const metricsToken = "metrics-token-metrics-token-metrics";
  const env = { DRAWBRIDGE_METRICS_TOKEN: metricsToken, DRAWBRIDGE_METRICS_LISTEN: "127.0.0.5:0" };
  await using edge = await edgeOf(origin, await origin.addToken("all"), { env });
  const headers = { authorization: `Bearer ${metricsToken}` };
  const statusOf = async (url: string, path: string) => (await fetch(url + path, { headers })).status;
  const { metrics, admin } = edge.running.urls;
  const found = [
    statusOf(metrics, "/metrics"),
    statusOf(metrics, "/status"),
    statusOf(admin, "/metrics"),
    statusOf(admin, "/status"),
  ];
  assert.deepEqual(await Promise.all(found), [200, 200, 404, 200]);
});

describe("a token", () => {
  test("of a project shows nothing of another, in a replica or in a commit", async () => {
    await using origin = await furnished();
    const token = await origin.addToken("acme", { projects: ["acme-shop"] });
    await using edge = await edgeOf(origin, token);
    await edge.at(await revisionOf(origin));
    const listener = await listenTo(`${origin.url}/edge/v1/stream`, { token });
    await origin.publish("other", () => [keyEdit("k_another", { name: "SECRET-KEY-OF-OTHER", hash: "1".repeat(64) })]);
    await origin.publish("other", ({ project }) => {
      const held = project.get("")?.value;
      return held ? [{ kind: "project", id: "", value: { ...held, name: "SECRET-NAME-OF-OTHER" } }] : [];
    });
    await setMinimum(origin, "2.9.0");
    const { revision } = await origin.store.head();
    await edge.at(revision);
    await eventually(
      () => listener.events.at(-1)?.id?.endsWith(`.${revision}`) ?? false,
      () => "the last commit is missing",
    );
    listener.leave();
    const said = JSON.stringify(listener.events);
    assert.doesNotMatch(said, /SECRET|other|"token"/);
    assert.match(said, /acme-shop/);
    assert.equal((await read(edge.url, question, key)).status, 200);
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
    await edge.at(await revisionOf(origin));
    await origin.revoke("all");
    await edge.hasProblem(/^the origin answers 401/);
    assert.equal(origin.edges.hub.size, 0);
    await setMinimum(origin, "9.0.0");
    assert.match((await read(edge.url, question, key)).body, /2\.4\.0/);
    assert.equal((await read(edge.url, "/readyz", "")).status, 200);
  });

  test("that expires ends its streams, too", async () => {
    await using origin = await furnished();
    const token = await origin.addToken("all", { expiresAt: origin.clock.now + 200 });
    const listener = await listenTo(`${origin.url}/edge/v1/stream`, { token });
    assert.equal(await listener.ended, "ended");
    origin.clock.now += 200;
    assert.equal((await listenTo(`${origin.url}/edge/v1/stream`, { token })).status, 401);
  });

  test("whose expiry is brought forward ends its streams, which reconnect until then", async () => {
    await using origin = await furnished();
    const token = await origin.addToken("all");
    const first = await listenTo(`${origin.url}/edge/v1/stream`, { token });
    await origin.publish("", ({ token }) => {
      const held = token.get("all")?.value;
      return held ? [{ kind: "token", id: "all", value: { ...held, expiresAt: origin.clock.now + 200 } }] : [];
    });
    assert.equal(await first.ended, "ended");
    const second = await listenTo(`${origin.url}/edge/v1/stream`, { token });
    assert.deepEqual([second.status, await second.ended], [200, "ended"]);
  });

  test("opens the stream and nothing else, and nothing else opens the stream", async () => {
    await using origin = await furnished();
    const token = await origin.addToken("all");
    assert.equal((await read(origin.url, question, token)).status, 401);
    for (const shown of [key, "", credentialNamed("dbe_", "nobody"), token.toLowerCase(), hashCredential(token)]) {
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
    await near.at(await revisionOf(origin));
    await using far = await EdgeProgram.start({
      directory: newDirectory(),
      origin: near.url,
      token: await origin.addToken("far"),
      now: () => origin.clock.now,
    });
    await far.at(await revisionOf(origin));
    await setMinimum(origin, "2.9.0");
    await far.at(await revisionOf(origin));
    assert.equal(await readBytes(far.url, question, key), await readBytes(origin.url, question, key));
    await origin.revoke("far");
    await far.hasProblem(/401/);
    assert.equal(near.running.status().state, "following");
    await eventually(
      () => origin.edges.list.list(origin.clock.now).some(({ report }) => report.followers === 0),
      () => "the origin is not told",
    );
  });

  test("is sent away by one that has some projects alone", async () => {
    await using origin = await furnished();
    const token = await origin.addToken("acme", { projects: ["acme-shop"] });
    await using near = await edgeOf(origin, token);
    await near.at(await revisionOf(origin));
    await using far = await EdgeProgram.start({ directory: newDirectory(), origin: near.url, token });
    await far.hasProblem(/^the origin answers 403: This edge has only some projects/);
  });
});

describe("an origin", () => {
  test("receives the state of its edges, and the content that they refuse", async () => {
    await using origin = await furnished();
    const token = await origin.addToken("all");
    await using edge = await edgeOf(origin, token);
    const known = () => origin.edges.list.list(origin.clock.now)[0];
    const stands = async (revision: number) =>
      eventually(
        () => known()?.report.head?.revision === revision,
        () => `it stands at ${JSON.stringify(known())}`,
      );
    await stands(await revisionOf(origin));
    await setMinimum(origin, "2.9.0");
    await stands(await revisionOf(origin));
    const { report, tokenName, connectedSince, address } = known() ?? assert.fail();
    assert.deepEqual(
      [tokenName, connectedSince, address, report.problem, report.version, report.tzdata],
      ["all", origin.clock.now, "127.0.0.1", null, "test", process.versions.tz],
    );
    await edge.stop();
    await eventually(
      () => known()?.connectedSince === null,
      () => "it is still there",
    );
    origin.clock.now += 86_400_001;
    assert.equal(known(), undefined);
  });

  test("sends heartbeats, on a stream that proxies neither cache nor buffer", async () => {
    await using origin = await furnished({ limits: { heartbeat: 20 } });
    const token = await origin.addToken("all");
    const listener = await listenTo(`${origin.url}/edge/v1/stream`, { token });
    assert.equal(listener.status, 200);
    assert.equal(listener.headers.get("cache-control"), "no-store");
    assert.equal(listener.headers.get("x-accel-buffering"), "no");
    await eventually(
      () => listener.comments > 2 && listener.retry !== null,
      () => `${listener.comments} comments`,
    );
    listener.leave();
  });

  test("disconnects a slow reader, informs the others, and frees its memory", async () => {
    await using origin = await furnished({ limits: { kept: { commits: 50, size: 1_000_000 } } });
    const token = await origin.addToken("all");
    await using edge = await edgeOf(origin, token);
    const leaving = new AbortController();
    const slow = await fetch(`${origin.url}/edge/v1/stream`, {
      headers: { authorization: `Bearer ${token}` },
      signal: leaving.signal,
    });
    // Nothing of its body is read: what the kernel takes is soon full.
    await eventually(
      () => origin.edges.hub.size === 2,
      () => "both are not there",
    );
    const text = "x".repeat(30_000);
    for (let n = 0; n < 400 && origin.edges.hub.cut === 0; n++) {
      await origin.publish("acme-shop", () => [
        { kind: "instance", id: `i-${n % 7}`, value: exampleInstance({ name: `${n}${text}` }) },
      ]);
      await sleep(1);
    }
    assert.equal(origin.edges.hub.cut, 1);
    await edge.at(await revisionOf(origin));
    assert.equal(origin.edges.hub.size, 1);
    leaving.abort();
    await slow.body?.cancel().catch(() => undefined);
  });

  test("lets only so many follow", async () => {
    await using origin = await furnished({ limits: { streams: 1 } });
    const token = await origin.addToken("all");
    const first = await listenTo(`${origin.url}/edge/v1/stream`, { token });
    const second = await fetch(`${origin.url}/edge/v1/stream`, { headers: { authorization: `Bearer ${token}` } });
    assert.deepEqual([second.status, second.headers.get("retry-after")], [503, "5"]);
    first.leave();
  });

  test("lets only so many follow with one token, and leaves room for another", async () => {
    await using origin = await furnished({ limits: { perToken: 2 } });
    const [busy, other] = [await origin.addToken("all"), await origin.addToken("other")];
    const follow = (token: string) => listenTo(`${origin.url}/edge/v1/stream`, { token });
    const [first, second] = [await follow(busy), await follow(busy)];
    const third = await fetch(`${origin.url}/edge/v1/stream`, { headers: { authorization: `Bearer ${busy}` } });
    assert.deepEqual([third.status, third.headers.get("retry-after")], [429, "5"]);
    assert.match(await third.text(), /2 edges follow with this edge token, the maximum for one token/);
    const others = await follow(other);
    assert.equal(others.status, 200);
    first.leave();
    await eventually(
      () => origin.edges.hub.size === 2,
      () => "it is still there",
    );
    const next = await follow(busy);
    assert.equal(next.status, 200);
    for (const reader of [second, others, next]) reader.leave();
  });

  test("ends a stream when its time is over, and the edge comes again without a copy", async () => {
    await using origin = await furnished({ limits: { life: 60 } });
    await using edge = await edgeOf(origin, await origin.addToken("all"), { timing: { ...quick, backoff: 10 } });
    await edge.at(await revisionOf(origin));
    await sleep(100);
    await setMinimum(origin, "2.9.0");
    await edge.at(await revisionOf(origin));
    assert.equal(edge.running.follower.replicas, 1);
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

  test("reads once what many have missed", async () => {
    const store = openMemoryStore();
    let reads = 0;
    const changesAfter = store.changesAfter.bind(store);
    store.changesAfter = (revision, limit) => {
      reads++;
      return changesAfter(revision, limit);
    };
    await using origin = await furnished({ store });
    const token = await origin.addToken("all");
    for (let n = 0; n < 30; n++) await setMinimum(origin, `3.${n}.0`);
    // As after a restart: what was committed before is in the store alone.
    const { head, rows } = await store.whole();
    origin.edges.hub.load(rows, head);
    const last = `${head.epoch}.${head.revision - 30}`;
    const all = await Promise.all(Array.from({ length: 20 }, () => readStream(origin, token, last)));
    assert.equal(all[0]?.match(/^commit /gm)?.length, 30);
    assert.equal(new Set(all).size, 1);
    assert.equal(reads, 1);
  });
});
