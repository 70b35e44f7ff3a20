/** The head row, on which everything else rests: without the end of the log, revisions have no meaning. */
import type { DatabaseSync } from "node:sqlite";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { damagedSentence } from "./sqlite-error.ts";

/** Reads two rows. @throws unavailable: the head is missing, no head, or not where the log ends */
export function refuseDamagedHead(db: DatabaseSync, file: string): void {
  const { epoch, revision } = { ...db.prepare("select epoch, cast(revision as text) as revision from head").get() };
  const { last } = { ...db.prepare("select cast(coalesce(max(revision), 0) as text) as last from commits").get() };
  const isEpoch = typeof epoch === "string" && /^[\x21-\x7e]{1,64}$/.test(epoch);
  if (isEpoch && revision === last) return;
  throw new DrawbridgeError(
    "unavailable",
    `The database ${file} ${damagedSentence("Its log does not end where its head says.")}`,
  );
}
