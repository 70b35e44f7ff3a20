/** The directions of imports, as the table "Layers" of docs/architecture.md has them. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Folders of the workspaces that others import by package name. */
const packages = new Map([
  ["drawbridge-rules", "rules/src"],
  ["drawbridge-client", "client/src"],
]);

interface Import {
  /** Path from the root. */
  readonly target: string;
  /** `import type` or `export type`, which is erased when the program runs. */
  readonly isType: boolean;
  /** `import("…")`, which loads the file on use, a screen of the console for instance. */
  readonly isLazy: boolean;
}

type ImportGraph = ReadonlyMap<string, readonly Import[]>;

const statement = /^(?:import|export) (type )?(?:[^;"]*? from )?"([^"]+)"/gm;
const lazy = /\bimport\(\s*"([^"]+)"/g;

interface Layer {
  readonly paths: readonly string[];
  readonly values: readonly string[];
  readonly types: readonly string[];
}

const everything = "";
const graph = importGraph(["rules/src", "client/src", "ui/src", "server/src", "server/bin"]);
const layers = layersIn(readFileSync(new URL("../../docs/architecture.md", import.meta.url), "utf8"));

function layersIn(text: string): Layer[] {
  const [, section = ""] = /^## Layers\n(.*)/ms.exec(text) ?? [];
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

test("the code of object stores is loaded only where it is used", () => {
  const room = "server/src/objects/";
  const eager = [...graph].flatMap(([file, imports]) =>
    imports
      .filter(({ target, isType, isLazy }) => target.startsWith(room) && !file.startsWith(room) && !isType && !isLazy)
      .map(({ target }) => `${file} imports ${target}`),
  );
  assert.deepEqual(eager, []);
});

test("no files import each other in a circle", () => {
  assert.deepEqual(circlesIn(graph), []);
});

function importGraph(folders: readonly string[]): ImportGraph {
  const files = folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,js}`, { cwd: root }))
    .filter((file) => !/\.test\.tsx?$|\.d\.ts$|node_modules|\/test\//.test(file));
  return new Map(files.map((file) => [file, importsOf(file)]));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), "utf8");
  const found = [
    ...[...text.matchAll(statement)].map(([, type, name = ""]) => ({ name, isType: type !== undefined, isLazy: false })),
    ...[...text.matchAll(lazy)].map(([, name = ""]) => ({ name, isType: false, isLazy: true })),
  ];
  return found.flatMap(({ name, ...how }) => {
    const target = targetOf(file, name);
    return target === null ? [] : [{ target, ...how }];
  });
}

/** Null means a package from npm, or of Node. */
function targetOf(file: string, name: string): string | null {
  const [first = "", ...rest] = name.split("/");
  const folder = packages.get(first);
  if (folder !== undefined) return join(folder, ...rest).replace(/(?<!\.[a-z]+)$/, ".ts");
  return name.startsWith(".") ? relative(root, resolve(root, dirname(file), name)) : null;
}

/** Files that import each other in a circle, each circle once. A lazy import closes none. */
function circlesIn(graph: ImportGraph): string[][] {
  const [order, low] = [new Map<string, number>(), new Map<string, number>()];
  const [open, circles]: [string[], string[][]] = [[], []];
  const visit = (file: string) => {
    order.set(file, order.size);
    low.set(file, order.size);
    open.push(file);
    for (const { target, isLazy } of graph.get(file) ?? []) {
      if (isLazy || !graph.has(target)) continue;
      if (!order.has(target)) visit(target);
      if (open.includes(target)) low.set(file, Math.min(low.get(file) ?? 0, low.get(target) ?? 0));
    }
    if ((low.get(file) ?? 0) !== (order.get(file) ?? 0) + 1) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1) circles.push(circle);
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}
