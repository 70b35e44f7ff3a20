import assert from "node:assert/strict";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { isFresh } from "./console-build.ts";

const directories = temporaryDirectories();

/** A tree whose files were written at these seconds. */
function tree(files: Readonly<Record<string, number>>): string {
  const root = directories();
  for (const path of Object.keys(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "");
  }
  for (const directory of ["ui/src/instances", "ui/src", "client/src", "rules/src/versions", "rules/src", "docs"]) {
    mkdirSync(join(root, directory), { recursive: true });
    utimesSync(join(root, directory), 1, 1);
  }
  for (const [path, seconds] of Object.entries(files)) utimesSync(join(root, path), seconds, seconds);
  return root;
}

const sources = {
  "ui/src/main.tsx": 10,
  "ui/src/instances/screen.tsx": 10,
  "client/src/admin.ts": 10,
  "rules/src/versions/app-version.ts": 10,
  "ui/index.html": 10,
  "docs/operations.md": 10,
};

test("a console that is younger than all that it is made of is not built again", () =>
  assert.equal(isFresh(tree({ ...sources, "ui/dist/index.html": 20 })), true));

test("a console is old when any of its sources, the client library, the rules or a page of docs/ is younger", () => {
  for (const path of Object.keys(sources))
    assert.equal(isFresh(tree({ ...sources, "ui/dist/index.html": 20, [path]: 30 })), false, path);
});

test("a console that is not there is built", () => assert.equal(isFresh(tree(sources)), false));

test("a test that was written later makes no console old", () =>
  assert.equal(isFresh(tree({ ...sources, "ui/dist/index.html": 20, "ui/src/main.test.ts": 30 })), true));
