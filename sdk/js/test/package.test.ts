/** The npm package, as `npm pack` makes it and an app installs it. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { inTemporaryDirectory } from "../../../server/test/temporary-directory.ts";

const run = promisify(execFile);
const packageDirectory = join(import.meta.dirname, "..");

test("the packed package has code and types for each of its exports, a license, and no tests", async () => {
  await inTemporaryDirectory(async (directory) => {
    const target = join(directory, "node_modules", "drawbridge-gate");
    mkdirSync(target, { recursive: true });
    // `npm test` hands its own `ignore-scripts` on, and the package is built by a script.
    const { stdout } = await run("npm", ["pack", "--json", "--ignore-scripts=false", "--pack-destination", directory], {
      cwd: packageDirectory,
    });
    const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf("[\n")));
    await run("tar", ["-xzf", join(directory, filename), "-C", target, "--strip-components=1"]);

    const { exports, dependencies } = JSON.parse(readFileSync(join(target, "package.json"), "utf8"));
    assert.equal(dependencies, undefined);
    for (const { types = "", default: code = "" } of Object.values<Record<string, string>>(exports)) {
      for (const file of [types, code]) assert.ok(existsSync(join(target, file)), file);
    }
    const paths: string[] = files.map(({ path }: { readonly path: string }) => path);
    assert.ok(paths.includes("LICENSE"));
    assert.deepEqual(
      paths.filter((path) => /test|\.tsx?$/.test(path.replace(/\.d\.ts$/, ""))),
      [],
    );

    const program = `
      const { createGateClient } = await import("drawbridge-gate");
      await import("drawbridge-gate/web");
      const client = createGateClient({ baseUrl: "http://127.0.0.1:1/api/v1", key: "k", platform: "ios", version: "1" });
      console.log((await client.start()).status);
      client.close();`;
    const imported = await run(process.execPath, ["--input-type=module", "-e", program], { cwd: directory });
    assert.equal(imported.stdout.trim(), "open");
  });
});
