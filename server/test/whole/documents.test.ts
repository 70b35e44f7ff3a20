/** Runs the documents: their commands, links and answers. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { anchorsOf, documentText, shellLines } from "../document-commands.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const readme = readFileSync(join(root, "README.md"), "utf8");
const directories = temporaryDirectories();
const directory = directories();
let program: Program;

before(async () => {
  program = await startProgram({ directory, demo: true, now: () => Date.parse("2026-11-21T12:00:00Z") });
  cpSync(join(root, "examples"), join(directory, "examples"), { recursive: true });
});
after(() => program.stop());

test("the README has exactly two set-up commands, and CI runs exactly the second", () => {
  assert.deepEqual(
    shellLines(readme).filter((line) => line.startsWith("npm ")),
    ["npm ci && npm start", "npm ci && npm test"],
  );
  assert.match(readFileSync(join(root, ".ci", "run"), "utf8"), /^npm ci && npm test$/m);
});

test("an edited example is applied, and the answer changes", async () => {
  const key = readFileSync(join(directory, "demo-key"), "utf8").trim();
  const file = join(directory, "examples", "acme-shop.yaml");
  const ask = async () => (await program.read("/api/v1/config?platform=ios&current_version=2.4.5", key)).body.force_upgrade;
  assert.equal(await ask(), false);
  writeFileSync(file, readFileSync(file, "utf8").replace('minimum: "2.4.0"', 'minimum: "2.5.0"'));
  const { code, err } = await program.cli("apply", "-f", file, "--yes", "--overwrite");
  assert.equal(code, 0, err);
  assert.equal(await ask(), true);
});

test("every manifest in examples/ is applied without a warning about what it says", async () => {
  const files = readdirSync(join(root, "examples"), { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".yaml"),
  );
  assert.ok(files.length >= 9);
  for (const file of files) {
    const { code, out, err } = await program.cli("apply", "-f", join(root, "examples", file), "--yes", "--overwrite");
    assert.equal(code, 0, `${file}\n${out}${err}`);
  }
});

test("the manifest in the documents is applied, and exports as it was", async () => {
  const [, yaml = ""] = /```yaml\n(.*?)```/s.exec(documentText("manifest.md")) ?? [];
  const file = join(directory, "manifest.yaml");
  writeFileSync(file, yaml);
  const applied = await program.cli("apply", "-f", file, "--yes");
  assert.equal(applied.code, 0, applied.err);
  const exported = await program.cli("export", "acme-news");
  writeFileSync(file, exported.out);
  assert.match((await program.cli("plan", "-f", file)).out, /nothing|no change/i);
});

test("every folder of the server is explained in the architecture", () => {
  const folders = readdirSync(join(root, "server", "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.ok(folders.length >= 10);
  const architecture = documentText("architecture.md");
  for (const { name } of folders) assert.ok(architecture.includes(`\`server/src/${name}/\``), name);
});

test("every file and folder that the documents for developers name exists", () => {
  for (const document of ["CONTRIBUTING.md", "docs/architecture.md"]) {
    const text = readFileSync(join(root, document), "utf8");
    const named = [
      ...text.matchAll(/`((?:bench|client|deploy|docs|examples|ops|release|rules|sdk|server|ui|vectors)\/[\w./-]*)`/g),
    ];
    assert.ok(named.length >= 15);
    for (const [, path = ""] of named) assert.ok(existsSync(join(root, path)), `${document} names ${path}`);
  }
});

test("every link between the documents leads somewhere", () => {
  const documents = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const document of documents.trim().split("\n")) {
    const text = readFileSync(join(root, document), "utf8");
    for (const [, target = "", anchor = ""] of text.matchAll(/\]\(([^)#]*)#?([^)]*)\)/g)) {
      if (target.includes("://")) continue;
      const linked = target === "" ? join(root, document) : join(root, dirname(document), target);
      assert.ok(existsSync(linked), `${document} links to ${target}`);
      if (anchor !== "")
        assert.ok(anchorsOf(readFileSync(linked, "utf8")).includes(anchor), `${document} links to ${target}#${anchor}`);
    }
  }
});

test("the documents use the words of the glossary", () => {
  const names = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md") && name !== "settings.md");
  for (const name of ["README.md", "SECURITY.md", ...names.map((one) => `docs/${one}`)]) {
    // Tables below these marks are generated.
    const [text = ""] = readFileSync(join(root, name), "utf8").split(/<!-- (?:routes|metrics) -->/);
    assert.doesNotMatch(
      text,
      /\b(?:whoever|whatever is|(?:any|every|no|some)body|anew|any more|at once|for ever|all the same)\b/i,
      name,
    );
    assert.doesNotMatch(text, /(?:^|\n\n|[.:] |^- |\| )(?:Who|Whoever|That|Those|Of|By which) [^?\n]*[.|]/m, name);
    assert.doesNotMatch(text, /^#+ What /m, name);
  }
});
