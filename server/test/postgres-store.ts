/** A store on a database of a test, opened by what an operator writes. */
import assert from "node:assert/strict";
import { parseDatabaseUrl } from "../src/store/postgres/postgres-address.ts";
import { openPostgresStore, type PostgresStore } from "../src/store/postgres/postgres-store.ts";

export function openAt(url: string, migrations?: string): Promise<PostgresStore> {
  const address = parseDatabaseUrl(url);
  assert.ok(address, `expected ${url} to be the URL of a database`);
  return openPostgresStore({ address, ...(migrations === undefined ? {} : { migrations }) });
}

/** The same database by another role. */
export function as(url: string, user: string, password: string): string {
  return Object.assign(new URL(url), { username: user, password }).href;
}

/** Waits for what is looked at. What has not come in half a minute never does. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 30_000;
  while (!(await isSo())) {
    assert.ok(performance.now() < end, `waited too long for ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
