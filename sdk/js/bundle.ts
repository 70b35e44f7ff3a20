/** One file of an entry and everything that it imports, for the browsers that the package is for. */
import { createHash } from "node:crypto";
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

/** `drawbridge-gate.js` for a `<script>`, in ASCII for pages of any encoding, and `sri.json` with its `integrity`; text by file name. */
export async function scriptFiles(version: string): Promise<Readonly<Record<string, string>>> {
  const code = await bundle("web/script-tag.ts", "DrawbridgeGate");
  const ascii = code.replace(/[^\n -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const script = `/*! drawbridge-gate ${version}, Apache-2.0 */\n${ascii}`;
  const integrity = `sha384-${createHash("sha384").update(script).digest("base64")}`;
  return { "drawbridge-gate.js": script, "sri.json": `${JSON.stringify({ "drawbridge-gate.js": integrity }, null, 2)}\n` };
}
