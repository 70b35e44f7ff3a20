/** Checks that hold behind every proxy. */
import assert from "node:assert/strict";
import type { Program } from "../running-program.ts";
import { until } from "../until.ts";
import { type Asked, ask, assertSameRead, begin, type ProxyAddress } from "./proxied-client.ts";
import { nodeAddress } from "./proxied-node.ts";

export const config = "/api/v1/config?platform=ios&current_version=2.6.1";
export const maintenance = "/api/v1/maintenance?instanceId=eu-1";

/** Requests of every kind, with answers that must not differ behind a proxy. */
function requests(key: string): [path: string, asked: Asked][] {
  const headers = { "x-api-key": key };
  return [
    [config, { headers }],
    [config, { headers: { ...headers, "accept-language": "de" } }],
    [`${config}&lang=de`, { headers }],
    [config, { method: "HEAD", headers }],
    [maintenance, { headers }],
    [config, { headers: { "x-api-key": "wrong" } }],
    [config, {}],
    ["/api/v1/config?platform=ios", { headers }],
    ["/api/v1/nothing", { headers }],
    [config, { method: "OPTIONS", headers: { origin: "https://shop.acme.example", "access-control-request-method": "GET" } }],
    [config, { method: "POST", headers }],
  ];
}

export async function assertReads(proxy: ProxyAddress, node: Program, key: string): Promise<void> {
  for (const [path, asked] of requests(key)) await assertSameRead(proxy, nodeAddress(node), path, asked);
  const { headers } = await ask(proxy, config, { headers: { "x-api-key": key } });
  const again = { headers: { "x-api-key": key, "if-none-match": String(headers.etag) } };
  const unchanged = await ask(proxy, config, again);
  assert.deepEqual([unchanged.status, unchanged.headers.etag, unchanged.text], [304, headers.etag, ""]);
}

/** Wrong keys from one address end in 429, whatever it says of itself, and cost another address nothing. */
export async function assertAddresses(proxy: ProxyAddress): Promise<void> {
  const guess = async (i: number, from: string) => {
    const headers = { "x-api-key": `guess-${i}`, "x-forwarded-for": `198.51.${i >> 8}.${i & 255}` };
    return (await ask(proxy, config, { headers, from })).status;
  };
  let refused = 0;
  for (let i = 1; (await guess(i, "127.0.0.7")) === 401; i++) refused = i;
  assert.ok(refused >= 300 && refused < 900, `${refused} guesses before the limit`);
  assert.equal(await guess(1, "127.0.0.8"), 401);
}

/** An event arrives while the stream is open: a proxy that buffered it would show it at the end. */
export async function assertEvents(proxy: ProxyAddress, node: Program): Promise<void> {
  const headers = { authorization: `Bearer ${node.token}` };
  const stream = await begin(proxy, "/admin/v1/events", { headers });
  assert.equal(stream.statusCode, 200);
  let heard = "";
  stream.on("data", (chunk) => {
    heard += chunk;
  });
  await node.admin("POST", "/admin/v1/projects/acme/keys", { name: "another app" });
  await until(
    () => heard,
    (text) => text.includes("event: commit") && text.includes('"actor"'),
  );
  assert.equal(stream.complete, false);
  stream.destroy();
}
