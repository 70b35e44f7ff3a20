import { namesIn, type Reader } from "drawbridge-rules/describe/reader.ts";
import type { NameTable } from "drawbridge-rules/wire/history.ts";
import { ownZone } from "./formats.ts";

/** @param tables names by id; later ones win */
export function consoleReader(...tables: readonly (NameTable | undefined)[]): Reader {
  const kinds = ["platform", "window", "instance", "key", "person"] as const;
  const merged = kinds.map((kind) => [kind, Object.assign({}, ...tables.map((table) => table?.[kind]))] as const);
  return { zone: ownZone, now: Date.now(), names: namesIn(Object.fromEntries(merged)) };
}
