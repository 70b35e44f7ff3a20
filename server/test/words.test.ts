/** One lint for all text: comments, names of tests, texts of the program, and every document. The rules are those of CONTRIBUTING.md. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "../..");

/** A beginning with a clause instead of its subject, so that the reader has to guess the noun. */
const headless =
  /^(?:Whether|What(?:ever)?|Who(?:ever|se|m)?|That|Those|Of|(?:About|At|By|For|From|In|On|To|With) (?:that|those|what|which|whom|whose))\b(?!.*\?$)/;
const headlessText = /^(?:Whether|Who|That|Those|By which) (?!.*\?$)/;
const neverSaid =
  /\b(?:who(?:so)?ever|whomever|(?:every|no|some|any)body|anew|any more|at once|all the same|for ever|in no way)\b/i;
/** Two nouns behind `of`, one in the other: the reader parses them backward. */
const chain =
  /\bof (?:(?:the|a|an|its|their|each|every|our|your|this|that|one|all|any) )?(?!all\b|tens\b|hundreds\b|thousands\b)[a-z-]+ of (?!(?:them|it|these|those|each|which)\b)/;
const translated = /\b(?:is|are|was|were) (?:told|asked)\b(?! (?:apart|to)\b)|, nor |\b[Bb]esides\b/;
/** A value and its meaning without a verb: it is `null means none`. */
const verbless = /\b(?:[Nn]ull|[Tt]rue|[Ff]alse|[Uu]ndefined|(?<!not )[Aa]bsent): /;

/** Two slashes behind a letter or a quote are part of a text. */
const comments = /(?<=^|[\s{])\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*(?:\n[ \t]*\/\/.*)*/gm;
const quoted = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
const testNames = /\b(?:describe|it|test)\(\s*(?:"((?:[^"\\\n]|\\.)*)"|`([^`]*)`)/g;

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" });

function filesLike(pattern: RegExp, least: number): readonly string[] {
  const files = tracked.split("\n").filter((file) => pattern.test(file));
  assert.ok(files.length > least);
  return files;
}

/** Texts of `file` that break one of the rules. */
function faultsIn(file: string, texts: readonly string[], rules: readonly RegExp[]): readonly string[] {
  const found = texts.map((text) => text.replace(/\s+/g, " ").trim()).filter((text) => rules.some((rule) => rule.test(text)));
  return found.map((text) => `${file}: ${text}`);
}

const sourceOf = (file: string) => readFileSync(join(root, file), "utf8");

test("a comment begins with its subject, names the actor, and has no chain of nouns", () => {
  const files = filesLike(/^(?:bench|client|release|rules|sdk|server|site|ui)\/.*\.tsx?$/, 1000);
  const faults = files.flatMap((file) => {
    const source = sourceOf(file);
    const words = Array.from(source.matchAll(comments), ([whole]) => whole.replace(/\n?[ \t{]*(?:\/\*\*?|\*\/|\*|\/\/)/g, ""));
    const names = Array.from(source.matchAll(testNames), ([, plain, template]) => plain ?? template ?? "");
    return [...faultsIn(file, words, [headless, neverSaid, chain, translated, verbless]), ...faultsIn(file, names, [neverSaid])];
  });
  assert.deepEqual(faults, []);
});

test("errors, warnings, log lines, labels and pages of the program have no word that is never said", () => {
  const files = filesLike(/^(?:rules|server|ui)\/src\/(?!.*\.test\.ts).*\.(?:tsx?|js|html)$/, 300);
  const faults = files.flatMap((file) => {
    const source = sourceOf(file).replace(comments, "");
    return faultsIn(file, file.endsWith(".html") ? [source] : (source.match(quoted) ?? []), [neverSaid, translated]);
  });
  assert.deepEqual(faults, []);
});

test("every document has plain words, and headings that are nouns", () => {
  const files = filesLike(/\.md$/, 80);
  const faults = files.flatMap((file) => {
    const prose = sourceOf(file).replace(/^(```|~~~)[\s\S]*?^\1|^ {4}.*|`[^`\n]*`|\]\([^)]*\)/gm, "…");
    const blocks = prose.split(/\n\n|\n(?=[-|#] ?)/).map((block) => block.replace(/^(?:[-*|] |\d+\. |\*\*)+/, ""));
    return faultsIn(file, blocks, [headlessText, neverSaid, chain, translated, /^#+ What /]);
  });
  assert.deepEqual(faults, []);
});
