/** Inspects the database of the settings without changing it: a newer program may have written it. */
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { describeDatabase, parseDatabaseUrl } from "../base/postgres-url.ts";
import { type Check, fail, ok } from "./check.ts";
import { compareClock } from "./clock-check.ts";

const name = "store";

/** @param now the clock of this machine, epoch ms */
export async function checkDatabase(databaseUrl: string, now: () => number): Promise<Check[]> {
  const address = parseDatabaseUrl(databaseUrl);
  if (address === null) return [];
  const { inspectDatabase } = await import("../store/postgres/postgres-store.ts");
  try {
    const before = now();
    const theirs = await inspectDatabase({ address });
    return [
      ok(name, `${describeDatabase(address)}: can be opened`),
      ...compareClock("PostgreSQL", theirs, { earliest: before, latest: now() }),
    ];
  } catch (error) {
    if (error instanceof DrawbridgeError) return [fail(name, error.message)];
    throw error;
  }
}
