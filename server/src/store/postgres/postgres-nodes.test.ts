import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openPostgres } from "../../../test/postgres.ts";
import { parseDatabaseUrl } from "./postgres-address.ts";
import { openPostgresStore } from "./postgres-store.ts";

const postgres = await openPostgres();
after(() => postgres.close());

test("announced nodes are listed until they leave or fall silent, by the clock of the database", async () => {
  const url = await postgres.database();
  const address = parseDatabaseUrl(url);
  assert.ok(address);
  const [one, other] = [await openPostgresStore({ address }), await openPostgresStore({ address })];
  const schemas = async (within = 30_000) => (await one.nodes.living(within)).map(({ id, schema }) => [id, schema]);
  assert.deepEqual(await schemas(), []);
  await one.nodes.announce({ id: "a", version: "1.0.0", schema: 1 });
  await other.nodes.announce({ id: "b", version: "1.1.0", schema: 2 });
  await other.nodes.announce({ id: "b", version: "1.1.0", schema: 3 });
  assert.deepEqual(await schemas(), [
    ["a", 1],
    ["b", 3],
  ]);
  await postgres.run(url, "update nodes set heard_at = heard_at - interval '40 s' where id = 'a'");
  assert.deepEqual(await schemas(), [["b", 3]]);
  await one.nodes.announce({ id: "a", version: "1.0.0", schema: 1 });
  await other.nodes.leave("b");
  assert.deepEqual(await schemas(), [["a", 1]]);
  await postgres.run(url, "update nodes set heard_at = heard_at - interval '2 days'");
  await other.nodes.announce({ id: "c", version: "1.1.0", schema: 3 });
  assert.deepEqual(await postgres.run(url, "select id from nodes"), [{ id: "c" }]);
  await one.close();
  await other.close();
});
