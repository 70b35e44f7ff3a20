/** A whole database into another, as `drawbridge copy` does it: with its history, and under a new epoch. */
import { randomBytes } from "node:crypto";
import { parseDatabaseUrl } from "../../src/store/postgres/postgres-address.ts";
import { postgresSource, postgresTarget } from "../../src/store/postgres/postgres-image.ts";
import { transfer } from "../../src/store/transfer.ts";

/** @param to where nothing is yet */
export async function copyStore(from: string, to: string): Promise<void> {
  const source = await postgresSource(addressOf(from));
  try {
    const target = await postgresTarget(addressOf(to));
    try {
      await transfer(source, target, randomBytes(8).toString("hex"));
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function addressOf(url: string) {
  const address = parseDatabaseUrl(url);
  if (address === null) throw new Error("This is no address of a database.");
  return address;
}
