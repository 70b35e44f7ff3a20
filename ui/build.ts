/** Builds console and docs completely or not at all. Of processes that start at the same time, one builds. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";
import { isFresh } from "../server/src/pages/console-build.ts";
import { buildSite } from "../site/site.ts";

const here = import.meta.dirname;
const dist = join(here, "dist");
const lock = join(here, ".building");
const own = join(here, `dist.${process.pid}`);
/** Milliseconds after which an unfinished build counts as abandoned. */
const timeout = 180_000;
const isText = /\.(?:js|css|svg|html|json|txt)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

await enter();
// The server that wanted it has ended: nothing half made stays behind.
process.on("SIGTERM", () => {
  for (const path of [own, lock]) rmSync(path, { recursive: true, force: true });
  process.exit(1);
});
try {
  if (!isFresh() || process.argv.includes("--force")) await buildWhole();
} finally {
  rmSync(lock, { recursive: true, force: true });
}

async function buildWhole(): Promise<void> {
  const started = new Date();
  try {
    await build({ configFile: join(here, "vite.config.ts"), logLevel: "error", build: { outDir: own, emptyOutDir: true } });
    buildSite(join(own, "docs"), true);
    await compressFiles(own);
    // A source file written during the build counts as newer than it.
    utimesSync(join(own, "index.html"), started, started);
    rmSync(dist, { recursive: true, force: true });
    renameSync(own, dist);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

async function enter(): Promise<void> {
  for (;;) {
    try {
      mkdirSync(lock);
      writeFileSync(join(lock, "pid"), String(process.pid));
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      if (isAbandoned()) rmSync(lock, { recursive: true, force: true });
      else await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

function isAbandoned(): boolean {
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (age > timeout) return true;
  try {
    process.kill(Number(readFileSync(join(lock, "pid"), "utf8")), 0);
    return false;
  } catch (error) {
    // Its process may not have written its id yet, or may have just ended.
    return (error as NodeJS.ErrnoException).code === "ESRCH" && age > 1000;
  }
}

/** Compresses each text file once, at the highest level, instead of during requests. */
async function compressFiles(directory: string): Promise<void> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && isText.test(entry.name),
  );
  await Promise.all(files.map(({ parentPath, name }) => compress(join(parentPath, name))));
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  await Promise.all([
    writeFile(`${path}.br`, await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })),
    writeFile(`${path}.gz`, await zip(content, { level: 9 })),
  ]);
}
