import assert from "node:assert/strict";
import { type DatabaseAddress, parseDatabaseUrl } from "../src/base/postgres-url.ts";
import { openPostgresStore, type PostgresStore } from "../src/store/postgres/postgres-store.ts";

export function addressOf(url: string): DatabaseAddress {
  return parseDatabaseUrl(url) ?? assert.fail(`expected ${url} to be the URL of a database`);
}

export function openAt(url: string, migrations?: string): Promise<PostgresStore> {
  return openPostgresStore({ address: addressOf(url), ...(migrations === undefined ? {} : { migrations }) });
}

/** The same database for another role. */
export function as(url: string, user: string, password: string): string {
  return Object.assign(new URL(url), { username: user, password }).href;
}
