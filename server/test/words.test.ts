/** Comments, names of tests and texts of the server in plain words: the rules of CONTRIBUTING.md that a machine can check. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "../..");

/** A comment that begins with a clause instead of its subject, so that the reader has to guess the noun. */
const headless =
  /^(?:Whether|What(?:ever)?|Who(?:ever|se|m)?|That|Those|Of|(?:About|At|By|For|From|In|On|To|With) (?:that|those|what|which|whom|whose))\b/;
const neverSaid = /\b(?:who(?:so)?ever|whomever|(?:every|no|some)body|anew|any more|at once|all the same|for ever|in no way)\b/i;

/** Two slashes behind a letter or a quote are part of a text. */
const comments = /(?<=^|[\s{])\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*(?:\n[ \t]*\/\/.*)*/gm;
const quoted = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
const testNames = /\b(?:describe|it|test)\(\s*(?:"((?:[^"\\\n]|\\.)*)"|`([^`]*)`)/g;

function faultsOf(file: string): string[] {
  const source = readFileSync(join(root, file), "utf8");
  const words = Array.from(source.matchAll(comments), ([whole]) =>
    whole.replace(/\n?[ \t{]*(?:\/\*\*?|\*\/|\*|\/\/)/g, "").trim(),
  );
  const names = Array.from(source.matchAll(testNames), ([, quoted, template]) => quoted ?? template ?? "");
  const wrong = [
    ...words.filter((text) => headless.test(text) || neverSaid.test(text)),
    ...names.filter((text) => neverSaid.test(text)),
  ];
  return wrong.map((text) => `${file}: ${text}`);
}

test("a comment begins with its subject, and names the actor", () => {
  const files = globSync("{bench,client,release,rules,sdk,server,ui}/**/*.{ts,tsx}", {
    cwd: root,
    exclude: ["**/node_modules", "**/dist"],
  });
  assert.ok(files.length > 1000);
  assert.deepEqual(files.flatMap(faultsOf), []);
});

test("errors, warnings, log lines, documents and pages of the server have no word that is never said", () => {
  const files = globSync("{rules,server}/src/**/*.{ts,js,html}", { cwd: root, exclude: ["**/*.test.ts", "server/src/cli/**"] });
  assert.ok(files.length > 300);
  const wrong = files.flatMap((file) => {
    const source = readFileSync(join(root, file), "utf8").replace(comments, "");
    const texts = file.endsWith(".html") ? [source] : (source.match(quoted) ?? []);
    return texts.filter((text) => neverSaid.test(text)).map((text) => `${file}: ${text}`);
  });
  assert.deepEqual(wrong, []);
});
