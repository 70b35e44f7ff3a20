/** A server that starts: it says that it is not ready, and then answers from all that the store holds. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pluck } from "../pluck.ts";
import { config, type ReadServer, startReadServer } from "../read-server.ts";

const target = `${config}?platform=ios&current_version=1`;
const shop = (text: string) => ({ project: "shop", messages: { default: { en: text } } });

async function outcome(server: ReadServer, key: string): Promise<string> {
  const { status, body } = await server.ask({ target, key });
  return status === 200 ? JSON.parse(body).message : JSON.parse(body).code;
}

describe("a server that starts", () => {
  test("is not ready, and says so to clients that may have a key, until everything is loaded", async () => {
    await using server = await startReadServer({ isLoaded: false });
    await server.apply(shop("Hello"));
    const key = await server.addKey("shop");
    assert.equal(await outcome(server, key), "not_ready", "what is committed meanwhile is not all there is");
    assert.equal((await server.ask({ target: "/readyz" })).status, 503);
    assert.equal((await server.ask({ target: "/healthz" })).status, 200);
    server.catalog.load(await server.store.rows(), await server.store.head());
    assert.equal(await outcome(server, key), "Hello");
    assert.equal((await server.ask({ target: "/readyz" })).status, 200);
    assert.equal((await server.ask({ target, key: "sixteen-characters-and-more" })).status, 401);
  });

  test("loses no commit that comes while the store is read", async () => {
    await using server = await startReadServer({ isLoaded: false, projects: [shop("one")] });
    const key = await server.addKey("shop");
    await server.apply(shop("two"));
    const rows = await server.store.rows();
    await server.apply(shop("three"));
    server.catalog.load(rows, await server.store.head());
    assert.equal(await outcome(server, key), "three");
    await server.apply(shop("four"));
    assert.equal(await outcome(server, key), "four");
    assert.deepEqual(server.catalog.head, await server.store.head());
  });

  test("loads a store that was put in its own's place, and answers nothing of what it had", async () => {
    await using server = await startReadServer({ projects: [shop("ours"), { project: "gone" }] });
    await using other = await startReadServer({ projects: [shop("theirs")] });
    const [ours, gone, theirs] = [await server.addKey("shop"), await server.addKey("gone"), await other.addKey("shop")];
    assert.equal(await outcome(server, ours), "ours");
    server.catalog.load(await other.store.rows(), await other.store.head());
    assert.deepEqual(
      [await outcome(server, theirs), await outcome(server, ours), await outcome(server, gone)],
      ["theirs", "unknown_api_key", "unknown_api_key"],
    );
    assert.deepEqual(pluck(server.catalog.projects(), "id"), ["shop"]);
  });
});
