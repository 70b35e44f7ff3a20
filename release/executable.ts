/** The single executable: Node with the program inside. Node mounts the files in it, so the program reads them as in a folder. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleThreads } from "./bundle.ts";
import { below, type FileTree, writeTree } from "./file-tree.ts";

const main = "drawbridge-main.mjs";
/** Files of the server's artifact that only a folder needs. */
const notInside = new Set(["drawbridge", "drawbridge.cmd"]);

/** @param node path of the Node to build it from, for this platform */
export async function executable(server: FileTree, node: string): Promise<Buffer> {
  const threads = (await bundleThreads()).flatMap(({ files }) => [...below("threads", files)]);
  const files: FileTree = new Map([...[...server].filter(([path]) => !notInside.has(path)), ...threads]);
  // All paths are relative to it: an absolute one would become part of the executable.
  const folder = mkdtempSync(join(tmpdir(), "drawbridge-executable-"));
  try {
    writeTree(folder, files);
    writeFileSync(join(folder, main), readFileSync(join(import.meta.dirname, "executable-main.js")));
    const settings = {
      main,
      mainFormat: "module",
      output: "drawbridge",
      disableExperimentalSEAWarning: true,
      useVfs: true,
      // NODE_OPTIONS is the user's, for other programs of theirs.
      execArgvExtension: "none",
      assets: Object.fromEntries([...files.keys()].sort().map((path) => [path, path])),
    };
    writeFileSync(join(folder, "settings.json"), JSON.stringify(settings));
    execFileSync(node, ["--build-sea", "settings.json"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
    return readFileSync(join(folder, "drawbridge"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
