import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { openMemoryStore } from "../../test/memory-store.ts";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { Publisher } from "../log/publisher.ts";
import { applyPendingGrants, firstAccountFile, offerFirstAccount, redeemLink } from "./account-link.ts";
import { GrantIndex } from "./grant-index.ts";

const link = { hash: "a".repeat(64), expiresAt: 1000, person: null, isAdministrator: true };
const ada = { id: "u_ada", login: "ada", name: "Ada", createdAt: 1, disabledAt: null };
const redemption = { hash: link.hash, now: 1, person: ada, password: "phc", identity: null };

async function withLink() {
  const store = openMemoryStore();
  const grants = new GrantIndex();
  const publisher = new Publisher(store, () => 1, [(changes) => grants.apply(changes)]);
  await store.accounts.addLink(link);
  return { store, publisher, grants };
}

test("a person who redeems an administrator's link is one as soon as it is answered, and history says since when", async () => {
  const { store, publisher, grants } = await withLink();
  await redeemLink({ store, publisher }, redemption);
  assert.ok(grants.isAdministrator("u_ada"));
  const [commit] = await store.history("", { limit: 1 });
  assert.deepEqual([commit?.actor, commit?.reason], ["u_ada", "Redeemed the link of an administrator"]);
  assert.deepEqual(await store.accounts.pendingGrants(), []);
});

test("a process that ended between the account and the grant makes the grant at its next start, once", async () => {
  const { store, publisher, grants } = await withLink();
  await store.accounts.redeem(redemption);
  assert.ok(!grants.isAdministrator("u_ada"));
  await applyPendingGrants({ store, publisher });
  assert.ok(grants.isAdministrator("u_ada"));
  const { revision } = await store.head();
  await applyPendingGrants({ store, publisher });
  assert.equal((await store.head()).revision, revision);
});

test("a person disabled in the meantime gets no pending grant", async () => {
  const { store, publisher, grants } = await withLink();
  await store.accounts.redeem(redemption);
  await store.accounts.setDisabled("u_ada", 2);
  await applyPendingGrants({ store, publisher });
  assert.ok(!grants.isAdministrator("u_ada"));
  assert.deepEqual(await store.accounts.pendingGrants(), []);
});

const directory = temporaryDirectories();

test("where another node's link is used in the middle of a start, none is offered, and the start goes on", async () => {
  const data = directory();
  const store = openMemoryStore();
  const { accounts } = store;
  const hasPeople = accounts.hasPeople.bind(accounts);
  accounts.hasPeople = async () => {
    const before = await hasPeople();
    await accounts.addPerson(ada, {});
    return before;
  };
  const services = {
    now: () => 0,
    randomBytes: (size: number) => new Uint8Array(size),
    publicUrl: () => "http://localhost:8080",
  };
  assert.deepEqual(await offerFirstAccount({ store, ...services, data, isTerminal: false, isShared: true }), []);
  assert.equal(existsSync(firstAccountFile(data)), false);
});
