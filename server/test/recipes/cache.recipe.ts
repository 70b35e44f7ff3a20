/** deploy/varnish.vcl, run by Varnish in front of the real server: what a cache may do, and what it must not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { freePort } from "../free-port.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";
import { missing } from "./foreign-program.ts";
import { ask } from "./proxied-client.ts";
import { createAcme, startNode } from "./proxied-node.ts";
import { apps, varnish } from "./proxies.ts";
import { assertAddresses, assertReads, config, maintenance } from "./proxy-checks.ts";

const directories = temporaryDirectories();
const skip = missing(varnish.name, varnish.install);

test("varnish: reads and client addresses are as without it", { skip }, async () => {
  await using node = await startNode({ directory: directories() });
  const key = await createAcme(node);
  const port = await freePort();
  const cache = { port, name: apps, isPlain: true };
  await using _ = await varnish.start(directories(), [node], port);
  await assertReads(cache, node, key);
  await assertReads(cache, node, key);
  await assertAddresses(cache);
});

test("varnish: an answer is stored for its key, language and query until its max-age, and no refusal is", {
  skip,
}, async () => {
  await using node = await startNode({ directory: directories() });
  const key = await createAcme(node);
  const port = await freePort();
  const cache = { port, name: apps, isPlain: true };
  await using _ = await varnish.start(directories(), [node], port);
  const headers = { "x-api-key": key };
  const read = (path: string, more: Readonly<Record<string, string>> = {}) =>
    ask(cache, path, { headers: { ...headers, ...more } });
  const isStored = async (path: string, more: Readonly<Record<string, string>> = {}) =>
    String((await read(path, more)).headers["x-varnish"]).includes(" ");
  assert.equal(await isStored(maintenance), false);
  assert.equal(await isStored(maintenance), true);
  assert.equal(await isStored(maintenance.replace("eu", "us")), false);
  assert.equal(await isStored(config), false);
  assert.equal(await isStored(config, { "accept-language": "de" }), false);
  assert.equal(await isStored(config, { "accept-language": "de" }), true);
  assert.match((await read(config, { "accept-language": "de" })).text, /Bitte aktualisieren/);
  assert.match((await read(config)).text, /Please update/);
  for (const unknown of ["guess", "guess"])
    assert.equal((await ask(cache, maintenance, { headers: { "x-api-key": unknown } })).status, 401);
  assert.equal((await ask(cache, maintenance)).status, 401);
  const rehearsal = { name: "testers", rehearsal: { ignore_maintenance: true }, expires_at: new Date(Date.now() + 86_400_000) };
  const { body } = await node.admin("POST", "/admin/v1/projects/acme/keys", rehearsal);
  for (const _ of [1, 2]) {
    const answer = await ask(cache, maintenance, { headers: { "x-api-key": String(body.key) } });
    assert.deepEqual([answer.status, answer.headers["cache-control"]], [200, "no-store"], JSON.stringify(body));
    assert.doesNotMatch(String(answer.headers["x-varnish"]), / /);
  }
});

test("varnish: a window that starts is in every answer from its start on, although the one before it was stored", {
  skip,
}, async () => {
  // The server's clock is 30 s before the start: schedules have whole minutes.
  const start = Date.parse("2030-01-01T02:00:00Z");
  const offset = start - 30_000 - Date.now();
  const now = () => Date.now() + offset;
  await using node = await startNode({ directory: directories(), now });
  const key = await createAcme(node);
  const port = await freePort();
  const cache = { port, name: apps, isPlain: true };
  await using _ = await varnish.start(directories(), [node], port);
  const headers = { "x-api-key": key };
  const window = { instances: ["eu-1"], start: "2030-01-01T02:00", zone: "UTC", duration: "PT1H" };
  const made = await node.admin("PUT", "/admin/v1/projects/acme/windows/soon", window, { "if-none-match": "*" });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  let [stored, late] = [0, 0];
  await until(
    async () => {
      const begun = now();
      const answer = await ask(cache, maintenance, { headers });
      if (String(answer.headers["x-varnish"]).includes(" ")) stored++;
      const { is_maintenance: isActive } = JSON.parse(answer.text);
      if (begun >= start) assert.equal(isActive, true, `${begun - start} ms after the start`);
      if (begun >= start) late++;
      return late;
    },
    (count) => count >= 20,
  );
  assert.ok(stored > 0, "the cache has answered");
});
