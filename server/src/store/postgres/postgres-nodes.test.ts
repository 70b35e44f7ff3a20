import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openPostgres } from "../../../test/postgres.ts";
import { parseDatabaseUrl } from "../../base/postgres-url.ts";
import { openPostgresStore } from "./postgres-store.ts";

const postgres = await openPostgres();
after(() => postgres.close());

test("announced nodes count until they leave or fall silent, by the clock of the database", async () => {
  const url = await postgres.database();
  const address = parseDatabaseUrl(url);
  assert.ok(address);
  const [one, other] = [await openPostgresStore({ address }), await openPostgresStore({ address })];
  const living = () => one.nodes.living(30_000);
  assert.equal(await living(), 0);
  await one.nodes.announce("a", "1.0.0");
  await other.nodes.announce("b", "1.0.0");
  await other.nodes.announce("b", "1.1.0");
  assert.equal(await living(), 2);
  assert.deepEqual(await postgres.run(url, "select version from nodes where id = 'b'"), [{ version: "1.1.0" }]);
  await postgres.run(url, "update nodes set heard_at = heard_at - interval '40 s' where id = 'a'");
  assert.equal(await living(), 1);
  await one.nodes.announce("a", "1.0.0");
  await other.nodes.leave("b");
  assert.equal(await living(), 1);
  await postgres.run(url, "update nodes set heard_at = heard_at - interval '2 days'");
  await other.nodes.announce("c", "1.1.0");
  assert.deepEqual(await postgres.run(url, "select id from nodes"), [{ id: "c" }]);
  await one.close();
  await other.close();
});
