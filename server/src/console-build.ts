/**
 * The console is built when its sources are newer than its output, beside the running server: apps do not wait for a page that
 * people look at. Where the tools are missing, as in an image, what is there is served.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { type Dirent, existsSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Where the build leaves the console. */
export const builtConsole = join(root, "ui", "dist");

/** The console is made of these, the rules that it shares with the server too; tests change nothing about it. */
const sources = [
  "ui/src",
  "ui/index.html",
  "ui/vite.config.ts",
  "ui/build.ts",
  "ui/package.json",
  "client/src",
  "rules/src",
  "package-lock.json",
];
const isTest = /\.test\.tsx?$/;

export interface ConsoleBuild {
  /** Fulfilled when it is over, however it ended. */
  readonly done: Promise<void>;
  /** Ends it, wherever it is. What was built before stays. */
  stop(): void;
}

/** Builds the console where it is missing or old. @param say one line for whoever started the server */
export function buildConsole(say: (line: string) => void): ConsoleBuild {
  if (isFresh() || !hasTools()) return { done: Promise.resolve(), stop: () => undefined };
  say("The console is being built, which takes some seconds.");
  const child = spawn(process.execPath, [join(root, "ui", "build.ts")], { stdio: ["ignore", "ignore", "pipe"] });
  let isStopped = false;
  const done = outcome(child).then((failure) => {
    if (failure !== null && !isStopped) say(`The console could not be built: ${failure}`);
  });
  return {
    done,
    stop: () => {
      isStopped = true;
      child.kill();
    },
  };
}

/** Whether nothing that the console is made of is newer than it. */
export function isFresh(directory = root): boolean {
  const built = statSync(join(directory, "ui", "dist", "index.html"), { throwIfNoEntry: false });
  if (!built) return false;
  return sources.every((path) => newest(join(directory, path)) <= built.mtimeMs);
}

/** Epoch ms; a file that is gone shows in its directory. */
function newest(path: string): number {
  const own = statSync(path, { throwIfNoEntry: false });
  if (!own) return 0;
  if (!own.isDirectory()) return own.mtimeMs;
  const times = readdirSync(path, { withFileTypes: true })
    .filter((entry: Dirent) => !isTest.test(entry.name))
    .map((entry) => newest(join(path, entry.name)));
  return Math.max(own.mtimeMs, ...times);
}

function hasTools(): boolean {
  try {
    createRequire(join(root, "ui", "package.json")).resolve("vite/package.json");
    return existsSync(join(root, "ui", "build.ts"));
  } catch {
    return false;
  }
}

/** Null: it was built; else the last that it said. */
function outcome(child: ChildProcess): Promise<string | null> {
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said = `${said}${text}`.slice(-4000);
  });
  return new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code) => resolve(code === 0 ? null : said.trim() || `it ended with ${code}`));
  });
}
