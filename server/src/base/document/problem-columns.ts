import type { Problem } from "drawbridge-rules/values/errors.ts";
import { splitPath } from "drawbridge-rules/values/fields.ts";
import { isMap, isScalar, isSeq, type Node } from "yaml";
import { Fault, SyntaxFault } from "./document-events.ts";
import { Lines, parseYaml } from "./yaml-parse.ts";

/** JSON is read as YAML, which it is. */
export function withColumns(text: string, problems: readonly Problem[]): readonly Problem[] {
  if (problems.every(({ line, column }) => line === undefined || column !== undefined)) return problems;
  const lines = new Lines(text);
  const root = treeOf(text, lines);
  if (root === null) return problems;
  return problems.map((problem) => {
    if (problem.line === undefined || problem.column !== undefined) return problem;
    const offset = offsetsOf(root, splitPath(problem.path)).find((found) => lines.of(found) === problem.line);
    return offset === undefined ? problem : { ...problem, column: lines.columnOf(offset) };
  });
}

function treeOf(text: string, lines: Lines): unknown {
  try {
    return parseYaml(text, lines);
  } catch (error) {
    if (error instanceof Fault || error instanceof SyntaxFault) return null;
    throw error;
  }
}

/** Several if a key occurs twice; the nearest existing parent stands for a missing key. */
function offsetsOf(root: unknown, keys: readonly string[]): number[] {
  let found = [{ node: root, offset: startOf(root) }];
  for (const key of keys) {
    const inner = found.flatMap(({ node }) => [...entriesOf(node, key)]);
    if (inner.length === 0) break;
    found = inner;
  }
  return found.map(({ offset }) => offset);
}

function* entriesOf(node: unknown, key: string): Generator<{ node: unknown; offset: number }> {
  if (isSeq(node)) {
    const item = node.items[Number(key)];
    if (item !== undefined) yield { node: item, offset: startOf(item) };
  } else if (isMap(node)) {
    for (const pair of node.items) {
      const text = isScalar(pair.key) ? (pair.key.source ?? String(pair.key.value)) : null;
      if (text === key) yield { node: pair.value, offset: startOf(pair.key) };
    }
  }
}

function startOf(node: unknown): number {
  return (node as Node | null)?.range?.[0] ?? 0;
}
