import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix, relative, resolve, sep } from "node:path";
import { scriptFiles } from "../sdk/js/bundle.ts";
import { programVersion } from "./artifact-trees.ts";
import { below, type FileTree, plainFile, tarball, treeOf } from "./file-tree.ts";

const root = join(import.meta.dirname, "..");

/** ES modules and CommonJS of the same sources, which the package has for the source maps, and a script. @param seconds epoch */
export async function npmPackage(seconds: number): Promise<Buffer> {
  const manifest = JSON.parse(readFileSync(join(root, "sdk", "js", "package.json"), "utf8"));
  const scripts = Object.entries(await scriptFiles(programVersion));
  const tree = new Map([
    ...compiled("esm"),
    ...compiled("cjs", "--module", "commonjs", "--moduleResolution", "bundler", "--verbatimModuleSyntax", "false"),
    // The nearest manifest decides what a `.js` file is, and whether a bundler may drop it.
    ["dist/cjs/package.json", jsonFile({ type: "commonjs", sideEffects: manifest.sideEffects })],
    ...scripts.map(([name, text]) => [`dist/${name}`, plainFile(text)] as const),
    ["package.json", jsonFile({ version: programVersion, ...manifest })],
    ["LICENSE", plainFile(readFileSync(join(root, "LICENSE")))],
    ["README.md", plainFile(readFileSync(join(root, "sdk", "js", "README.md")))],
  ]);
  return tarball(below("package", tree), seconds);
}

function jsonFile(content: object) {
  return plainFile(`${JSON.stringify(content, null, 2)}\n`);
}

/** `dist/FORMAT`, and the sources in `src`. */
function compiled(format: string, ...flags: readonly string[]): FileTree {
  return inFolder((folder) => {
    const target = join(folder, "dist", format);
    const tsc = [join(root, "node_modules", "typescript", "bin", "tsc"), "-p", join(root, "sdk", "js", "tsconfig.build.json")];
    execFileSync(process.execPath, [...tsc, "--outDir", target, ...flags], { stdio: ["ignore", "inherit", "inherit"] });
    const tree: FileTree = new Map();
    for (const [path, { content }] of treeOf(folder, "dist")) {
      const text = String(content);
      if (!path.endsWith(".map")) {
        // TypeScript leaves these as they are in declarations, and before 5.7 it does not resolve them.
        tree.set(path, plainFile(path.endsWith(".d.ts") ? text.replace(/(from "\.[^"]*)\.tsx?"/g, '$1.js"') : text));
        continue;
      }
      const map = JSON.parse(text);
      const source = resolve(folder, dirname(path), map.sources[0]);
      const name = `src/${relative(join(root, "sdk", "js"), source).replaceAll(sep, "/")}`;
      tree.set(name, plainFile(readFileSync(source)));
      tree.set(path, plainFile(JSON.stringify({ ...map, sources: [posix.relative(posix.dirname(path), name)] })));
    }
    return tree;
  });
}

/** A source distribution has the tests and their scenarios. @param seconds epoch */
export function pythonPackage(kind: "wheel" | "sdist", seconds: number): Buffer {
  return inFolder((folder) => {
    const sources = join(folder, "python");
    cpSync(join(root, "sdk", "python"), sources, { recursive: true, filter: (path) => !path.endsWith("__pycache__") });
    const isScenario = (path: string) => !path.includes(".") || path.endsWith(".json");
    const conformance = join(root, "sdk", "conformance");
    cpSync(conformance, join(sources, "conformance"), {
      recursive: true,
      filter: (path) => isScenario(path.slice(conformance.length)),
    });
    const backend = join(folder, "backend");
    const run = (...args: readonly string[]) =>
      execFileSync(process.env.PYTHON ?? "python3", args, {
        cwd: sources,
        env: { ...process.env, PYTHONPATH: backend, SOURCE_DATE_EPOCH: String(seconds) },
        stdio: ["ignore", "ignore", "inherit"],
      });
    const requirements = join(import.meta.dirname, "python-build.txt");
    const options = ["--quiet", "--disable-pip-version-check", "--root-user-action=ignore", "--no-deps", "--require-hashes"];
    run("-m", "pip", "install", ...options, "--target", backend, "-r", requirements);
    const built = mkdtempSync(join(folder, "built-"));
    run("-c", `import sys, flit_core.buildapi as build; build.build_${kind}(sys.argv[1])`, built);
    const [name = ""] = readdirSync(built);
    return readFileSync(join(built, name));
  });
}

/** The files that `dart pub publish` sends. @param seconds epoch */
export function pubPackage(seconds: number): Promise<Buffer> {
  const folder = join(root, "sdk", "flutter");
  const ignored = [".gitignore", ".pubignore"]
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"))
    .filter(Boolean);
  const isSent = (path: string) =>
    !path
      .split("/")
      .some((part, at, { length }) => part.startsWith(".") || ignored.includes(at < length - 1 ? `${part}/` : part));
  return tarball(
    new Map([...treeOf(join(root, "sdk"), "flutter", isSent)].map(([path, file]) => [path.slice("flutter/".length), file])),
    seconds,
  );
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "drawbridge-package-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
