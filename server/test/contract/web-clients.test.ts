/** Web pages whose client adds headers, such as for tracing: a browser asks first whether it may send them. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { openBrowser, type Visitor } from "../browser.ts";
import { maintenance } from "../read-server.ts";
import { goodConfig, refusingServer } from "./refusing-server.ts";

const gate = goodConfig.replace("config", "gate");
const europe = `${maintenance}?instanceId=eu-1`;

describe("in Chromium, a page of another origin reads the answer to a request", () => {
  const refusing = refusingServer();
  const site = createServer((_, res) => res.setHeader("content-type", "text/html").end("<!doctype html><title>Shop</title>"));
  const browser = openBrowser();
  let visitor: Visitor;
  before(async () => {
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    visitor = await (await browser).visitor();
    await visitor.page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
  });
  after(async () => {
    await (await browser).close();
    site.closeAllConnections();
    site.close();
  });

  const cases: readonly Readonly<Record<string, string>>[] = [
    { "content-type": "application/json" },
    { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", baggage: "a=b", "sentry-trace": "1" },
    { authorization: "Bearer a" },
    { "cache-control": "no-cache", pragma: "no-cache", "if-modified-since": "Sun, 29 Nov 2026 12:00:00 GMT" },
    { "x-requested-with": "XMLHttpRequest", "x-app-version": "2.3.0", "x-datadog-trace-id": "1" },
  ];
  for (const headers of cases) {
    test(`with ${Object.keys(headers).join(", ")}`, async () => {
      const read = (target: string, key: string, port: number) =>
        visitor.page.evaluate(
          ([url, sent]) =>
            fetch(url, { headers: sent }).then(async (answer) => [
              answer.status,
              Object.keys((await answer.json()) as object)[0],
            ]),
          [`http://127.0.0.1:${port}${target}`, { "x-api-key": key, ...headers }] as const,
        );
      const { good = "", revoked = "" } = refusing.keys;
      assert.deepEqual(await read(goodConfig, good, refusing.server.port), [200, "force_upgrade"]);
      assert.deepEqual(await read(europe, good, refusing.server.port), [200, "is_maintenance"]);
      assert.deepEqual(await read(gate, good, refusing.server.port), [200, "update"]);
      assert.deepEqual(await read(goodConfig, revoked, refusing.server.port), [401, "type"]);
      assert.deepEqual(await read(goodConfig, good, refusing.unloaded.port), [503, "type"]);
    });
  }
});
