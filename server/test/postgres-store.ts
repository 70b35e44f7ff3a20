import assert from "node:assert/strict";
import { parseDatabaseUrl } from "../src/base/postgres-url.ts";
import { openPostgresStore, type PostgresStore } from "../src/store/postgres/postgres-store.ts";

export function openAt(url: string, migrations?: string): Promise<PostgresStore> {
  const address = parseDatabaseUrl(url);
  assert.ok(address, `expected ${url} to be the URL of a database`);
  return openPostgresStore({ address, ...(migrations === undefined ? {} : { migrations }) });
}

/** The same database for another role. */
export function as(url: string, user: string, password: string): string {
  return Object.assign(new URL(url), { username: user, password }).href;
}
