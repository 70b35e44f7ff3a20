/** Builds every artifact of this commit: `npm run release`, or `node release/release.ts [--to DIRECTORY] [--node FILE]`. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix, relative, resolve, sep } from "node:path";
import { parseArgs } from "node:util";
import { scriptFiles } from "../sdk/js/bundle.ts";
import { clientTree, imageTree, programVersion, serverTree, withNode, withRecipes } from "./artifact-trees.ts";
import { executable } from "./bundle.ts";
import { below, type FileTree, plainFile, tarball, treeOf } from "./file-tree.ts";
import { sbom } from "./sbom.ts";

const root = join(import.meta.dirname, "..");

/** The package has the sources for the source maps of both compiled forms. @param seconds epoch */
async function npmPackage(seconds: number): Promise<Buffer> {
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

/** A source distribution has the tests and their scenarios. */
function pythonPackage(kind: "wheel" | "sdist", seconds: number): Buffer {
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

/** The files that `dart pub publish` sends. */
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

const { values } = parseArgs({
  options: {
    to: { type: "string", default: join(root, "dist") },
    node: { type: "string", default: process.execPath },
    only: { type: "string", multiple: true },
  },
});
const seconds = Number(process.env.SOURCE_DATE_EPOCH ?? git("log", "-1", "--format=%ct"));
const platform = `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const names = JSON.parse(readFileSync(join(import.meta.dirname, "names.json"), "utf8"));
const purls: Readonly<Record<string, string>> = {
  [`${names.npm}-${programVersion}.tgz`]: `pkg:npm/${names.npm}@${programVersion}`,
  [`${names.python}-${programVersion}-py3-none-any.whl`]: `pkg:pypi/${names.pypi}@${programVersion}`,
  [`${names.python}-${programVersion}.tar.gz`]: `pkg:pypi/${names.pypi}@${programVersion}`,
  [`${names.pub}-${programVersion}-pub.tar.gz`]: `pkg:pub/${names.pub}@${programVersion}`,
};
const [npmName = "", wheelName = "", sourceName = "", pubName = ""] = Object.keys(purls);

const server = once(() => {
  execFileSync(process.execPath, [join(root, "ui", "build.ts")], { stdio: "inherit" });
  return serverTree();
});
const client = once(clientTree);
const serverFiles = async () => (await server()).files;
// A second of Node's bytes at level 9 saves 2 MB of 50.
const quick = 1;

const artifacts: Readonly<Record<string, () => Promise<Buffer> | Buffer>> = {
  [`drawbridge-server-${programVersion}.tar.gz`]: async () =>
    tarball(below(`drawbridge-server-${programVersion}`, withRecipes(await serverFiles())), seconds),
  [`drawbridge-cli-${programVersion}.tar.gz`]: async () =>
    tarball(below(`drawbridge-cli-${programVersion}`, (await client()).files), seconds),
  [`drawbridge-image-${programVersion}.tar.gz`]: async () =>
    tarball(below(`drawbridge-image-${programVersion}`, imageTree(await serverFiles())), seconds),
  [`drawbridge-${programVersion}-${platform}${process.platform === "win32" ? ".exe" : ""}`]: async () =>
    executable(await serverFiles(), values.node),
  [`drawbridge-server-${programVersion}-${platform}.tar.gz`]: async () =>
    tarball(
      below(`drawbridge-server-${programVersion}`, withNode(withRecipes(await serverFiles()), readFileSync(values.node))),
      seconds,
      quick,
    ),
  [npmName]: () => npmPackage(seconds),
  [wheelName]: () => pythonPackage("wheel", seconds),
  [sourceName]: () => pythonPackage("sdist", seconds),
  [pubName]: () => pubPackage(seconds),
  // The last one, since it has the digests of the clients' packages.
  [`drawbridge-${programVersion}.cdx.json`]: async () => {
    const packages = [...new Set([...(await server()).packages, ...(await client()).packages])].sort();
    const node = execFileSync(values.node, ["-p", "process.versions.node"], { encoding: "utf8" }).trim();
    const clients = Object.entries(purls).flatMap(([name, purl]) => {
      const digest = digests.get(name);
      return digest === undefined ? [] : [{ name, purl: `${purl}?file_name=${name}`, digest }];
    });
    return sbom(packages, { version: programVersion, node, nodeDigest: digestOf(readFileSync(values.node)), seconds, clients });
  },
};

rmSync(values.to, { recursive: true, force: true });
mkdirSync(values.to, { recursive: true });
const digests = new Map<string, string>();
for (const [name, build] of Object.entries(artifacts)) {
  if (values.only && !values.only.some((part) => name.includes(part))) continue;
  const bytes = await build();
  const isProgram = name.endsWith(platform) || name.endsWith(".exe");
  writeFileSync(join(values.to, name), bytes, { mode: isProgram ? 0o755 : 0o644 });
  digests.set(name, digestOf(bytes));
  console.log(`${(bytes.length / 1e6).toFixed(1).padStart(7)} MB  ${name}`);
}
const lines = [...digests].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, digest]) => `${digest}  ${name}\n`);
writeFileSync(join(values.to, "SHA256SUMS"), lines.join(""));

function digestOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
}

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
}
