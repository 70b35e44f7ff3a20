import assert from "node:assert/strict";
import { test } from "node:test";
import { pluck } from "../../../server/test/pluck.ts";
import type { Problem } from "../values/errors.ts";
import { blankProject, isSlug, parseProject, printProject } from "./project.ts";

function parse(map: Record<string, unknown>) {
  const problems: Problem[] = [];
  return { project: parseProject(map, "acme-shop", "", problems), problems };
}

test("members left out of a project have their defaults, and its id stands in for its name", () => {
  assert.deepEqual(parse({}), { project: blankProject("acme-shop"), problems: [] });
  assert.deepEqual(printProject(blankProject("acme-shop")), {
    name: "acme-shop",
    languages: ["en"],
    ttl: "PT30S",
    reminder: "PT1H",
    no_window: "epoch",
  });
});

test("keys that are not the project's are left to the caller", () => assert.deepEqual(parse({ platforms: 5 }).problems, []));

test("the id of a project and of a window is 1 to 63 of a-z, 0-9 and -", () => {
  for (const id of ["a", "7", "-", "acme-shop", "constructor", "a".repeat(63)]) assert.ok(isSlug(id), id);
  for (const id of ["", "A", "a_b", "a.b", "__proto__", "toString", "ü", "a\n", "a".repeat(64)]) assert.ok(!isSlug(id), id);
});

test("no_window is epoch or null; YAML's own null is the word null", () => {
  assert.equal(parse({ no_window: "epoch" }).project.noWindow, "epoch");
  for (const value of [null, "null"]) {
    const { project, problems } = parse({ no_window: value });
    assert.deepEqual([project.noWindow, problems], ["null", []]);
    assert.equal(printProject(project).no_window, null);
  }
});

test("languages are kept in order, in their canonical spelling", () =>
  assert.deepEqual(parse({ languages: ["PT-br", "en", "iw"] }).project.languages, ["pt-BR", "en", "he"]));

test("the cache lifetime and the reminder have their limits", () => {
  for (const ttl of ["PT0S", "PT1H"]) assert.deepEqual(parse({ ttl }).problems, []);
  for (const reminder of ["PT0S", "P30D"]) assert.deepEqual(parse({ reminder }).problems, []);
});

test("each mistake is refused where it is", () => {
  const mistakes: [Record<string, unknown>, string[]][] = [
    [{ name: null }, ["name"]],
    [{ name: "a\nb" }, ["name"]],
    [{ name: "x".repeat(201) }, ["name"]],
    [{ languages: null }, ["languages"]],
    [{ languages: [] }, ["languages"]],
    [{ languages: "en" }, ["languages"]],
    [{ languages: Array(65).fill("en") }, ["languages"]],
    [{ languages: ["en", "e", 5, "EN", null] }, ["languages.1", "languages.2", "languages.3", "languages.4"]],
    [{ ttl: null }, ["ttl"]],
    [{ ttl: 30 }, ["ttl"]],
    [{ ttl: "PT1H1S" }, ["ttl"]],
    [{ ttl: "PT0.5S" }, ["ttl"]],
    [{ reminder: null }, ["reminder"]],
    [{ reminder: "P30DT1S" }, ["reminder"]],
    [{ no_window: "never" }, ["no_window"]],
    [{ stores: [], messages: [] }, ["stores", "messages"]],
    [{ stores: { android: "javascript:alert(1)", google: "" } }, ["stores.google", "stores.android"]],
    [
      { messages: { upgrade: null, default: {}, farewell: { en: "x" } } },
      ["messages.farewell", "messages.upgrade", "messages.default"],
    ],
    [
      { messages: { maintenance: { en: "{instance_name}", xx_: "x", de: "" } } },
      ["messages.maintenance.en", "messages.maintenance.xx_", "messages.maintenance.de"],
    ],
  ];
  for (const [map, paths] of mistakes) assert.deepEqual(pluck(parse(map).problems, "path"), paths, JSON.stringify(map));
});
