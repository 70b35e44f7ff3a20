/**
 * Generates clients from the OpenAPI document with openapi-typescript and hey-api, and compiles them. Not among the tests: the
 * generators bring 80 MB, and a TypeScript of their own. Installs pinned versions into a directory of its own, without scripts.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { adminServer } from "../admin-server.ts";

const packages = ["openapi-typescript@7.13.0", "@hey-api/openapi-ts@0.95.0", "typescript@5.9.3"];
const strict = ["--noEmit", "--strict", "--skipLibCheck", "--target", "esnext", "--module", "esnext"];
const browser = ["--moduleResolution", "bundler", "--lib", "esnext,dom,dom.iterable"];

const { document } = await adminServer();
const directory = mkdtempSync(join(tmpdir(), "openapi-clients-"));
const run = (command: string, ...args: readonly string[]) => execFileSync(command, args, { cwd: directory, stdio: "inherit" });
try {
  writeFileSync(join(directory, "package.json"), '{ "private": true, "type": "module" }');
  writeFileSync(join(directory, "openapi.json"), JSON.stringify(document));
  run("npm", "install", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", ...packages);
  run("npx", "openapi-typescript", "openapi.json", "-o", "types.ts");
  run("npx", "openapi-ts", "-i", "openapi.json", "-o", "client");
  run("npx", "tsc", ...strict, ...browser, "types.ts", "client/index.ts");
  console.log("both clients compile");
} finally {
  rmSync(directory, { recursive: true });
}
process.exit(0);
