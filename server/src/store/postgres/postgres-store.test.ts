import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { openPostgres } from "../../../test/postgres.ts";
import { openAt } from "../../../test/postgres-store.ts";
import { change, claimed, commitOf, failsWith } from "../../../test/store-contract/change.ts";
import { storeContract } from "../../../test/store-contract.ts";
import { checkedStore } from "../checked-store.ts";
import type { Store } from "../store.ts";

const postgres = await openPostgres();
after(() => postgres.close());

/** Databases that no store has open: emptying one is quicker than making one. */
const free: string[] = [];

storeContract("PostgreSQL", async () => {
  const url = free.pop() ?? (await postgres.database());
  return givingBack(await openAt(url), url);
});

function givingBack(store: Store, url: string): Store {
  const close = store.close.bind(store);
  let isClosed = false;
  return Object.assign(store, {
    close: async () => {
      await close();
      if (isClosed) return;
      isClosed = true;
      await postgres.empty(url);
      free.push(url);
    },
  });
}

describe("two nodes on one PostgreSQL", () => {
  it("have one log, one secret and one first account", async () => {
    const url = await postgres.database();
    const [a, b] = [await openAt(url), await openAt(url)];
    const commits = Array.from({ length: 20 }, (_, n) => (n % 2 ? a : b).commit(commitOf([change(`a/${n}`, n)])));
    const revisions = (await Promise.all(commits)).map(({ revision }) => revision);
    const actual = revisions.sort((x, y) => x - y);
    const expected = Array.from({ length: 20 }, (_, n) => n + 1);
    assert.deepEqual(actual, expected);
    assert.deepEqual(await a.whole(), await b.whole());
    assert.equal(new Set(await Promise.all([a, b, a, b].map((store) => store.secret("cursor")))).size, 1);
    const person = { id: "u_1", login: "ada", name: "Ada", createdAt: 0, disabledAt: null };
    const made = await Promise.allSettled([a, b].map((store, n) => store.accounts.addPerson({ ...person, id: `u_${n}` }, {})));
    assert.deepEqual(made.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    await Promise.all([a.close(), b.close()]);
  });

  it("expect the revision of the other: of two that saw the same one commits", async () => {
    const url = await postgres.database();
    const [a, b] = [await openAt(url), await openAt(url)];
    const expect = [{ project: "a", revision: 0 }];
    const done = await Promise.allSettled([a, b].map((store, n) => store.commit(commitOf([change("a/x", n)], { expect }))));
    assert.deepEqual(done.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    await a.commit(commitOf([change("a/x", 1)], { claim: claimed("h") }));
    await failsWith("key_in_use", b.commit(commitOf([change("a/x", 1)], { claim: claimed("h") })));
    await Promise.all([a.close(), b.close()]);
  });

  it("have the clock of the database, also through the store that a server works with", async () => {
    const store = await openAt(await postgres.database());
    const checked = checkedStore(store);
    for (const read of [() => store.clock(), () => checked.clock?.() ?? Promise.resolve(0)]) {
      const before = Date.now();
      const at = await read();
      // The same machine: PostgreSQL counts microseconds, of which the rest is cut off.
      assert.ok(before - 1 <= at && at <= Date.now(), `${before} ${at}`);
    }
    await store.close();
  });

  it("compact at the same time, and what goes is counted once", async () => {
    const url = await postgres.database();
    const [a, b] = [await openAt(url), await openAt(url)];
    for (let n = 0; n < 60; n++) await a.commit(commitOf([change(`a/${n % 7}`, n)], { at: n }));
    const before = await a.rowsAt("a", 60);
    const done = await Promise.all([a.compact(1_000), b.compact(1_000)]);
    const actual = done.reduce((sum, { changes }) => sum + changes, 0);
    assert.equal(actual, 53);
    assert.deepEqual(await b.rowsAt("a", 60), before);
    await Promise.all([a.close(), b.close()]);
  });
});
