/**
 * Builds every artifact of this commit for this platform: `npm run release`, or `node release/release.ts [--to DIRECTORY] [--node FILE]
 * [--only NAME…]`. Two builds of a commit on one platform are equal byte for byte.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { clientTree, imageTree, programVersion, serverTree, withNode, withRecipes } from "./artifact-trees.ts";
import { executable } from "./executable.ts";
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

execFileSync(process.execPath, [join(root, "ui", "build.ts")], { stdio: "inherit" });
const { files: server, packages: serverPackages } = await serverTree();
const { files: client, packages: clientPackages } = await clientTree();
const node = execFileSync(values.node, ["-p", "process.versions.node"], { encoding: "utf8" }).trim();
const packages = [...new Set([...serverPackages, ...clientPackages])].sort();
// A second of Node's bytes at level 9 saves 2 MB of 50.
const quick = 1;

/** By the end of the name that follows the product's; each is built only if it is wanted. */
const artifacts: Readonly<Record<string, () => Promise<Buffer> | Buffer>> = {
  [`drawbridge-server-${programVersion}.tar.gz`]: () =>
    tarball(below(`drawbridge-server-${programVersion}`, withRecipes(server)), seconds),
  [`drawbridge-cli-${programVersion}.tar.gz`]: () => tarball(below(`drawbridge-cli-${programVersion}`, client), seconds),
  [`drawbridge-image-${programVersion}.tar.gz`]: () =>
    tarball(below(`drawbridge-image-${programVersion}`, imageTree(server)), seconds),
  [`drawbridge-${programVersion}-${platform}${process.platform === "win32" ? ".exe" : ""}`]: () =>
    executable(server, values.node),
  [`drawbridge-server-${programVersion}-${platform}.tar.gz`]: () =>
    tarball(
      below(`drawbridge-server-${programVersion}`, withNode(withRecipes(server), readFileSync(values.node))),
      seconds,
      quick,
    ),
  [`drawbridge-${programVersion}.cdx.json`]: () => sbom(packages, { version: programVersion, node, seconds }),
};

rmSync(values.to, { recursive: true, force: true });
mkdirSync(values.to, { recursive: true });
const sums: string[] = [];
for (const [name, build] of Object.entries(artifacts)) {
  if (values.only && !values.only.some((part) => name.includes(part))) continue;
  const bytes = await build();
  const isProgram = name.endsWith(platform) || name.endsWith(".exe");
  writeFileSync(join(values.to, name), bytes, { mode: isProgram ? 0o755 : 0o644 });
  sums.push(`${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`);
  console.log(`${(bytes.length / 1e6).toFixed(1).padStart(7)} MB  ${name}`);
}
writeFileSync(join(values.to, "SHA256SUMS"), sums.sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1)).join(""));

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
}
