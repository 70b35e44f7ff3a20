import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Log } from "../base/log.ts";
import { parseDatabaseUrl } from "../base/postgres-url.ts";
import { openSqliteStore } from "./sqlite/sqlite-store.ts";
import type { Store } from "./store.ts";

export type StoreKind = "sqlite" | "postgresql";

export interface StoreSettings {
  readonly data: string;
  readonly databaseUrl: string | null;
}

export function storeKindFor({ databaseUrl }: StoreSettings): StoreKind {
  return databaseUrl === null ? "sqlite" : "postgresql";
}

/** Distinguishes stores that one data directory may be used with. Contains no credentials. */
export function databaseName({ databaseUrl }: Pick<StoreSettings, "databaseUrl">): string {
  if (databaseUrl === null) return "sqlite";
  const address = parseDatabaseUrl(databaseUrl);
  return address === null
    ? ""
    : `postgresql ${address.hosts.map(({ host, port }) => `${host}:${port}`).join()}/${address.database}`;
}

export interface OpenStoreOptions {
  readonly listening?: string;
  readonly log?: Pick<Log, "error" | "info">;
}

/** @throws unavailable: with the next step */
export async function openStore({ data, databaseUrl }: StoreSettings, options: OpenStoreOptions = {}): Promise<Store> {
  if (databaseUrl === null) return openSqliteStore({ ...options, directory: data });
  const address = parseDatabaseUrl(databaseUrl);
  if (address === null) throw new DrawbridgeError("invalid", "The URL of the database is invalid.");
  // Loads the driver only for those who need it.
  const { openPostgresStore } = await import("./postgres/postgres-store.ts");
  return openPostgresStore({ ...options, address });
}
