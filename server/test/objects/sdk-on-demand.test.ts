/** The AWS SDK takes memory and time to load: only a program with a bucket pays for it. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { environmentWithoutSettings } from "../environment-without-settings.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const root = join(import.meta.dirname, "..", "..");
const directories = temporaryDirectories();

/** Notes the SDK's modules that the process loads, in the file MODULES. */
const watching = `
import { registerHooks } from "node:module";
import { appendFileSync } from "node:fs";
registerHooks({
  load(url, context, next) {
    if (/\\/node_modules\\/@(aws-sdk|smithy)\\//.test(url)) appendFileSync(process.env.MODULES, url + "\\n");
    return next(url, context);
  },
});`;

interface Run {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The process is stopped after this line; otherwise it ends by itself. */
  readonly until?: RegExp;
}

async function modulesOf({ args, env = {}, until }: Run): Promise<number> {
  const directory = directories();
  mkdirSync(directory);
  const modules = join(directory, "modules");
  writeFileSync(modules, "");
  const command = ["--import", `data:text/javascript,${encodeURIComponent(watching)}`, ...args];
  const child = spawn(process.execPath, command, {
    cwd: directory,
    env: { ...environmentWithoutSettings(), MODULES: modules, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [ended, complaints] = [once(child, "exit"), text(child.stderr)];
  for await (const line of createInterface({ input: child.stdout })) if (until?.test(line)) child.kill("SIGTERM");
  const [code] = await ended;
  assert.equal(code, 0, await complaints);
  return readFileSync(modules, "utf8").split("\n").length - 1;
}

const opening = (url: string) => [
  "--input-type=module",
  "--eval",
  `const { openObjectStore } = await import(${JSON.stringify(join(root, "src", "objects", "open-object-store.ts"))});
  (await openObjectStore(${JSON.stringify(url)})).close();`,
];

test("a server without an object store loads no module of the AWS SDK", async () => {
  const args = [join(root, "bin", "drawbridge.js"), "serve", "--demo"];
  const env = { DRAWBRIDGE_LISTEN: "127.0.0.1:0", DRAWBRIDGE_DATA: directories() };
  assert.equal(await modulesOf({ args, env, until: /is listening: http/ }), 0);
});

test("opening a bucket loads it, and opening a folder does not", async () => {
  assert.ok((await modulesOf({ args: opening("s3://bucket/prefix") })) > 0);
  assert.equal(await modulesOf({ args: opening("file:///mount") }), 0);
});
