import { after } from "node:test";
import { openPostgres } from "../../../test/postgres.ts";
import { storeContract } from "../../../test/store-contract.ts";
import type { Store } from "../store.ts";
import { parseDatabaseUrl } from "./postgres-address.ts";
import { openPostgresStore } from "./postgres-store.ts";

const postgres = await openPostgres();
after(() => postgres.close());

/** Databases that no store has open: emptying one is quicker than making one. */
const free: string[] = [];

storeContract("PostgreSQL", async () => {
  const url = free.pop() ?? (await postgres.database());
  const address = parseDatabaseUrl(url);
  if (address === null) throw new Error(`expected ${url} to be a database`);
  return givingBack(await openPostgresStore({ address }), url);
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
