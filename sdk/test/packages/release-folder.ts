/** A release with the packages of the clients alone, and fresh folders in which its files are installed as the pages say. */
import assert from "node:assert/strict";
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after } from "node:test";
import { promisify } from "node:util";
import { documentText } from "../../../server/test/document-commands.ts";

export const root = join(import.meta.dirname, "..", "..", "..");
const folder = mkdtempSync(join(tmpdir(), "drawbridge-packages-"));
export const dist = join(folder, "dist");
export const names: Readonly<Record<"npm" | "pypi" | "pub", string>> = JSON.parse(
  readFileSync(join(root, "release", "names.json"), "utf8"),
);

execFileSync(process.execPath, [join(root, "release", "release.ts"), "--only", "gate", "--to", dist], {
  stdio: ["ignore", "ignore", "inherit"],
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** A folder with these files, and nothing else. */
export function freshFolder(files: Readonly<Record<string, string>> = {}): string {
  const directory = mkdtempSync(join(folder, "app-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return directory;
}

/** The same with the packages of this folder, pinned by its lock file: frameworks, and what builds with them. */
export function freshNodeApp(files: Readonly<Record<string, string>>): string {
  const directory = freshFolder(files);
  for (const name of ["package.json", "package-lock.json", ".npmrc"])
    cpSync(join(import.meta.dirname, name), join(directory, name));
  const modules = join(import.meta.dirname, "node_modules");
  // Links take no space; another file system has none to this one.
  for (const flags of ["-al", "-a"]) if (spawnSync("cp", [flags, modules, directory]).status === 0) return directory;
  return assert.fail("node_modules cannot be copied");
}

/** Blocks of a page that install a package, in their order. */
export function installBlocks(page: string): string[] {
  return Array.from(documentText(page).matchAll(/```sh install\n(.*?)```/gs), ([, block = ""]) => block);
}

/** Code of a page: the first block in the language that has the text. */
export function codeOf(page: string, language: string, text: string): string {
  const blocks = Array.from(documentText(page).matchAll(/```(\w+)\n(.*?)```/gs));
  const found = blocks.find(([, name, block = ""]) => name === language && block.includes(text))?.[2];
  return found ?? assert.fail(`${page} has no ${language} with ${text}`);
}

/** The code of a page with the address and the key that its reader puts in. */
export function withSettings(code: string, url: string, key: string): string {
  const filled = code.replace(/https?:\/\/[\w.:]+(?=\/api\/v1)/, url).replace("dbr_…", key);
  assert.ok(filled.includes(url) && filled.includes(key), code);
  return filled;
}

/** Runs the block of a page in the folder, literally. Our packages come from the release, as from their registries; others from the cache. */
export async function install(block: string, directory: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const registry = await startRegistry();
  try {
    const options = { npm_config_prefer_offline: "true", npm_config_ignore_scripts: "true", npm_config_registry: registry.url };
    const from = { PIP_NO_INDEX: "1", PIP_FIND_LINKS: dist };
    await promisify(execFile)("sh", ["-euc", block], { cwd: directory, env: { ...process.env, ...options, ...from, ...env } });
  } finally {
    registry.close();
  }
}

/** An npm registry with the package of the release. @param others URL of a registry that has the rest */
export async function startRegistry(others?: string): Promise<{ readonly url: string; close(): void }> {
  const [file = ""] = globSync(join(dist, `${names.npm}-*.tgz`));
  const manifest = JSON.parse(run("tar", ["-xzOf", file, "package/package.json"], dist));
  const tarball = readFileSync(file);
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  const server = createServer((request, response) => {
    const versions = { [manifest.version]: { ...manifest, dist: { tarball: `${url}/package.tgz`, integrity } } };
    if (request.url === "/package.tgz") response.end(tarball);
    else if (request.url === `/${names.npm}`)
      response.end(JSON.stringify({ name: names.npm, "dist-tags": { latest: manifest.version }, versions }));
    else if (others !== undefined) response.writeHead(302, { location: new URL(request.url ?? "", others).href }).end();
    else response.writeHead(404).end("{}");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => void server.close() };
}

/** Runs a program to its end; returns its standard output. */
export function run(command: string, words: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): string {
  const options = { cwd, env: { ...process.env, ...env }, encoding: "utf8", maxBuffer: 2 ** 26 } as const;
  const { status, stdout, stderr } = spawnSync(command, words, options);
  assert.equal(status, 0, `${command} ${words.join(" ")}\n${stdout}${stderr}`);
  return stdout;
}
