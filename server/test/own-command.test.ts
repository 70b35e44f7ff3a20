/** No text of the project names a command that would run another project's package from a registry. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..", "..");
const isText = (path: string) => !/\.(png|ico|woff2?)$/.test(path) && path !== "package-lock.json";
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" })
  .trim()
  .split("\n")
  .filter((path) => isText(path) && existsSync(join(root, path)))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

/** Runs or installs the package `drawbridge`: on the public registry, that name is not ours. */
const foreign =
  /\b(?:npx|bunx|pnpx|(?:npm|pnpm|yarn|bun) +(?:exec|x|dlx|i|install|add|create))(?:\s+(?:-\S*|--))*\s+["']?drawbridge(?:@\S*)?(?![\w/-])/;

test("the pattern finds each way to run or to install a package of that name", () => {
  const command = "drawbridge";
  for (const way of [
    "npx",
    "npx -y",
    "npm exec",
    "npm exec --",
    "npm x -c",
    "npm i -g",
    "npm install --global",
    "bunx",
    "yarn dlx",
  ]) {
    assert.match(`run ${way} ${command} serve`, foreign, way);
    assert.match(`run ${way} ${command}@latest`, foreign, way);
  }
  for (const ours of ["./drawbridge serve", "npm i drawbridge-server", "npx tsc", "npm run build -w drawbridge-console"]) {
    assert.doesNotMatch(ours, foreign, ours);
  }
});

test("no document, hint, alert or test names the package of others", () => {
  assert.ok(files.length > 1000);
  const found = files.flatMap(({ path, text }) => {
    const match = foreign.exec(text);
    return match === null ? [] : [`${path}: ${match[0]}`];
  });
  assert.deepEqual(found, []);
});

test("no package of the workspace has the name that is taken, none can be published by mistake, and what refers to them names them", () => {
  const { name, workspaces } = read("package.json");
  const packages = workspaces.map((folder: string) => read(join(folder, "package.json")));
  const names = [name, ...packages.map((one: { name: string }) => one.name)];
  // The last two are empty: one replaces a package that reports installs, one brings generators that a test runs.
  assert.deepEqual(names, [
    "drawbridge-workspace",
    "drawbridge-rules",
    "drawbridge-client",
    "drawbridge-console",
    "drawbridge-server",
    "drawbridge-openapi-generators",
    "drawbridge-react-18.3",
    "drawbridge-react-19.2",
  ]);
  for (const one of packages) assert.equal(one.private, true, one.name);
  const referred = files.flatMap(({ text }) =>
    [...text.matchAll(/(?:--workspace[= ]|\s-w )(drawbridge[\w-]*)/g)].map(([, one = ""]) => one),
  );
  assert.ok(referred.length >= 4);
  for (const one of referred) assert.ok(names.includes(one), one);
});

test("the lock file has the names of the packages, and no registry's", () => {
  const { packages } = read("package-lock.json");
  const linked = Object.entries<{ link?: boolean }>(packages).filter(([, { link }]) => link);
  assert.deepEqual(
    linked.map(([path]) => path),
    [
      "node_modules/drawbridge-client",
      "node_modules/drawbridge-console",
      "node_modules/drawbridge-openapi-generators",
      "node_modules/drawbridge-react-18.3",
      "node_modules/drawbridge-react-19.2",
      "node_modules/drawbridge-rules",
      "node_modules/drawbridge-server",
    ],
  );
  assert.doesNotMatch(readFileSync(join(root, "package-lock.json"), "utf8"), /"resolved": "https?:/);
});

function read(path: string) {
  return JSON.parse(readFileSync(join(root, path), "utf8"));
}
