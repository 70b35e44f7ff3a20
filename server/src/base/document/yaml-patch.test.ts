import assert from "node:assert/strict";
import { test } from "node:test";
import { patchYaml, type ValueEdit } from "./yaml-patch.ts";

const text = `a: 1 # one
b:
  # own comment
  c: 'x' # quoted
  d: [p, q]

  e: { f: "1.0" } # inline
list:
  - "1" # first
  # second
  - "2"
map: {
  k: 1, # k
  l: 2 # l
}
long: |
  old
  text
empty: # nothing yet
end: 3
`;

/** An edit, and what takes the place of what. */
const cases: readonly (readonly [name: string, ValueEdit, before: string, after: string])[] = [
  ["a number keeps its comment", { path: ["a"], value: 2 }, "a: 1 #", "a: 2 #"],
  ["a text keeps its quotes", { path: ["b", "c"], value: "it's" }, "'x'", "'it''s'"],
  ["a deleted member goes with its comment", { path: ["b", "c"], value: undefined }, "  # own comment\n  c: 'x' # quoted\n", ""],
  ["a list stays on its line", { path: ["b", "d"], value: ["r"] }, "[p, q]", "[r]"],
  ["an entry is added in brackets", { path: ["b", "d", 1], value: "r", isInserted: true }, "[p, q]", "[p, r, q]"],
  ["an entry in brackets is deleted with its comma", { path: ["b", "d", 1], value: undefined }, "[p, q]", "[p]"],
  ["a member is added in braces", { path: ["b", "e", "g"], value: "2" }, '{ f: "1.0" }', '{ f: "1.0", g: "2" }'],
  ["the last member in braces leaves them", { path: ["b", "e", "f"], value: undefined }, '{ f: "1.0" }', "{}"],
  [
    "a new member follows its neighbor",
    { path: ["b", "w"], value: "v", order: ["c", "w"] },
    "# quoted\n",
    '# quoted\n  w: "v"\n',
  ],
  ["a new first member", { path: ["z"], value: 1, order: ["z", "a"] }, "a: 1", "z: 1\na: 1"],
  ["an entry of a list", { path: ["list", 1], value: "3", isInserted: true }, "# first\n", '# first\n  - "3"\n'],
  ["an entry goes with its comment", { path: ["list", 1], value: undefined }, '  # second\n  - "2"\n', ""],
  ["braces over lines get a line", { path: ["map", "m"], value: 3, order: ["k", "m"] }, "1, # k\n", "1, # k\n  m: 3,\n"],
  ["the last of them, too", { path: ["map", "m"], value: 3 }, "l: 2 # l\n", "l: 2, # l\n  m: 3\n"],
  ["and lose one with its comma", { path: ["map", "l"], value: undefined }, "1, # k\n  l: 2 # l\n", "1 # k\n"],
  [
    "a key without a value becomes a map",
    { path: ["empty", "f"], value: "1" },
    "empty: # nothing yet",
    'empty: # nothing yet\n  f: "1"',
  ],
  ["a block text stays one", { path: ["long"], value: "new\ntext\n" }, "  old\n", "  new\n"],
  [
    "a map becomes another",
    { path: ["b"], value: { c: 1 } },
    text.slice(text.indexOf("b:"), text.indexOf(" # inline")),
    "b:\n  c: 1",
  ],
];

for (const [name, edit, before, after] of cases)
  test(`${name}, and nothing else changes`, () => {
    assert.ok(text.includes(before));
    const actual = patchYaml(text, edit);
    assert.equal(
      actual,
      text.replace(before, () => after),
    );
  });

test("a path that the text does not have is refused", () =>
  assert.throws(() => patchYaml(text, { path: ["a", "b"], value: 1 }), RangeError));
