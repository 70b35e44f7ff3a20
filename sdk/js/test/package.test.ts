/** The npm package of the release, as an app installs it. */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, test } from "node:test";
import { promisify } from "node:util";
import { temporaryDirectories } from "../../../server/test/temporary-directory.ts";
import { installPackage } from "../../test/sample-app.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..", "..", "..");
const directories = temporaryDirectories();
let app: string;
let installed: string;

before(() => {
  app = directories();
  installed = join(app, "node_modules", "drawbridge-gate");
  installPackage(installed);
});

test("the package has code and types for each of its exports in both module systems, a license, and no tests", () => {
  const { exports, dependencies, scripts, version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  assert.deepEqual([dependencies, scripts], [undefined, undefined]);
  assert.match(version, /^\d+\.\d+\.\d+$/);
  const conditions = Object.values<Record<string, Record<string, string>>>(exports).flatMap((entry) => Object.values(entry));
  assert.equal(conditions.length, 10);
  for (const { types = "", default: code = "" } of conditions)
    for (const file of [types, code]) assert.ok(existsSync(join(installed, file)), file);
  const paths = readdirSync(installed, { recursive: true, encoding: "utf8" });
  assert.ok(paths.includes("LICENSE"));
  assert.deepEqual(
    paths.filter((path) => /\btest\b/.test(path)),
    [],
  );
});

test("the script for pages without a bundler has the digest that sri.json names", () => {
  const read = (name: string) => readFileSync(join(installed, "dist", name), "utf8");
  const digest = createHash("sha384").update(read("drawbridge-gate.js")).digest("base64");
  assert.deepEqual(JSON.parse(read("sri.json")), { "drawbridge-gate.js": `sha384-${digest}` });
});

test("every source map names a source that is in the package", () => {
  const maps = readdirSync(installed, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".map"));
  assert.ok(maps.length > 100);
  for (const map of maps) {
    const { sources } = JSON.parse(readFileSync(join(installed, map), "utf8"));
    assert.equal(sources.length, 1);
    assert.ok(existsSync(join(installed, dirname(map), sources[0])), map);
  }
});

for (const [system, load] of [
  ["imported", "await import(name)"],
  ["required", 'require("node:module").createRequire(process.cwd() + "/app.js")(name)'],
] as const)
  test(`every entry without React can be ${system}, and a client starts`, async () => {
    const program = `(async () => {
      const load = async (name) => ${load};
      for (const entry of ["/web", "/server"]) await load("drawbridge-gate" + entry);
      const { createGateClient } = await load("drawbridge-gate");
      const client = createGateClient({ baseUrl: "http://127.0.0.1:1/api/v1", key: "k", platform: "ios", version: "1" });
      console.log((await client.start()).status);
      client.close();
    })()`;
    const { stdout } = await run(process.execPath, ["--input-type=commonjs", "-e", program], { cwd: app });
    assert.equal(stdout.trim(), "open");
  });

test("a screen that is required is inside a provider that is imported: both module systems have one context", async () => {
  for (const name of ["react", "react-dom"]) symlinkSync(join(root, "node_modules", name), join(app, "node_modules", name));
  const program = `
    import { createRequire } from "node:module";
    import { createElement } from "react";
    import { renderToString } from "react-dom/server";
    import { createGateClient } from "drawbridge-gate";
    import { GateProvider } from "drawbridge-gate/react";
    const { useGate } = createRequire(process.cwd() + "/app.js")("drawbridge-gate/react");
    const client = createGateClient({ baseUrl: "http://127.0.0.1:1/api/v1", key: "k", platform: "ios", version: "1" });
    const Status = () => useGate().state.status;
    console.log(renderToString(createElement(GateProvider, { client }, createElement(Status))));`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", program], { cwd: app });
  assert.equal(stdout.trim(), "loading");
});

test("npm refuses to pack the folder of the sources, which has nothing that could be installed", () => {
  const directory = directories();
  mkdirSync(directory, { recursive: true });
  // `npm test` hands its own `silent` on.
  const pack = ["pack", join(root, "sdk", "js"), "--pack-destination", directory, "--loglevel=error"];
  const { status, stderr } = spawnSync("npm", pack, { encoding: "utf8" });
  assert.notEqual(status, 0);
  assert.match(stderr, /Invalid package, must have name and version/);
  assert.deepEqual(readdirSync(directory), []);
});
