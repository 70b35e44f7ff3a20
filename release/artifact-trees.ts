/** The files of each artifact. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { manifestJsonSchema } from "../rules/src/wire/manifest-json-schema.ts";
import { type Bundle, bundleClient, bundleServer } from "./bundle.ts";
import { consolePackages } from "./console-packages.ts";
import { below, executableFile, type FileTree, plainFile, treeOf } from "./file-tree.ts";
import { launchers, nodeInside } from "./launcher.ts";
import { licensesOf } from "./licenses.ts";

const root = join(import.meta.dirname, "..");
const { version } = JSON.parse(readFileSync(join(root, "server", "package.json"), "utf8"));
export const programVersion: string = version;

/** The client needs `util.styleText`. */
const oldestNodes = { server: "26", client: "20.12" };
/** Files that the server reads while it runs, under the paths of the clone. */
const serverFiles = [
  "examples/demo/state.json",
  "server/src/pages/docs/page",
  "server/src/pages/sign-in/page",
  "server/src/store/postgres/migrations",
  "server/src/store/sqlite/migrations",
  "ui/dist",
];
/** Files that operators copy. */
const recipes = ["deploy", "ops"];

/** Server, command line, built console: everything but Node. */
export async function serverTree(): Promise<Bundle> {
  const { files, packages: bundled } = await bundleServer();
  const packages = [...new Set([...bundled, ...consolePackages()])].sort();
  const trees = serverFiles.flatMap((path) => [...treeOf(root, path)]);
  return { files: new Map([...programTree("server", { files, packages }), ...trees]), packages };
}

/** The command line over the admin API. */
export async function clientTree(): Promise<Bundle> {
  const bundle = await bundleClient();
  return { files: programTree("client", bundle), packages: bundle.packages };
}

export function withRecipes(tree: FileTree): FileTree {
  return new Map([...tree, ...recipes.flatMap((path) => [...treeOf(root, path)])]);
}

/** @param node its bytes */
export function withNode(tree: FileTree, node: Buffer): FileTree {
  return new Map([...tree, [nodeInside, executableFile(node)]]);
}

/** Context of an image: the program, a Dockerfile that copies it, and the files for Compose. */
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
