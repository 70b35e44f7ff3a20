import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { maintenanceLine, printSnippet, type SnippetName, snippetOrder } from "./app-snippet.ts";

const root = join(import.meta.dirname, "../../..");
const readFile = (path: string) => readFileSync(join(root, path), "utf8");
const codeNames = snippetOrder.filter((name): name is Exclude<SnippetName, "curl"> => name !== "curl");
const values = { url: "https://gate.example.com", key: "dbr_1", version: "2.4.0" };

test("each snippet has the address and the key, and those of apps have a version", () => {
  for (const name of codeNames) {
    const code = printSnippet(name, values);
    assert.ok(code.includes('"https://gate.example.com/api/v1"') && code.includes('"dbr_1"'), code);
    assert.equal(code.includes('"2.4.0"'), name !== "express" && name !== "python", code);
  }
});

test("what JavaScript and Python snippets import is exported by the packages", () => {
  const packages = JSON.parse(readFile("sdk/js/package.json")).exports as Readonly<Record<string, object>>;
  let checked = 0;
  for (const code of codeNames.map((name) => printSnippet(name, values))) {
    for (const [, names = "", path = ""] of code.matchAll(/import \{ (.*?) \} from "drawbridge-gate\/(.*?)"/g)) {
      assert.ok(`./${path}` in packages, path);
      const exported = [...readFile(`sdk/js/${path}/index.ts`).matchAll(/^export \{(.*?)\}/gms)].flatMap(([, list = ""]) =>
        list.split(",").map((name) => name.trim()),
      );
      for (const name of names.split(", ")) {
        assert.ok(exported.includes(name), `${path} does not export ${name}`);
        checked++;
      }
    }
  }
  const [, names = ""] = /^from drawbridge_gate import (.*)$/m.exec(printSnippet("python", values)) ?? [];
  const [, all = ""] = /__all__ = \[(.*)\]/.exec(readFile("sdk/python/drawbridge_gate/__init__.py")) ?? [];
  for (const name of names.split(", ")) assert.ok(all.includes(`"${name}"`), name);
  assert.equal(checked, 9);
});

test("a key with quotes, backslashes and dollar signs stays one text in each language", () => {
  const key = `a"b\\c\${d}'e`;
  for (const name of codeNames) {
    const code = printSnippet(name, { ...values, key });
    const literal = JSON.stringify(key);
    assert.ok(code.includes(name === "flutter" ? literal.replace("$", "\\$") : literal), code);
  }
});

test("whatever an instance is called, a shell runs curl alone, and asks for that instance", () => {
  const ids = fc.string({ unit: fc.constantFrom("'", '"', "$", "`", ";", "\\", " ", "(", ")", "a", "é", "&", "\n") });
  fc.assert(
    fc.property(ids, ids, (instance, key) => {
      const script = `curl() { printf '%s\\0' "$@"; }; ${maintenanceLine(values.url, key, instance)}`;
      const [flag, header, address = ""] = execFileSync("/bin/sh", ["-c", script], { encoding: "utf8" }).split("\0");
      assert.deepEqual([flag, header], ["-H", `x-api-key: ${key}`]);
      assert.equal(new URL(address).searchParams.get("instanceId"), instance);
    }),
    { numRuns: 40 },
  );
});
