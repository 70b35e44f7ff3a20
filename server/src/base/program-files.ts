/** Files inside the executable are readable only on main threads. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { getAsset, getAssetKeys, isSea } from "node:sea";

const root = join(import.meta.dirname, "..", "..", isBundled() ? "" : "..");

/** A bundle has each as an entry of that name. */
export const threadModules = {
  "reading-worker": "server/src/base/document/reading-worker.ts",
  "sqlite-check-worker": "server/src/store/sqlite/sqlite-check-worker.ts",
} as const;

const isInExecutable = isSea();

export function programFile(path: string): string {
  return join(root, path);
}

export function filesIn(directory: string, ending: string): { readonly name: string; readonly text: string }[] {
  const path = relative(root, directory);
  if (!isInExecutable || path.startsWith("..")) {
    const names = readdirSync(directory).filter((name) => name.endsWith(ending));
    return names.sort().map((name) => ({ name, text: readFileSync(join(directory, name), "utf8") }));
  }
  const prefix = `${path.split(sep).join("/")}/`;
  const keys = getAssetKeys().filter((key) => key.startsWith(prefix) && key.endsWith(ending));
  return keys.sort().map((key) => ({ name: key.slice(prefix.length), text: getAsset(key, "utf8") }));
}

/** `npm ci` installs the package; operators can change the Node of the machine. */
export type RuntimeOrigin = "executable" | "package" | "machine";

export function runtimeOrigin(): RuntimeOrigin {
  if (isInExecutable) return "executable";
  return process.execPath.split(sep).includes("node_modules") ? "package" : "machine";
}

/** Threads see no mounted files, so the executable has each module as one file without imports. */
export function threadModule(name: keyof typeof threadModules): string | URL {
  if (isInExecutable)
    return new URL(`data:text/javascript;base64,${Buffer.from(getAsset(`threads/${name}.js`)).toString("base64")}`);
  return isBundled() ? join(import.meta.dirname, `${name}.js`) : join(root, threadModules[name]);
}

function isBundled(): boolean {
  return !import.meta.filename.endsWith(".ts");
}

/** `git add` must not pick up tokens and the database. @throws a system error */
export function createDataDirectory(directory: string): void {
  const created = mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (created !== undefined) writeFileSync(join(directory, ".gitignore"), "*\n", { mode: 0o600 });
}
