import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type InputOptions, type OutputChunk, type OutputOptions, type Plugin, rolldown } from "rolldown";
import { threadModules } from "../server/src/base/program-files.ts";
import { below, type FileTree, plainFile, writeTree } from "./file-tree.ts";

const root = join(import.meta.dirname, "..");

export interface Bundle {
  readonly files: FileTree;
  readonly packages: readonly string[];
}

export function bundleServer(): Promise<Bundle> {
  const input = { drawbridge: "server/bin/drawbridge.js", ...threadModules };
  return bundle({ input, plugins: [requiredBuiltins()] });
}

/** Each thread as one file without imports, for the single executable. */
async function bundleThreads(): Promise<Bundle[]> {
  return Promise.all(
    Object.entries(threadModules).map(async ([name, path]) => {
      const { files, packages } = await bundle({ input: { [name]: path } }, { codeSplitting: false });
      return { files: new Map([...files].map(([file, { content }]) => [file, plainFile(withPlace(String(content)))])), packages };
    }),
  );
}

/** Code from a `data:` URL has no path: it finds the program's files by their names in the executable. */
function withPlace(code: string): string {
  const place = {
    url: "file:///C:/program/server/lib/thread.js",
    dirname: "/program/server/lib",
    filename: "/program/server/lib/thread.js",
  };
  return code.replace(/\bimport\.meta\.(url|dirname|filename)\b/g, (_, member: keyof typeof place) =>
    JSON.stringify(place[member]),
  );
}

export function bundleClient(): Promise<Bundle> {
  return bundle({
    input: { drawbridge: "release/client/client-program.js" },
    transform: { target: "node20" },
    plugins: [clientAlone()],
  });
}

/** A client has nothing that opens a store or runs a server on this machine. */
function clientAlone(): Plugin {
  const cli = join(root, "server", "src", "cli");
  return {
    name: "client-alone",
    resolveId(source, importer) {
      if (importer === join(cli, "main.ts") && source === "./command-list.ts")
        return join(import.meta.dirname, "client", "command-list.ts");
      return source === "./local-store.ts" ? join(import.meta.dirname, "client", "local-part.ts") : null;
    },
  };
}

/** Importing a built-in module reads every export, which costs 6 MB and a part of every start. */
function requiredBuiltins(): Plugin {
  const prefix = "\0required:";
  return {
    name: "required-builtins",
    resolveId: (source, _importer, { kind }) =>
      source.startsWith("node:") && source !== "node:module" && kind === "import-statement" ? `${prefix}${source}` : null,
    load: (id) => (id.startsWith(prefix) ? `module.exports = require(${JSON.stringify(id.slice(prefix.length))});` : null),
  };
}

async function bundle(input: InputOptions, output: OutputOptions = {}): Promise<Bundle> {
  const { transform, ...rest } = input;
  const built = await rolldown({
    cwd: root,
    platform: "node",
    // pg loads it only on request.
    external: ["pg-native"],
    tsconfig: false,
    // The executable imports what Node would start as the main module.
    transform: { ...transform, define: { "import.meta.main": "true", ...transform?.define } },
    onLog(level, log) {
      if (level === "warn") throw new Error(`The bundler warns: ${log.message}`);
    },
    ...rest,
  });
  try {
    const names: OutputOptions = { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" };
    const { output: files } = await built.generate({ format: "esm", minify: true, comments: false, ...names, ...output });
    const chunks = files.filter((file): file is OutputChunk => file.type === "chunk");
    return {
      files: new Map(chunks.map(({ fileName, code }) => [fileName, plainFile(code)])),
      packages: packagesOf(chunks.flatMap(({ moduleIds }) => moduleIds)),
    };
  } finally {
    await built.close();
  }
}

function packagesOf(modules: readonly string[]): string[] {
  const names = modules.flatMap((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll("\\", "/"))?.[1] ?? []);
  return [...new Set(names)].sort();
}

/** Node mounts the files in the executable, so the program reads them as in a folder. */
const main = "drawbridge-main.mjs";
/** Only a folder needs them. */
const notInside = new Set(["drawbridge", "drawbridge.cmd"]);

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
