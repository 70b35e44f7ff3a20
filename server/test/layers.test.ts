/** The directions of imports, as the table "Layers" of docs/architecture.md has them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { circlesIn, importGraph } from "./import-graph.ts";

interface Layer {
  readonly paths: readonly string[];
  readonly values: readonly string[];
  readonly types: readonly string[];
}

const everything = "";
const graph = importGraph(["rules/src", "client/src", "ui/src", "server/src", "server/bin"]);
const layers = layersIn(readFileSync(new URL("../../docs/architecture.md", import.meta.url), "utf8"));

function layersIn(text: string): Layer[] {
  const [, section = ""] = /^## Layers\n(.*?)^## /ms.exec(text) ?? [];
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  const paths = rows.flatMap((row) => namesIn(row.split(" | ")[0] ?? ""));
  return rows.map((row) => {
    const [first = "", , last = ""] = row.split(" | ");
    const allowed = [...last.matchAll(/(types of )?(?:`([^`]+)`|everything)/g)].map(([, type, name]) => ({
      isType: type !== undefined,
      path: name === undefined ? everything : pathOf(name, paths),
    }));
    const own = namesIn(first);
    const values = allowed.filter(({ isType }) => !isType).map(({ path }) => path);
    return { paths: own, values: [...own, ...values], types: allowed.filter(({ isType }) => isType).map(({ path }) => path) };
  });
}

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
}

/** `store/` is `server/src/store/`, and `rules/` is `rules/src/`. */
function pathOf(name: string, paths: readonly string[]): string {
  const found = paths.find((path) => [`server/src/${name}`, `${name}src/`, `server/${name}`].includes(path));
  assert.ok(found, `the table has no row for ${name}`);
  return found;
}

function layerOf(file: string): Layer | undefined {
  return layers.find(({ paths }) => paths.some((path) => file === path || file.startsWith(path)));
}

test("every file is in one row of the table", () => {
  for (const file of graph.keys()) {
    const rows = layers.filter(({ paths }) =>
      paths.some((path) => file === path || (path.endsWith("/") && file.startsWith(path))),
    );
    assert.equal(rows.length, 1, `${file} is in ${rows.length} rows`);
  }
});

test("every import goes in a direction that the table allows", () => {
  const wrong = [...graph].flatMap(([file, imports]) => {
    const { values = [], types = [] } = layerOf(file) ?? {};
    return imports
      .filter(
        ({ target, isType }) =>
          graph.has(target) && ![...values, ...(isType ? types : [])].some((path) => target.startsWith(path)),
      )
      .map(({ target, isType }) => `${file} imports ${isType ? "types of " : ""}${target}`);
  });
  assert.deepEqual(wrong, []);
});

test("every direction in the table is used", () => {
  const unused = layers.flatMap(({ paths, values, types }) => {
    const imports = [...graph].filter(([file]) => layerOf(file)?.paths === paths).flatMap(([, own]) => own);
    const goesTo = (path: string, mayBeType: boolean) =>
      imports.some(({ target, isType }) => target.startsWith(path) && (mayBeType || !isType));
    return [
      ...values.filter((path) => !paths.includes(path) && !goesTo(path, false)),
      ...types.filter((path) => !goesTo(path, true)),
    ].map((path) => `${paths[0]}: ${path}`);
  });
  assert.deepEqual(unused, []);
});

test("no files import each other in a circle", () => {
  assert.deepEqual(circlesIn(graph), []);
});
