import assert from "node:assert/strict";
import { test } from "node:test";
import { runSteps } from "drawbridge-rules/values/steps.ts";
import fc from "fast-check";
import { CORE_SCHEMA, load, YAML11_SCHEMA } from "js-yaml";
import { parseDocument } from "yaml";
import { forAll } from "../../../test/for-all.ts";
import { manifestTextSteps, printManifestText } from "./manifest-text.ts";
import { readManifestText, readYamlText } from "./read-text.ts";

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Scalars, indicators, blanks and line breaks of YAML 1.1 and 1.2, and of readers that know neither well. */
const oddText = fc.constantFrom(
  ..."|y|n|Y|N|yes|No|ON|off|true|False|null|Null|~|=|<<|.inf|-.INF|.nan|NaN|1|-1|+1|007|0o7|0x1F|0b1|1_000|1e3|1.5|.5|2.10".split(
    "|",
  ),
  ..."1:30|12:30:45|190:20:30|2026-12-06|2026-12-06T02:00|2026-12-06 02:00:00 +1|---|...|--- a|%YAML|-|- a|?|? a|:|: a|a:|a: b".split(
    "|",
  ),
  ..."Jetzt?|Why not? Yes!|a #b|#a|&a|*a|!a|!!str 1|@a|`a|>|'a'|\"a\"|{a}|[a]|a, b|}|]|,|a\\b|\\|\\n|$HOME|{end_time}|{{".split(
    "|",
  ),
  ...[
    "",
    " ",
    "  a",
    "a  ",
    "\t",
    "a\tb",
    "\ta",
    "a\n",
    "\na",
    "a\n\n b",
    "a\r\nb",
    "\r",
    "a: |\n  b",
    "|",
    "a |",
    "x".repeat(2_000),
  ],
  ...[
    "\u0000",
    "\u0007",
    "\u001b[31m",
    "\u007f",
    "\u0080",
    "\u0085",
    "a\u0085b",
    "\u00a0",
    " \u00a0 ",
    "\u00ad",
    "\u200b",
    "\u200d",
  ],
  ...[
    "\u2028",
    "a\u2028b",
    "\u2029",
    " \u2029 ",
    "\ufeff",
    "\ufeffa",
    "\ufffe",
    "\uffff",
    "\u{1fffe}",
    "\u{10ffff}",
    "ä",
    "日本",
    "👩‍👩‍👧",
    "\u{e0067}",
  ],
  `${"word ".repeat(400)}?`,
  "__proto__",
  "constructor",
);

const text = fc
  .oneof(oddText, fc.string({ unit: "binary" }), fc.string({ unit: "grapheme", maxLength: 200 }), fc.lorem({ maxCount: 40 }))
  .filter((s) => s.isWellFormed());
// Longer ones are refused.
const key = text.filter((value) => value.length <= 200);
const leaf = fc.oneof(
  text,
  text,
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (Object.is(n, -0) ? 0 : n)),
);
const { document } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: "small", maxDepth: 6 }, leaf, fc.array(tie("value"), { maxLength: 5 }), tie("document")),
  document: fc.dictionary(key, tie("value"), { maxKeys: 6, noNullPrototype: true }) as fc.Arbitrary<Record<string, unknown>>,
}));

test("reading what was printed gives the same document", () =>
  forAll([document as fc.Arbitrary<Record<string, unknown>>], 1_000, (value) => {
    const printed = printManifestText(value);
    const read = readYamlText(printed);
    assert.deepEqual(read.problems, [], printed);
    assert.deepEqual(plain(read.document), plain(value), printed);
  }));

/** Two readers, each in both versions of YAML. */
const readers: readonly [string, (printed: string) => unknown][] = [
  ["yaml 1.1", (printed) => readBy(printed, "1.1")],
  ["yaml 1.2", (printed) => readBy(printed, "1.2")],
  ["js-yaml 1.1", (printed) => load(printed, { schema: YAML11_SCHEMA })],
  ["js-yaml 1.2", (printed) => load(printed, { schema: CORE_SCHEMA })],
];

function readBy(printed: string, version: "1.1" | "1.2"): unknown {
  const read = parseDocument(printed, { version });
  assert.deepEqual(read.errors, []);
  return read.toJS();
}

/** Members whose words of the format are not quoted, and others. Without `__proto__`: no object of these readers holds it. */
const member = fc.oneof(
  fc.constantFrom("project", "languages", "ttl", "no_window", "store", "platforms", "zone", "repeat", "message", "minimum"),
  key.filter((value) => value !== "" && value !== "__proto__"),
);
const word = fc.constantFrom("PT30S", "P1D", "Europe/Rome", "Etc/GMT+1", "FREQ=WEEKLY;BYDAY=MO,TU", "zh-Hant", "en-001", "epoch");
const { exported } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", maxDepth: 4 },
    text,
    word,
    fc.array(fc.oneof(text, word), { maxLength: 5 }),
    tie("exported"),
  ),
  exported: fc.dictionary(member, fc.option(tie("value")), { maxKeys: 6, noNullPrototype: true }),
}));

test("readers of YAML 1.1 and 1.2 read 1 000 random exports to the same values", () =>
  forAll([exported as fc.Arbitrary<Record<string, unknown>>], 1_000, (value) => {
    const printed = printManifestText(value);
    for (const [name, read] of readers) assert.deepEqual(plain(read(printed)), plain(value), `${name}\n${printed}`);
  }));

test("free text, versions and times are quoted, words of the format are not, and short maps and lists are on a line", () => {
  const printed = printManifestText({
    apiVersion: "drawbridge/v1",
    project: "acme",
    name: "Acme",
    languages: ["en", "no"],
    messages: { upgrade: { en: "Now", de: "Jetzt?" }, maintenance: { en: "a\nb\u0085c\u2028d" } },
    platforms: { ios: { minimum: "2.10", blocked: ["2.5.0", ">=2.5.3 <2.5.5"] } },
    instances: { eu: { name: "yes" }, "eu 1": { name: "Eu" } },
    windows: {
      w: { start: "2026-12-06T02:00", zone: "Europe/Rome", repeat: "FREQ=DAILY", instances: ["eu", "eu 1"], overrun: "hold" },
      long: { message: { no: "Oppgradering", en: `Until {end_time}. ${"x".repeat(80)}` } },
    },
  });
  assert.equal(
    printed,
    [
      "apiVersion: drawbridge/v1",
      "project: acme",
      'name: "Acme"',
      'languages: [ en, "no" ]',
      "messages:",
      '  upgrade: { en: "Now", de: "Jetzt?" }',
      '  maintenance: { en: "a\\nb\\u0085c\\u2028d" }',
      "platforms:",
      '  ios: { minimum: "2.10", blocked: [ "2.5.0", ">=2.5.3 <2.5.5" ] }',
      "instances:",
      '  eu: { name: "yes" }',
      '  "eu 1": { name: "Eu" }',
      "windows:",
      "  w:",
      '    start: "2026-12-06T02:00"',
      "    zone: Europe/Rome",
      "    repeat: FREQ=DAILY",
      '    instances: [ eu, "eu 1" ]',
      "    overrun: hold",
      "  long:",
      "    message:",
      '      "no": "Oppgradering"',
      `      en: "Until {end_time}. ${"x".repeat(80)}"`,
      "",
    ].join("\n"),
  );
});

test("a file of JSON is read as JSON, and one of YAML that begins with a brace as YAML", () => {
  assert.deepEqual(plain(readManifestText('{"a": "b"}').document), { a: "b" });
  assert.deepEqual(plain(readManifestText("{ a: b }").document), { a: "b" });
  assert.deepEqual(plain(readManifestText('{ "a": b }').document), { a: "b" });
});

test("a key is the text that is written there", () =>
  assert.deepEqual(plain(readYamlText("1: a\n2.10: b\nno: c\nnull: d\n~: e\n'x': f\n").document), {
    "1": "a",
    "2.10": "b",
    no: "c",
    null: "d",
    "~": "e",
    x: "f",
  }));

const refused: readonly [string, string, RegExp][] = [
  ["a key that comes twice", "a: 1\nb: 2\na: 3\n", /twice/],
  ["a key that comes twice in two spellings", "a: 1\n'a': 2\n", /twice/],
  ["a tag", "a: !!str 1\n", /tags are not supported/],
  ["an anchor", "a: &x 1\n", /anchors are not supported/],
  ["an alias", "a: &x 1\nb: *x\n", /aliases are not supported/],
  ["a merge key", "<<: { a: 1 }\n", /merge keys are not supported/],
  ["a second document", "a: 1\n---\nb: 2\n", /single document/],
  ["another version of YAML", "%YAML 1.1\n---\na: no\n", /YAML 1\.2/],
  ["a key that is a list", "? [a]\n: 1\n", /text as the key/],
  ["a key that is nothing", ": 1\n", /text as the key/],
  ["a tab as indentation", "a:\n\t- b\n", /[Tt]ab/],
  ["a list that is never closed", "a: [1\n", /./],
];

for (const [what, yaml, message] of refused)
  test(`${what} is refused, with its line`, () => {
    const { problems } = readYamlText(yaml);
    assert.ok(
      problems.some((problem) => message.test(problem.message) && (problem.line ?? 0) > 0),
      JSON.stringify(problems),
    );
  });

test("anything at all is read or refused, and nothing throws", () => {
  const piece = fc.constantFrom(...`a : - [ ] { } ? & * ! | > ' " # , % 2.10 <<`.split(" "), " ", "\n", "\t");
  forAll([fc.array(piece, { maxLength: 16 })], 3000, (pieces) => {
    const { problems, document: read } = readManifestText(pieces.join(""));
    assert.ok(problems.length > 0 || read !== undefined);
  });
});

test("nesting deeper than the parser can follow is reported as such, not in the runtime's words", () => {
  for (const text of ["- ".repeat(20_000), `x: ${"{a: ".repeat(20_000)}`, "[".repeat(20_000)]) {
    const { document, problems } = readYamlText(text);
    assert.equal(document, undefined);
    assert.ok(problems.some(({ message }) => message === "expected at most 32 levels of maps and lists"));
    assert.ok(problems.every(({ message }) => !message.includes("stack")));
  }
});

test("a map of many entries is printed in parts, and the text is the same", () => {
  const names = Object.fromEntries(
    Array.from({ length: 130 }, (_, n) => [`i-${n}`, { name: n % 7 === 0 ? "yes" : `Name ${n}` }]),
  );
  const document = {
    project: "a",
    instances: names,
    windows: { one: { start: "2026-12-06T02:00" } },
    languages: ["en"],
    stores: {},
  };
  const whole = runSteps(manifestTextSteps(document, Number.POSITIVE_INFINITY));
  for (const entries of [1, 7, 50, 129, 130]) assert.equal(runSteps(manifestTextSteps(document, entries)), whole);
});
