/** A release with the packages of the clients alone, and fresh folders in which its files are installed as the pages say. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after } from "node:test";
import { documentText } from "../../../server/test/document-commands.ts";

export const root = join(import.meta.dirname, "..", "..", "..");
const folder = mkdtempSync(join(tmpdir(), "drawbridge-packages-"));
export const dist = join(folder, "dist");

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

/** Files of the release that a block names. */
export function filesOf(block: string): string[] {
  return Array.from(block.matchAll(/(?<=^|[\s/])drawbridge[\w.-]*\.(?:tgz|whl|tar\.gz)/gm), ([name]) => name);
}

/** Puts the files that the block names into the folder, and runs the block there, literally. */
export function install(block: string, directory: string, env: Readonly<Record<string, string>> = {}): void {
  for (const file of filesOf(block)) cpSync(join(dist, file), join(directory, file));
  run("sh", ["-euc", block], directory, { npm_config_prefer_offline: "true", npm_config_ignore_scripts: "true", ...env });
}

/** Runs a program to its end; returns its standard output. */
export function run(command: string, words: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): string {
  const options = { cwd, env: { ...process.env, ...env }, encoding: "utf8", maxBuffer: 2 ** 26 } as const;
  const { status, stdout, stderr } = spawnSync(command, words, options);
  assert.equal(status, 0, `${command} ${words.join(" ")}\n${stdout}${stderr}`);
  return stdout;
}
