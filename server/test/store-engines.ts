/** An empty store of each engine, for tests of what must hold on both. */
import { after } from "node:test";
import { openSqliteStore } from "../src/store/sqlite/sqlite-store.ts";
import type { Store } from "../src/store/store.ts";
import { openPostgres } from "./postgres.ts";
import { openAt } from "./postgres-store.ts";
import { temporaryDirectories } from "./temporary-directory.ts";

/** Pairs of a name and a function that opens such a store; the caller closes it. */
export async function storeEngines(): Promise<readonly (readonly [name: string, open: () => Promise<Store>])[]> {
  const directories = temporaryDirectories();
  const postgres = await openPostgres();
  after(() => postgres.close());
  return [
    ["sqlite", () => openSqliteStore({ directory: directories() })],
    ["postgresql", async () => openAt(await postgres.database())],
  ];
}
