/** Names of the published packages: `release/names.json` is their one source. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { test } from "node:test";
import { load } from "js-yaml";

const root = join(import.meta.dirname, "..", "..");
const readFile = (path: string) => readFileSync(join(root, path), "utf8");
const names = JSON.parse(readFile("release/names.json"));

test("the manifest of each package has the name and the links of release/names.json", () => {
  const url = `git+${names.repository}.git`;
  for (const directory of ["", "client", "rules", "sdk/js", "server", "ui"]) {
    const { homepage, bugs, repository } = JSON.parse(readFile(join(directory, "package.json")));
    const place = { type: "git", url, ...(directory === "" ? {} : { directory }) };
    assert.deepEqual([homepage, bugs, repository], [names.homepage, names.issues, place], directory);
  }
  assert.equal(JSON.parse(readFile("sdk/js/package.json")).name, names.npm);

  const python = valuesOf("sdk/python/pyproject.toml", /^(\w+) = "(.*)"$/gm);
  assert.equal(python.name, names.pypi);
  assert.deepEqual([python.Homepage, python.Repository, python.Issues], [names.homepage, names.repository, names.issues]);

  const pub = valuesOf("sdk/flutter/pubspec.yaml", /^(\w+): (\S+)$/gm);
  assert.deepEqual(
    [pub.name, pub.homepage, pub.repository, pub.issue_tracker],
    [names.pub, names.homepage, names.repository, names.issues],
  );
});

test("the packages have one version, which every page and shipped file names", () => {
  const { version } = JSON.parse(readFile("server/package.json"));
  for (const directory of ["", "client", "rules", "ui"])
    assert.equal(JSON.parse(readFile(join(directory, "package.json"))).version, version, directory);
  assert.equal(valuesOf("sdk/python/pyproject.toml", /^(\w+) = "(.*)"$/gm).version, version);
  assert.equal(valuesOf("sdk/flutter/pubspec.yaml", /^(\w+): (\S+)$/gm).version, version);
  assert.equal(/<version>(.*)<\/version>/.exec(readFile("sdk/kotlin/pom.xml"))?.[1], version);
  const files = globSync(["*.md", "compose.yaml", "deploy/**/*.*", "docs/*.md", "sdk/**/README.md"], {
    cwd: root,
    exclude: ["CHANGELOG.md", "**/node_modules/**"],
  });
  const printed = files.flatMap((file) =>
    Array.from(readFile(file).matchAll(/(?:\bdrawbridge[\w-]*[-:@]|download\/v)(\d+\.\d+\.\d+)/g), ([name, found]) => ({
      file,
      name,
      found,
    })),
  );
  assert.ok(printed.length >= 25);
  assert.deepEqual(
    printed.filter(({ found }) => found !== version),
    [],
  );
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
  const attested = (jobs.publish?.steps ?? []).filter(({ uses }) => uses?.startsWith("actions/attest-build-provenance@"));
  assert.deepEqual(Object.keys(jobs.publish?.permissions ?? {}), ["contents", "packages", "id-token", "attestations"]);
  assert.deepEqual(
    attested.map((step) => Object.keys(step.with ?? {})),
    [["subject-checksums"], ["subject-name", "subject-digest", "push-to-registry"]],
  );
  assert.doesNotMatch(workflow, /secrets\./);
});

interface Job {
  readonly needs?: string;
  readonly permissions?: object;
  readonly steps?: readonly { readonly run?: string; readonly uses?: string; readonly with?: object }[];
}

test("the notes of a release are its section of the changelog, the first one with a date", () => {
  const [command = ""] = /^ +- run: (awk .*) > notes\.md$/m.exec(readFile(".github/workflows/release.yml")) ?? [];
  const { version } = JSON.parse(readFile("server/package.json"));
  const env = { ...process.env, GITHUB_REF_NAME: `v${version}` };
  const notes = execFileSync("sh", ["-c", command.replace(/^ +- run: /, "").replace(" > notes.md", "")], {
    cwd: root,
    env,
    encoding: "utf8",
  });
  const sections = readFile("CHANGELOG.md").split(/^## /m).slice(1);
  const [heading = "", ...section] = (sections.find((one) => !one.startsWith("Unreleased\n")) ?? "").split("\n");
  assert.match(heading, new RegExp(`^${RegExp.escape(version)} – \\d{4}-\\d\\d-\\d\\d$`));
  assert.equal(notes, section.join("\n"));
});

test("everything that imports or installs a client uses the names of release/names.json", () => {
  const uses: readonly (readonly [RegExp, string])[] = [
    [/\b(?:from|import|import\(|require\() ?["'](@?drawbridge(?!-(?:rules|client)\b)[\w-]*(?:\/gate)?)/g, names.npm],
    [/\bnpm install [^\n`]*?(@?drawbridge[\w-]*(?:\/gate)?)(?=@|[ \n`])/g, names.npm],
    // `drawbridge_client` is the name that a generator makes of the OpenAPI document's title.
    [/^\s*(?:from|import) (drawbridge(?!_client\b)\w*)[. \n]/gm, names.python],
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

const isText = (path: string) => !/\.(png|ico|woff2?)$/.test(path) && path !== "package-lock.json";
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" })
  .trim()
  .split("\n")
  .filter((path) => isText(path) && existsSync(join(root, path)))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

/** Runs or installs the package `drawbridge`: on the public registry, that name is not ours. */
const foreign =
  /\b(?:npx|bunx|pnpx|(?:npm|pnpm|yarn|bun) +(?:exec|x|dlx|i|install|add|create))(?:\s+(?:-\S*|--))*\s+["']?drawbridge(?:@\S*)?(?![\w/-])/;

test("no document, hint, alert or test names the package of others", () => {
  assert.ok(files.length > 1000);
  const found = files.flatMap(({ path, text }) => {
    const match = foreign.exec(text);
    return match === null ? [] : [`${path}: ${match[0]}`];
  });
  assert.deepEqual(found, []);
});

test("no package of the workspace has the name that is taken, none can be published by mistake, and references and the lock file name them", () => {
  const read = (path: string) => JSON.parse(readFile(path));
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
  const lock = readFile("package-lock.json");
  const linked = Object.entries<{ link?: boolean }>(JSON.parse(lock).packages).filter(([, { link }]) => link);
  const paths = names.slice(1).map((one) => `node_modules/${one}`);
  assert.deepEqual(
    linked.map(([path]) => path),
    paths.sort(),
  );
  assert.doesNotMatch(lock, /"resolved": "https?:/);
});
