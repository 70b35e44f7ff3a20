/** deploy/nginx.conf and deploy/Caddyfile, each run by its own program in front of the real server. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { freePort } from "../free-port.ts";
import { openPostgres } from "../postgres.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";
import { missing } from "./foreign-program.ts";
import { ask, type ProxyAddress } from "./proxied-client.ts";
import { createAcme, hasCaughtUp, startNode } from "./proxied-node.ts";
import { apps, caddy, nginx, people } from "./proxies.ts";
import { assertAddresses, assertEvents, assertReads, config } from "./proxy-checks.ts";

const directories = temporaryDirectories();

for (const proxy of [nginx, caddy]) {
  const skip = missing(proxy.name, proxy.install);

  test(`${proxy.name}: reads, events and client addresses are as without it`, { skip }, async () => {
    await using node = await startNode({ directory: directories() });
    const key = await createAcme(node);
    const port = await freePort();
    await using _ = await proxy.start(directories(), [node], port);
    await assertReads({ port, name: apps }, node, key);
    await assertAddresses({ port, name: apps });
    await assertEvents({ port, name: people }, node);
    const page = await ask({ port, name: people }, "/docs/");
    assert.deepEqual([page.status, page.headers["strict-transport-security"]], [200, "max-age=31536000"]);
    assert.equal((await ask({ port, name: apps }, "/admin/v1/projects")).status, 404, "apps' name does not reach the admin API");
    await node.stop();
    const gone = await ask({ port, name: people }, "/docs/");
    assert.deepEqual([gone.status, gone.headers["strict-transport-security"]], [502, "max-age=31536000"]);
  });

  test(`${proxy.name}: no read fails when one of the two nodes behind it stops`, { skip }, async () => {
    const postgres = await openPostgres();
    try {
      const env = { DRAWBRIDGE_DATABASE_URL: await postgres.database(), DRAWBRIDGE_ADMIN_TOKEN: "t".repeat(40) };
      await using first = await startNode({ directory: directories(), env });
      await using second = await startNode({ directory: directories(), env });
      const key = await createAcme(first);
      await hasCaughtUp(second, first);
      const port = await freePort();
      await using _ = await proxy.start(directories(), [first, second], port);
      const load = new ReadLoad({ port, name: apps }, key);
      await load.until(200);
      await first.stop();
      await load.until(load.answered + 200);
      assert.deepEqual(await load.end(), []);
    } finally {
      await postgres.close();
    }
  });
}

/** Eight clients that read one after the other, each over a connection of its own. */
class ReadLoad {
  answered = 0;
  readonly #failed: string[] = [];
  #isOver = false;
  readonly #clients: Promise<void>[];

  constructor(proxy: ProxyAddress, key: string) {
    this.#clients = Array.from({ length: 8 }, () => this.#read(proxy, key));
  }

  async #read(proxy: ProxyAddress, key: string): Promise<void> {
    while (!this.#isOver) {
      try {
        const { status, text } = await ask(proxy, config, { headers: { "x-api-key": key } });
        if (status !== 200) this.#failed.push(`${status} ${text}`);
      } catch (error) {
        this.#failed.push(String(error));
      }
      this.answered++;
    }
  }

  async until(count: number): Promise<void> {
    await until(
      () => this.answered,
      (answered) => answered >= count,
    );
  }

  async end(): Promise<readonly string[]> {
    this.#isOver = true;
    await Promise.all(this.#clients);
    return this.#failed;
  }
}
