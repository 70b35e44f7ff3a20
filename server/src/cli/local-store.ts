/** The store of the data directory, for when there is no server to ask, or no token to ask it with. No server may be using it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DrawbridgeError } from "../domain/errors.ts";
import type { Settings } from "../settings.ts";
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts";
import type { Store } from "../store/store.ts";

/** @throws unavailable: there is no store, or a server is using it; and what `work` throws */
export async function withLocalStore<T>({ data }: Pick<Settings, "data">, work: (store: Store) => Promise<T>): Promise<T> {
  if (!existsSync(join(data, "drawbridge.db"))) {
    throw new DrawbridgeError(
      "unavailable",
      `There is no store in ${data}: the server makes it at its first start. Is DRAWBRIDGE_DATA another?`,
    );
  }
  const store = await askingTheServer(() => openSqliteStore({ directory: data }));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** What `--local` cannot have because a server has it, that server gives. @throws what `work` throws */
export async function askingTheServer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DrawbridgeError) || error.code !== "unavailable" || !error.message.includes("is in use")) throw error;
    throw new DrawbridgeError(
      "unavailable",
      `${error.message} If a server is running there, ask it: leave out --local.`,
      [],
      error,
    );
  }
}
