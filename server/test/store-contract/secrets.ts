import assert from "node:assert/strict";
import { type StoreFactory, withStore } from "./change.ts";

export function secretContract(makeStore: StoreFactory): void {
  withStore(makeStore, "a secret is 32 random bytes, the same each time and another for each name", async (store) => {
    const names = ["cursor", "Cursor", "", "webhook"];
    const secrets = await Promise.all(names.map((name) => store.secret(name)));
    for (const secret of secrets) assert.equal(Buffer.from(secret, "base64url").length, 32);
    assert.equal(new Set(secrets).size, names.length);
    assert.deepEqual(await Promise.all(names.map((name) => store.secret(name))), secrets);
  });

  withStore(makeStore, "two stores have different secrets, and a secret makes no revision", async (store) => {
    const other = await makeStore();
    assert.notEqual(await store.secret("cursor"), await other.secret("cursor"));
    assert.equal((await store.head()).revision, 0);
    await other.close();
  });
}
