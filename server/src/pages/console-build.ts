/** Builds beside the running server, if the build tools are there. */
import { type ChildProcess, spawn } from "node:child_process";
import { type Dirent, existsSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { programFile } from "../base/program-files.ts";

const root = programFile("");
export const builtConsole = join(root, "ui", "dist");

/** Includes what the console shares with the server, and the pages in it. */
const sources = [
  "ui/src",
  "ui/index.html",
  "ui/vite.config.ts",
  "ui/build.ts",
  "ui/package.json",
  "client/src",
  "rules/src",
  "docs",
  "site",
  "server/reference",
  "server/src/admin",
  "release/names.json",
  "server/package.json",
  "package-lock.json",
];
const isTest = /\.test\.tsx?$/;

export interface ConsoleBuild {
  readonly done: Promise<void>;
  /** Earlier output stays. */
  stop(): void;
}

export function buildConsole(say: (line: string) => void): ConsoleBuild {
  if (isFresh() || !hasTools()) return { done: Promise.resolve(), stop: () => undefined };
  say("The console is being built, which takes a few seconds.");
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

export function isFresh(directory = root): boolean {
  const built = statSync(join(directory, "ui", "dist", "index.html"), { throwIfNoEntry: false });
  if (!built) return false;
  return sources.every((path) => newest(join(directory, path)) <= built.mtimeMs);
}

/** A deleted file changes the time of its directory. */
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

/** Null means it was built; otherwise its last line of output. */
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
