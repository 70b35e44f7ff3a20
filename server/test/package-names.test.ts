/** Names of the published packages: `release/names.json` is their one source. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { test } from "node:test";
import { load } from "js-yaml";

const root = join(import.meta.dirname, "..", "..");
const readFile = (path: string) => readFileSync(join(root, path), "utf8");
const names = JSON.parse(readFile("release/names.json"));

test("the manifest of each package has the name and the links of release/names.json", () => {
  const npm = JSON.parse(readFile("sdk/js/package.json"));
  const { homepage, bugs, repository } = npm;
  const url = `git+${names.repository}.git`;
  assert.deepEqual(
    { name: npm.name, homepage, bugs, repository },
    { name: names.npm, homepage: names.homepage, bugs: names.issues, repository: { type: "git", url, directory: "sdk/js" } },
  );

  const python = valuesOf("sdk/python/pyproject.toml", /^(\w+) = "(.*)"$/gm);
  assert.equal(python.name, names.pypi);
  assert.deepEqual([python.Homepage, python.Repository, python.Issues], [names.homepage, names.repository, names.issues]);

  const pub = valuesOf("sdk/flutter/pubspec.yaml", /^(\w+): (\S+)$/gm);
  assert.deepEqual(
    [pub.name, pub.homepage, pub.repository, pub.issue_tracker],
    [names.pub, names.homepage, names.repository, names.issues],
  );
});

test("the packages have one version", () => {
  const { version } = JSON.parse(readFile("server/package.json"));
  assert.equal(valuesOf("sdk/python/pyproject.toml", /^(\w+) = "(.*)"$/gm).version, version);
  assert.equal(valuesOf("sdk/flutter/pubspec.yaml", /^(\w+): (\S+)$/gm).version, version);
});

test("the workflow sends each package to its registry with an identity of its own, and without a stored token", () => {
  const workflow = readFile(".github/workflows/release.yml");
  const { version } = JSON.parse(readFile("server/package.json"));
  const { jobs } = load(workflow) as { readonly jobs: Readonly<Record<string, Job>> };
  const sent = {
    npm: [`${names.npm}-${version}.tgz`],
    pypi: [`${names.python}-${version}-py3-none-any.whl`, `${names.python}-${version}.tar.gz`],
    pub: [`${names.pub}-${version}-pub.tar.gz`],
  };
  for (const [registry, files] of Object.entries(sent)) {
    const { needs, permissions, steps = [] } = jobs[registry] ?? {};
    assert.equal(needs, "publish");
    assert.deepEqual(permissions, { "id-token": "write" });
    const commands = steps.map(({ run = "" }) => run.replaceAll(["$", "{GITHUB_REF_NAME#v}"].join(""), version)).join("\n");
    const patterns = Array.from(commands.matchAll(/dist\/([\w.*-]+)/g), ([, glob = ""]) => glob);
    const all = Object.values(sent).flat();
    const chosen = patterns.flatMap((glob) => all.filter((file) => matchesGlob(file, glob)));
    assert.deepEqual(chosen, files, registry);
  }
  assert.match(workflow, /npm publish .* --provenance/);
  assert.doesNotMatch(workflow, /secrets\./);
});

interface Job {
  readonly needs?: string;
  readonly permissions?: object;
  readonly steps?: readonly { readonly run?: string }[];
}

test("everything that imports or installs a client uses the names of release/names.json", () => {
  const uses: readonly (readonly [RegExp, string])[] = [
    [/\b(?:from|import|import\(|require\() ?["'](@?drawbridge(?!-(?:rules|client)\b)[\w-]*(?:\/gate)?)/g, names.npm],
    [/\bnpm install [^\n`]*?(@?drawbridge[\w-]*(?:\/gate)?)(?=@|[ \n`])/g, names.npm],
    [/^\s*(?:from|import) (drawbridge\w*)[. \n]/gm, names.python],
    [/\bpip install (?:[^\n`]* )?(drawbridge[\w-]*)/g, names.pypi],
    [/\bpackage:(drawbridge\w*)\//g, names.pub],
    [/\bpub add [^\n`]*?(drawbridge\w*)/g, names.pub],
  ];
  const files = execFileSync("git", ["ls-files", "docs", "sdk", "ui/src", "server/test", "README.md"], {
    cwd: root,
    encoding: "utf8",
  });
  const texts = files
    .split("\n")
    .filter((path) => /\.(?:md|[cm]?[jt]sx?|py|dart|yaml|json)$/.test(path) && existsSync(join(root, path)));
  const counts = new Map<string, number>();
  for (const path of texts) {
    const text = readFile(path);
    for (const [pattern, name] of uses)
      for (const [, used] of text.matchAll(pattern)) {
        assert.equal(used, name, path);
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
  }
  // A pattern that finds nothing compares nothing.
  for (const name of [names.npm, names.python, names.pub]) assert.ok((counts.get(name) ?? 0) >= 8, name);
});

function valuesOf(path: string, pattern: RegExp): Record<string, string> {
  return Object.fromEntries(Array.from(readFile(path).matchAll(pattern), ([, key = "", value = ""]) => [key, value]));
}
