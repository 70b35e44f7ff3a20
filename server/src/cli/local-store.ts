/**
 * Opens the store itself, without a server or token: the data directory while no server uses it, or the
 * PostgreSQL of the settings, even while servers use it.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { Cluster } from "../store/cluster.ts";
import { openStore, type StoreSettings } from "../store/open-store.ts";
import type { Store } from "../store/store.ts";
import { programVersion } from "./program-version.ts";

/** @throws unavailable: there is no store, or a server is using it; and what `work` throws */
export async function withLocalStore<T>(settings: StoreSettings, work: (store: Store) => Promise<T>): Promise<T> {
  const { data, databaseUrl } = settings;
  if (databaseUrl === null && !existsSync(join(data, "drawbridge.db"))) {
    throw new DrawbridgeError(
      "unavailable",
      `There is no store in ${data}; the server creates it at its first start. Check DRAWBRIDGE_DATA.`,
    );
  }
  const { store } = new Cluster(await explainStoreInUse(() => openStore(settings)), { version: programVersion });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Adds to the error of a store in use that the server can do the same. @throws errors of `work` */
export async function explainStoreInUse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DrawbridgeError) || error.code !== "unavailable" || !error.message.includes("is in use")) throw error;
    throw new DrawbridgeError("unavailable", `${error.message} If a server is running there, leave out --local.`, [], error);
  }
}

/** Refuses commands on the file of the embedded store. @throws unavailable: the settings name another store */
export function requireEmbeddedStore({ databaseUrl }: StoreSettings): void {
  if (databaseUrl === null) return;
  throw new DrawbridgeError(
    "unavailable",
    "DRAWBRIDGE_DATABASE_URL names a PostgreSQL: use pg_dump or your provider's backups, and the command copy to move everything elsewhere.",
  );
}
