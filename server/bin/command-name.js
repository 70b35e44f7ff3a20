// The command that started this program, as its user can type it again. Plain JavaScript, like bin/drawbridge.js.
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { basename, delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const isWindows = process.platform === "win32";
const script = fileURLToPath(new URL("drawbridge.js", import.meta.url));
const root = join(dirname(script), "..", "..");

/**
 * `drawbridge` if the PATH leads here, otherwise the launcher of the clone, otherwise the file that was started. Quoted for a
 * shell.
 * @param {{ startedAs: string | undefined, started: string, path: string, directory: string }} start
 *   startedAs: how the launcher was called; undefined: Node was given a script, which is `started`
 */
export function commandName({ startedAs, started, path, directory }) {
  const launcher = join(root, isWindows ? "drawbridge.cmd" : "drawbridge");
  const hasLauncher = isFile(launcher);
  if (startedAs !== undefined && !isWindows && !startedAs.startsWith("/")) return quoted(startedAs);
  const file = startedAs ?? (hasLauncher ? launcher : started);
  // npm adds this folder only to the PATH of its scripts.
  const folders = path.split(delimiter).filter((folder) => folder !== join(root, "node_modules", ".bin") || !hasLauncher);
  const found = firstIn(folders);
  if (found !== null && [file, script].some((ours) => isSame(ours, found))) return "drawbridge";
  const isAsTyped = startedAs !== undefined && !isWindows;
  if (isAsTyped || dirname(file) !== directory) return quoted(file);
  return isWindows ? ".\\drawbridge" : quoted(`./${basename(file)}`);
}

/** The `drawbridge` that a shell would run. @param {string[]} folders of the PATH */
function firstIn(folders) {
  const names = isWindows ? ["drawbridge.exe", "drawbridge.cmd"] : ["drawbridge"];
  for (const folder of folders) {
    for (const name of names) if (isProgram(resolve(folder, name))) return resolve(folder, name);
  }
  return null;
}

/** @param {string} a @param {string} b */
function isSame(a, b) {
  return realpathSync(a) === realpathSync(b);
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return isFile(path);
  } catch {
    return false;
  }
}

/** @param {string} path */
function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Quotes a path for a shell. @param {string} path */
function quoted(path) {
  if (isWindows) return /[\s&()^;,]/.test(path) ? `"${path}"` : path;
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
