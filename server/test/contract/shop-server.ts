/** A project `shop` with one instance and a key for all of it, for the tests of how long an answer may be kept. */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { RawResponse } from "../raw-socket.ts";
import { config, maintenance, type ReadServer, startReadServer } from "../read-server.ts";

export const asked = `${config}?platform=ios&current_version=1.0`;
export const askedInstance = `${maintenance}?instanceId=eu-1`;

export interface ShopServer {
  readonly server: ReadServer;
  readonly key: string;
  /** Recreates the project; the clock is set to a time before all windows, so that none is active during the change. */
  set(manifest: object): Promise<void>;
  get(target: string, ...headers: string[]): Promise<RawResponse>;
  /** A 200 at that instant, epoch ms. */
  at(now: number, target?: string): Promise<RawResponse>;
}

/** For the `describe` in which it is called: it starts before its tests and stops after them. */
export function shopServer(): ShopServer {
  let server: ReadServer;
  let key: string;
  before(async () => {
    server = await startReadServer({ projects: [{ project: "shop" }] });
    key = await server.addKey("shop");
  });
  after(() => server.stop());
  const get = (target: string, ...headers: string[]) => server.ask({ target, key, headers });
  return {
    get server() {
      return server;
    },
    get key() {
      return key;
    },
    async set(manifest) {
      server.clock.now = 0;
      const whole = { project: "shop", instances: { "eu-1": { name: "Europe" } } };
      await server.apply({ ...whole, ...manifest, windows: {} });
      await server.apply({ ...whole, ...manifest });
    },
    get,
    async at(now, target = asked) {
      server.clock.now = now;
      const response = await get(target);
      assert.equal(response.status, 200, response.body);
      return response;
    },
  };
}
