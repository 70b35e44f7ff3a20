import { randomBytes } from "node:crypto";
import { postgresSource, postgresTarget } from "../../src/store/postgres/postgres-image.ts";
import { transfer } from "../../src/store/transfer.ts";
import { addressOf } from "../postgres-store.ts";

/** @param epoch of the copy: a new one, as with `drawbridge copy`, or "same", as with a database's own tools */
export async function copyStore(from: string, to: string, epoch: "new" | "same"): Promise<void> {
  await using open = new AsyncDisposableStack();
  const source = open.adopt(await postgresSource(addressOf(from)), (image) => image.close());
  const target = open.adopt(await postgresTarget(addressOf(to)), (image) => image.close());
  const { epoch: own } = await source.head();
  await transfer(source, target, epoch === "same" ? own : randomBytes(8).toString("hex"));
}
