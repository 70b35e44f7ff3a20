/** One file of an entry and everything that it imports, for the browsers that the package is for. */
import { join } from "node:path";
import { rolldown } from "rolldown";

/** @param entry below `sdk/js/` @param name of the global that holds the exports; without it, the file is a module */
export async function bundle(entry: string, name?: string, minify = true): Promise<string> {
  const input = join(import.meta.dirname, entry);
  const build = await rolldown({ input, transform: { target: "es2020" }, logLevel: "warn" });
  const format = name === undefined ? { format: "esm" as const } : { format: "iife" as const, name };
  const { output } = await build.generate({ ...format, minify, codeSplitting: false });
  await build.close();
  return output[0].code;
}
