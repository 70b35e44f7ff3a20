/** Usage of read keys and refused requests: each request is counted once, whatever it was and however it was answered. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { config, hour, maintenance, noon, type ReadServer, startReadServer } from "../read-server.ts";

const asked = `${config}?platform=ios&current_version=2.3.0`;

describe("usage", () => {
  let server: ReadServer;
  beforeEach(async () => {
    const projects = [{ project: "shop", instances: { "eu-1": { name: "Europe" } } }, { project: "other" }];
    server = await startReadServer({ projects });
  });
  afterEach(() => server.stop());

  /** Ids of keys by the order in which they were made. */
  const ids = async (project: string) =>
    (await server.store.rows(project)).filter(({ kind }) => kind === "read_key").map(({ id }) => id);
  const useOf = async (project = "shop", index = 0) => {
    const use = server.catalog.usage.find(project, (await ids(project))[index] ?? "");
    return {
      letIn: use?.letIn.sum(server.clock.now) ?? 0,
      ...Object.fromEntries(use?.refusals.map((counter) => [counter.counted.outcome, counter.sum(server.clock.now)]) ?? []),
    };
  };
  const versionsOf = async (project = "shop") => {
    const use = server.catalog.usage.of(project, (await ids(project))[0] ?? "");
    const versions = server.catalog.usage.versionsOf(use, server.clock.now);
    return versions.map(({ platform, version }) => `${platform} ${version}`).sort();
  };
  const anonymous = () =>
    Object.fromEntries(
      Object.entries(server.catalog.usage.anonymous).map(([reason, counter]) => [reason, counter.sum(server.clock.now)]),
    );

  test("counts each reason of a 401 once, and the key where there is one", async () => {
    const own = await server.addKey("shop");
    await server.ask({ target: asked });
    await server.ask({ target: asked, key: "" });
    await server.ask({ target: asked, key: "too short" });
    await server.ask({ target: asked, key: own, headers: [`x-api-key: ${own}`] });
    await server.ask({ target: asked, key: `${own.slice(0, -1)}${own.endsWith("0") ? "1" : "0"}` });
    await server.ask({ target: asked, key: "legacy-key-0123456789" });
    assert.deepEqual(anonymous(), { missing: 2, malformed: 3, unknown: 1 });
    assert.deepEqual(await useOf(), { letIn: 0 });

    const old = await server.addKey("other", { expiresAt: noon + hour });
    assert.equal((await server.ask({ target: asked, key: old })).status, 200);
    server.clock.now = noon + hour;
    for (const target of [asked, asked, maintenance]) assert.equal((await server.ask({ target, key: old })).status, 401);
    assert.deepEqual(await useOf("other"), { letIn: 1, expired: 3 });
    const gone = await server.addKey("other", { revokedAt: noon });
    await server.ask({ target: asked, key: gone });
    assert.deepEqual(await useOf("other", 1), { letIn: 0, revoked: 1 });
    assert.deepEqual(anonymous(), { missing: 2, malformed: 3, unknown: 1 });
  });

  test("counts what is remembered, 304 and HEAD like any other, and by the version of the app", async () => {
    const key = await server.addKey("shop");
    const { headers } = await server.ask({ target: asked, key });
    const again = await server.ask({ target: asked, key, headers: [`If-None-Match: ${headers.etag}`] });
    assert.equal(again.status, 304);
    await server.ask({ target: asked, key, method: "HEAD" });
    await server.ask({ target: `${asked}&lang=de`, key });
    for (const spelled of ["2.4.0%2B57", "V2.4.0+(57)", "+2.4.0(57)"])
      await server.ask({ target: asked.replace("2.3.0", spelled), key });
    await server.ask({ target: `${maintenance}?instanceId=eu-1`, key });
    assert.deepEqual(await useOf(), { letIn: 8 });
    assert.deepEqual(await versionsOf(), ["ios 2.3.0", "ios 2.4.0+57"]);
  });

  test("counts a key with an invalid query as admitted, and a request outside the key's scope apart", async () => {
    const key = await server.addKey("shop", { platforms: ["ios"] });
    for (const target of [config, `${config}?platform=no&current_version=1`, `${maintenance}?instanceId=nowhere`])
      assert.ok([400, 404].includes((await server.ask({ target, key })).status));
    assert.equal((await server.ask({ target: asked.replace("ios", "android"), key })).status, 403);
    assert.deepEqual(await useOf(), { letIn: 3, not_allowed: 1 });
    assert.deepEqual(await versionsOf(), []);
  });

  test("counts each 400 of a key by its code, with an example of what was sent, decoded if it decodes, on every endpoint", async () => {
    const key = await server.addKey("shop");
    const rehearsal = await server.addKey("shop", { rehearsal: { ignoreMaintenance: true } });
    const gate = config.replace("config", "gate");
    const sent = [
      `${config}?platform=ios&current_version=10.0+beta+1`,
      `${gate}?platform=ios&current_version=latest`,
      `${config}?platform=%FFNokia&current_version=latest`,
      `${config}?current_version=latest`,
      maintenance,
      `${maintenance}?instanceId=`,
      `${gate}?platform=ios&platform=ios&current_version=1&current_version=2`,
    ];
    for (const target of sent) assert.equal((await server.ask({ target, key })).status, 400, target);
    for (const target of sent) assert.equal((await server.ask({ target, key: rehearsal })).status, 400, target);
    // A body too large for a read changes nothing: the query was refused first.
    const long = ["Content-Length: 2000"];
    await server.ask({ target: sent[0] ?? "", key, headers: long, body: "x".repeat(2000) });
    for (const target of sent.slice(0, 1)) assert.equal((await server.ask({ target })).status, 401);
    server.catalog.simulate("shop", "config", "platform=ios&current_version=latest", noon);
    const [id = ""] = await ids("shop");
    assert.deepEqual(
      server.catalog.usage.take().refused.map((each) => [each.key, each.code, each.count, each.example]),
      [
        [id, "invalid_version", 3, "10.0 beta 1"],
        [id, "unknown_platform", 1, "%FFNokia"],
        [id, "missing_parameter", 3, "platform"],
        [id, "repeated_parameter", 1, "platform, current_version"],
      ],
    );
  });

  test("counts a request with a body once, whether the body is let by or too large", async () => {
    const key = await server.addKey("shop");
    const small = await server.ask({ target: asked, key, headers: ["Content-Length: 2"], body: "{}" });
    const large = await server.ask({ target: asked, key, headers: ["Content-Length: 2000"], body: "x".repeat(2000) });
    const refused = await server.ask({ target: asked, headers: ["Content-Length: 2"], body: "{}" });
    assert.deepEqual([small.status, large.status, refused.status], [200, 413, 401]);
    assert.deepEqual(await useOf(), { letIn: 2 });
    assert.equal(anonymous().missing, 1);
  });

  test("counts nothing of what is no question, nor what operators ask themselves", async () => {
    const key = await server.addKey("shop");
    await server.ask({ target: asked, key, method: "OPTIONS" });
    await server.ask({ target: asked, key, method: "POST" });
    await server.ask({ target: "/api/v1/other", key });
    await server.ask({ target: "/healthz" });
    server.catalog.simulate("shop", "config", "platform=ios&current_version=1", noon);
    assert.deepEqual([await useOf(), anonymous()], [{ letIn: 0 }, { missing: 0, malformed: 0, unknown: 0 }]);
  });

  test("counts a version by the answer that the app got, and nothing of a rehearsal", async () => {
    await server.apply({
      project: "shop",
      platforms: { ios: { minimum: "2", recommended: "3", blocked: ["4"], exempt: ["1"] } },
    });
    const key = await server.addKey("shop");
    const rehearsal = await server.addKey("shop", { rehearsal: { ignoreMaintenance: true } });
    const ask = async (version: string, own = key) =>
      server.ask({ target: `${config}?platform=ios&current_version=${version}`, key: own });
    for (const version of ["1", "1.5", "2.5", "2.50", "3", "4"]) assert.equal((await ask(version)).status, 200);
    assert.equal((await ask("3", rehearsal)).status, 200);
    const taken = server.catalog.usage.take().versions.map(({ version, counts, isNamed }) => [version, counts, isNamed]);
    assert.deepEqual(taken, [
      ["1.0.0", [1, 0, 0, 0], true],
      ["1.5.0", [0, 0, 1, 0], false],
      ["2.5.0", [0, 1, 0, 0], false],
      ["2.50.0", [0, 1, 0, 0], false],
      ["3.0.0", [1, 0, 0, 0], true],
      ["4.0.0", [0, 0, 1, 0], true],
    ]);
    assert.equal((await useOf("shop", 1)).letIn, 1);
  });

  test("goes on through a change of the project, and ends with the key", async () => {
    const key = await server.addKey("shop");
    await server.ask({ target: asked, key });
    await server.apply({ project: "shop", ttl: "PT1M" });
    await server.ask({ target: asked, key });
    assert.deepEqual(await useOf(), { letIn: 2 });
    const [id = ""] = await ids("shop");
    await server.edit("shop", () => [{ kind: "read_key", id, value: null }]);
    assert.equal(server.catalog.usage.find("shop", id), null);
    await server.ask({ target: asked, key });
    assert.equal(anonymous().unknown, 1);
  });
});
