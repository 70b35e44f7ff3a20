import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleInstance } from "../../../server/test/example-project.ts";
import { pluck } from "../../../server/test/pluck.ts";
import type { Problem } from "../values/errors.ts";
import { isInstanceId, parseInstance } from "./instance.ts";

function parse(value: unknown, id = "eu-1") {
  const problems: Problem[] = [];
  return { instance: parseInstance(value, `instances.${id}`, id, problems), problems };
}

test("an instance has one name for all languages, or one for each, in the order written", () => {
  assert.deepEqual(parse({ name: "Acme" }).instance, exampleInstance({ name: "Acme", reminder: null }));
  const { instance } = parse({ name: { DE: "Acme EU", "pt-br": "Acme UE" }, reminder: "PT24H" });
  assert.deepEqual(instance, exampleInstance({ name: { de: "Acme EU", "pt-BR": "Acme UE" }, reminder: 86_400_000 }));
  assert.deepEqual(Object.keys(instance?.name ?? {}), ["de", "pt-BR"]);
});

test("an id is 1 to 128 characters of any kind but control characters", () => {
  for (const id of ["1", "eu.acme.com", "Ünïx 1", "😀".repeat(128), "__proto__", "constructor"]) assert.ok(isInstanceId(id), id);
  for (const id of ["", "x".repeat(129), "a\nb", "\u0000", "\u0085", "\ud83d"]) assert.ok(!isInstanceId(id), id);
  assert.deepEqual(pluck(parse({ name: "x" }, "a\u0000").problems, "path"), ["instances.a\u0000"]);
});

test("each mistake is refused where it is, and a number says that it lacks quotes", () => {
  const many = Object.fromEntries(
    Array.from({ length: 65 }, (_, i) => [`a${String.fromCharCode(97 + (i % 26))}-${100 + i}`, "x"]),
  );
  const mistakes: [unknown, (readonly [string, true?])[]][] = [
    [null, [[""]]],
    [{}, [[".name"]]],
    [{ name: null }, [[".name"]]],
    [{ name: 5 }, [[".name", true]]],
    [{ name: "" }, [[".name"]]],
    [{ name: "x".repeat(201) }, [[".name"]]],
    [{ name: [] }, [[".name"]]],
    [{ name: {} }, [[".name"]]],
    [{ name: many }, [[".name"]]],
    [
      { name: { en: "x", nope_: "x", EN: "y", de: 7, fr: "" } },
      [[".name.nope_"], [".name.EN"], [".name.de", true], [".name.fr"]],
    ],
    [JSON.parse('{"name":{"__proto__":"x","constructor":"y"}}'), [[".name.__proto__"], [".name.constructor"]]],
    [{ name: "x", reminder: null }, [[".reminder"]]],
    [{ name: "x", reminder: 60 }, [[".reminder"]]],
    [{ name: "x", reminder: "P31D" }, [[".reminder"]]],
    [{ name: "x", color: "red", "a.b": 1 }, [[".color"], ['."a.b"']]],
  ];
  for (const [value, expected] of mistakes)
    assert.deepEqual(
      parse(value).problems.map(({ path, quote }) => (quote ? [path, quote] : [path])),
      expected.map(([path, ...quote]) => [`instances.eu-1${path}`, ...quote]),
      JSON.stringify(value),
    );
});
