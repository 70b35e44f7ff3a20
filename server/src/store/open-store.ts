/** Which engine is under the port: the embedded one, unless the settings name a PostgreSQL. */
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { parseDatabaseUrl } from "./postgres/postgres-address.ts";
import { openSqliteStore } from "./sqlite/sqlite-store.ts";
import type { Store } from "./store.ts";

export type StoreKind = "sqlite" | "postgresql";

/** Of the settings, what says which. */
export interface StoreSettings {
  /** The directory of the embedded store. */
  readonly data: string;
  readonly databaseUrl: string | null;
}

export function storeKindOf({ databaseUrl }: StoreSettings): StoreKind {
  return databaseUrl === null ? "sqlite" : "postgresql";
}

/** Distinguishes a store from others that the same data directory may be used with. Without credentials. */
export function databaseName({ databaseUrl }: Pick<StoreSettings, "databaseUrl">): string {
  if (databaseUrl === null) return "sqlite";
  const address = parseDatabaseUrl(databaseUrl);
  return address === null ? "" : `postgresql ${address.host}:${address.port}/${address.database}`;
}

/**
 * Opens it and brings it to its present form.
 * @param listening address of this process, told to a second one that wants the same directory
 * @throws unavailable: with what to do
 */
export async function openStore({ data, databaseUrl }: StoreSettings, listening?: string): Promise<Store> {
  if (databaseUrl === null) return openSqliteStore({ directory: data, ...(listening === undefined ? {} : { listening }) });
  const address = parseDatabaseUrl(databaseUrl);
  if (address === null) throw new DrawbridgeError("invalid", "The URL of the database is not in its form.");
  // Nobody else waits for the driver to be loaded.
  const { openPostgresStore } = await import("./postgres/postgres-store.ts");
  return openPostgresStore({ address });
}
