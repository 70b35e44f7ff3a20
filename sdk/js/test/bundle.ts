/** One file of an entry and everything that it imports, as an app's bundler makes it. */
import { join } from "node:path";
import { rolldown } from "rolldown";

const root = join(import.meta.dirname, "..");

/** @param entry below `sdk/js/` @param name of the global that holds the exports; without it, the file is a module */
export async function bundle(entry: string, name?: string, minify = true): Promise<string> {
  const build = await rolldown({ input: join(root, entry), logLevel: "warn" });
  const format = name === undefined ? { format: "esm" as const } : { format: "iife" as const, name };
  const { output } = await build.generate({ ...format, minify, codeSplitting: false });
  await build.close();
  return output[0].code;
}
