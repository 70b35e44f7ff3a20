/** Files that documented commands write into a clone hold secrets: neither git nor the image build includes any of them. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..", "..");
const documents = [
  "README.md",
  ...readdirSync(join(root, "docs")).flatMap((file) => (file.endsWith(".md") ? [`docs/${file}`] : [])),
];

/** Lines to paste, from both kinds of blocks. */
const lines = documents.flatMap((document) =>
  readFileSync(join(root, document), "utf8")
    .split("\n")
    .filter((line) => /drawbridge |openssl|random|urandom|printf/.test(line)),
);

const writes = [/--(?:to|link-file) ([\w./-]+)(?= |$|`)/g, /> ([\w./-]+)(?= |$|`)/g, /DRAWBRIDGE_DATA=([\w./-]+)/g];
const written = [
  ...new Set(lines.flatMap((line) => writes.flatMap((one) => [...line.matchAll(one)].map(([, path = ""]) => path)))),
]
  .filter((path) => !path.startsWith("/") && /[a-z]/.test(path))
  .map((path) => path.replace(/^\.\//, ""));

/** Files that the program itself writes beside them or into a data directory. */
const besides = [
  "data/drawbridge.db-wal",
  "data/holder",
  "data/admin-token",
  "drawbridge.db.replaced-20261121T120000Z",
  "x.db.0a1b2c3d.partial",
];

test("the documents write databases, tokens, links and data directories", () => {
  for (const path of ["data", "drill", "data-again", "data/root-link", "secrets/admin-token", "secrets/metrics-token"]) {
    assert.ok(path === "data" || written.includes(path), `${path}: ${written.join(" ")}`);
  }
  assert.ok(written.some((path) => path.endsWith(".db")));
});

test("git ignores all of it, also where a command was run in a folder of the clone", () => {
  for (const path of [...written, ...besides]) {
    for (const place of [path, `server/${path}`, `docs/${path}`]) {
      const asked = path.includes(".") || path.includes("/") ? place : `${place}/drawbridge.db`;
      const { status } = spawnSync("git", ["check-ignore", "--quiet", "--no-index", asked], { cwd: root });
      assert.equal(status, 0, asked);
    }
  }
});

test("git ignores nothing that is in the repository", () => {
  const { stdout } = spawnSync("git", ["ls-files", "--cached", "--ignored", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  assert.equal(stdout, "");
});

test("the image takes none of it from the folders that it takes", () => {
  const ignored = readFileSync(join(root, ".dockerignore"), "utf8").split("\n");
  for (const pattern of ["**/data", "**/secrets", "**/*.db", "**/*.db.*", "**/admin-token"])
    assert.ok(ignored.includes(pattern), pattern);
});
