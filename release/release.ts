/** Builds every artifact of this commit: `npm run release`, or `node release/release.ts [--to DIRECTORY] [--node FILE]`. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { clientTree, imageTree, programVersion, serverTree, withNode, withRecipes } from "./artifact-trees.ts";
import { executable } from "./bundle.ts";
import { npmPackage, pubPackage, pythonPackage } from "./client-packages.ts";
import { below, tarball } from "./file-tree.ts";
import { sbom } from "./sbom.ts";

const root = join(import.meta.dirname, "..");
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

// Each is built once, and only if an artifact that is wanted needs it.
const server = once(() => {
  execFileSync(process.execPath, [join(root, "ui", "build.ts")], { stdio: "inherit" });
  return serverTree();
});
const client = once(clientTree);
const serverFiles = async () => (await server()).files;
// A second of Node's bytes at level 9 saves 2 MB of 50.
const quick = 1;

/** By the end of the name that follows the product's; each is built only if it is wanted. */
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
