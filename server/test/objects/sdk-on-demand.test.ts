/** The AWS SDK takes memory and time to load: only a program with a bucket pays for it. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { environmentWithoutSettings } from "../environment-without-settings.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";
import { S3StandIn } from "./s3-stand-in.ts";

const root = join(import.meta.dirname, "..", "..");
const directories = temporaryDirectories();

/** Notes the SDK's modules that the process loads, in the file MODULES. */
const watching = `
import { registerHooks } from "node:module";
import { appendFileSync } from "node:fs";
registerHooks({
  load(url, context, next) {
    if (/\\/node_modules\\/@(aws-sdk|smithy)\\/|\\/server\\/src\\/objects\\//.test(url)) appendFileSync(process.env.MODULES, url + "\\n");
    return next(url, context);
  },
});`;

/**
 * Counts the modules that a server loads until it is stopped: those of the SDK, and its own for object stores.
 * @param objects URL of an object store
 * @param isDone holds when the server, which listens, can be stopped
 */
async function modulesOf(objects?: string, env: Readonly<Record<string, string>> = {}, isDone = () => true) {
  const directory = directories();
  mkdirSync(directory);
  const modules = join(directory, "modules");
  writeFileSync(modules, "");
  const watched = ["--import", `data:text/javascript,${encodeURIComponent(watching)}`];
  const child = spawn(process.execPath, [...watched, join(root, "bin", "drawbridge.js"), "serve", "--demo"], {
    cwd: directory,
    env: {
      ...environmentWithoutSettings(),
      ...{ MODULES: modules, DRAWBRIDGE_LISTEN: "127.0.0.1:0", ...env },
      ...(objects && { DRAWBRIDGE_OBJECTS: objects }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [ended, complaints] = [once(child, "exit"), text(child.stderr)];
  for await (const line of createInterface({ input: child.stdout })) {
    if (!/is listening: http/.test(line)) continue;
    await until(isDone);
    child.kill("SIGTERM");
  }
  const [code] = await ended;
  assert.equal(code, 0, await complaints);
  const urls = readFileSync(modules, "utf8").split("\n").slice(0, -1);
  const own = urls.filter((url) => url.includes("/server/src/objects/")).length;
  return { sdk: urls.length - own, own };
}

test("a server without an object store loads no code for one, and with a folder no module of the AWS SDK", async () => {
  assert.deepEqual(await modulesOf(), { sdk: 0, own: 0 });
  const folder = directories();
  mkdirSync(folder);
  const { sdk, own } = await modulesOf(pathToFileURL(folder).href, {}, () => existsSync(join(folder, "full", "head")));
  assert.ok(sdk === 0 && own > 0, `${sdk} of the SDK, ${own} own`);
});

test("a server with a bucket loads it, and ships there", async () => {
  await using bucket = await S3StandIn.start();
  assert.ok((await modulesOf(bucket.url, bucket.env, () => bucket.objects.has("full/head"))).sdk > 0);
});
