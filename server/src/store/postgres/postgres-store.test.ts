import { after } from "node:test";
import { openPostgres } from "../../../test/postgres.ts";
import { openAt } from "../../../test/postgres-store.ts";
import { storeContract } from "../../../test/store-contract.ts";
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
