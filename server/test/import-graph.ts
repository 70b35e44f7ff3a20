/** Imports between the source files of the workspaces: values and types. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Folders of the workspaces that others import by package name. */
const packages = new Map([
  ["drawbridge-rules", "rules/src"],
  ["drawbridge-client", "client/src"],
]);

export interface Import {
  /** Path from the root. */
  readonly target: string;
  /** `import type` or `export type`, which is erased when the program runs. */
  readonly isType: boolean;
  /** `import("…")`, which loads the file on use, a screen of the console for instance. */
  readonly isLazy: boolean;
}

/** Imports by importing file; paths from the root. */
export type ImportGraph = ReadonlyMap<string, readonly Import[]>;

const statement = /^(?:import|export) (type )?(?:[^;"]*? from )?"([^"]+)"/gm;
const lazy = /\bimport\(\s*"([^"]+)"/g;

/** The product files below `folders`, without tests. */
export function importGraph(folders: readonly string[]): ImportGraph {
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

/** Null: a package from npm, or of Node. */
function targetOf(file: string, name: string): string | null {
  const [first = "", ...rest] = name.split("/");
  const folder = packages.get(first);
  if (folder !== undefined) return join(folder, ...rest).replace(/(?<!\.[a-z]+)$/, ".ts");
  return name.startsWith(".") ? relative(root, resolve(root, dirname(file), name)) : null;
}

/** Files that import each other in a circle, each circle once. A lazy import closes none. */
export function circlesIn(graph: ImportGraph): string[][] {
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
