import type { DatabaseSync } from "node:sqlite";
import { computeChangeChecksum } from "../src/store/sqlite/sqlite-log-comparison.ts";

/** Makes edited changes of a log valid, as those of another program are. */
export function writeChecksums(db: DatabaseSync): void {
  db.function("checksum_of", { varargs: true }, (...change) => computeChangeChecksum(change));
  db.exec("update changes set checksum = checksum_of(revision, project, kind, id, schema, value)");
}
