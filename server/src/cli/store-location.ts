/** Where a store is, as one types it: a directory, or the URL of a database. */
import { resolve } from "node:path";
import { type DatabaseAddress, databaseUrlForm, databaseUrlProblem, parseDatabaseUrl } from "../base/postgres-url.ts";
import type { TextForm } from "./text-form.ts";

export type StoreLocation =
  | { readonly kind: "sqlite"; readonly directory: string }
  /** Null: the store of the settings. */
  | { readonly kind: "postgresql"; readonly address: DatabaseAddress | null };

export const storeLocation: TextForm<StoreLocation> = {
  expected: `a directory (or sqlite:DIRECTORY), postgresql (the database of DRAWBRIDGE_DATABASE_URL), or ${databaseUrlForm}`,
  // A URL has a password in it.
  secret: true,
  problem: (text) => (/^(["']|jdbc:)*postgres(ql)?:/i.test(text) ? `the URL ${databaseUrlProblem(text)}` : ""),
  parse(text) {
    if (text === "postgresql") return { kind: "postgresql", address: null };
    if (/^postgres(ql)?:/i.test(text)) {
      const address = parseDatabaseUrl(text);
      return address && { kind: "postgresql", address };
    }
    const directory = text.replace(/^sqlite:/, "");
    // A URL of another database or a typing error, never the name of a directory.
    const isDirectory = directory !== "" && !directory.includes("\0") && !/^[a-z]+:\/\//i.test(directory);
    return isDirectory ? { kind: "sqlite", directory: resolve(directory) } : null;
  },
};

export function isSameLocation(a: StoreLocation, b: StoreLocation): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
