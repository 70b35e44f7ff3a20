import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { openMemoryStore } from "../../test/memory-store.ts";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { firstAccountFile, offerFirstAccount } from "./account-link.ts";

const directory = temporaryDirectories();

test("where another node's link is used in the middle of a start, none is offered, and the start goes on", async () => {
  const data = directory();
  const store = openMemoryStore();
  const { accounts } = store;
  const hasPeople = accounts.hasPeople.bind(accounts);
  accounts.hasPeople = async () => {
    const before = await hasPeople();
    await accounts.addPerson({ id: "u_ada", login: "ada", name: "Ada", createdAt: 0, disabledAt: null }, {});
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
