import assert from "node:assert/strict";
import type { Store } from "../../src/store/store.ts";
import { type TableCopy, type Tuple, tables } from "../../src/store/tables.ts";
import { change, claimed, commitOf, type WithStore } from "./change.ts";

const person = { id: "u_ada", login: "ada", name: "Ada", createdAt: 1, disabledAt: null };

export function logRowsContract(withStore: WithStore): void {
  withStore("the number of changes beside the log counts those of claims, secrets and people alone", async (store) => {
    const { accounts } = store;
    const counts = async (work: () => Promise<unknown>) => {
      const before = await store.log.besides();
      await work();
      return (await store.log.besides()) > before;
    };
    assert.equal(await counts(() => store.commit(commitOf([change("a/x", 1)]))), false);
    assert.equal(await counts(() => store.commit(commitOf([change("a/x", 2)], { claim: claimed("k") }))), true);
    assert.equal(await counts(() => store.commit(commitOf([change("a/x", 3)], { release: ["k"] }))), true);
    assert.equal(await counts(() => store.secret("objects")), true);
    assert.equal(await counts(() => store.secret("objects")), false);
    const identity = { issuer: "https://id.acme.example", subject: "7" };
    assert.equal(await counts(() => accounts.addPerson(person, { identity })), true);
    assert.equal(await counts(() => accounts.setDisabled("u_ada", 2)), true);
    await accounts.setDisabled("u_ada", null);
    const session = { hash: "s", person: "u_ada", createdAt: 1, seenAt: 1, expiresAt: 9 };
    assert.equal(await counts(() => accounts.addSession(session)), false);
    const { besides, tables: found } = await store.log.beside();
    assert.equal(besides, await store.log.besides());
    const rows = Object.fromEntries(found.map((table) => [table.name, table.rows.length]));
    assert.deepEqual(rows, { claims: 0, secrets: 1, people: 1, identities: 1 });
    assert.equal(await counts(() => accounts.erase("u_ada")), true);
  });

  withStore(
    "rows of the log are read by ranges of revisions, other tables whole, and large ones a few at a time",
    async (store) => {
      for (let n = 1; n <= 5; n++) await store.commit(commitOf([change("a/x", n), change("b/y", "€".repeat(400_000))]));
      const read = async (name: string, range: { after: number; through: number } | null) => {
        const table = tables.find((one) => one.name === name) as TableCopy;
        return allRows(store, table, range);
      };
      const revisions = (rows: readonly Tuple[], at = 0) => rows.map((row) => row[at]);
      assert.deepEqual(revisions(await read("commits", { after: 1, through: 3 })), [2, 3]);
      assert.deepEqual(revisions(await read("changes", { after: 1, through: 4 })), [2, 2, 3, 3, 4, 4]);
      assert.deepEqual(revisions(await read("project_commits", { after: 0, through: 2 }), 1), [1, 2, 1, 2]);
      await store.commit(commitOf(Array.from({ length: 1_100 }, (_, n) => change(`c/${n}`, n))));
      assert.equal((await read("resources", null)).length, 1_102);
      assert.deepEqual(await read("commits", { after: 6, through: 9 }), []);
    },
  );
}

async function allRows(store: Store, table: TableCopy, range: { after: number; through: number } | null): Promise<Tuple[]> {
  const all: Tuple[] = [];
  for (let after: Tuple | null = null; ; ) {
    const { rows, next } = await store.log.batch(table, after, range);
    all.push(...rows);
    const bytes = Buffer.byteLength(JSON.stringify(rows));
    assert.ok(rows.length <= 1 || (rows.length <= 1_000 && bytes < 1_100_000), `${rows.length} rows have ${bytes} bytes`);
    if (next === null) return all;
    after = next;
  }
}
