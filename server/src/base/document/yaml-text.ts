/** Reads unambiguous YAML 1.2 as events: no tags, anchors, aliases or merge keys; one document; unique text keys. */
import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, Scalar, type YAMLMap } from "yaml";
import type { DocumentSink, Play } from "./document-events.ts";
import { characterName, Lines, parseYaml } from "./yaml-parse.ts";

/** Reads the events of a syntactically valid YAML text. @throws Fault, SyntaxFault */
export function playYaml(text: string): Play {
  const lines = new Lines(text);
  const contents = parseYaml(text, lines);
  return (sink) => new Walk(lines, sink).value(contents, startOf(contents, 0));
}

/** Converts nodes to events. */
class Walk {
  readonly #lines: Lines;
  readonly #sink: DocumentSink;

  constructor(lines: Lines, sink: DocumentSink) {
    this.#lines = lines;
    this.#sink = sink;
  }

  /** @param offset of the key, or of the value if it has no key */
  value(node: unknown, offset: number): void {
    this.#refuseFeatures(node, offset);
    const line = this.#lines.of(offset);
    if (isScalar(node)) this.#scalar(node, line);
    else if (isMap(node)) this.#map(node as YAMLMap<unknown, unknown>, offset, line);
    else if (isSeq(node)) {
      this.#sink.open("list", line);
      for (const item of node.items) this.value(item, startOf(item, offset));
      this.#sink.close();
    } else this.#sink.scalar(null, null, line);
  }

  #scalar(node: Scalar, line: number): void {
    const value = node.value as string | number | boolean | null;
    this.#sink.scalar(value, typeof value === "number" ? sourceOf(node) : null, line);
  }

  #map(node: YAMLMap<unknown, unknown>, place: number, line: number): void {
    this.#sink.open("map", line);
    for (const pair of node.items) {
      const offset = startOf(pair.key, place);
      const key = this.#key(pair, offset);
      if (key === null) continue;
      this.#sink.key(key, this.#lines.of(offset));
      this.value(pair.value, offset);
    }
    this.#sink.close();
  }

  /** Keys are taken literally, even if they look like numbers. */
  #key({ key }: Pair<unknown, unknown>, offset: number): string | null {
    this.#refuseFeatures(key, offset);
    const text = isScalar(key) ? sourceOf(key) : null;
    if (text === null || (text === "" && isPlain(key))) {
      this.#problem(offset, "expected text as the key");
      return null;
    }
    const space = isPlain(key) ? /^\s|\s$/u.exec(text)?.[0] : undefined;
    if (space !== undefined) {
      this.#problem(offset, `begins or ends with ${characterName(space)}, which is not a space in YAML: replace it`, text.trim());
      return null;
    }
    if (text === "<<" && isPlain(key)) {
      this.#problem(offset, "merge keys are not supported: write the values out", text);
      return null;
    }
    return text;
  }

  #refuseFeatures(node: unknown, offset: number): void {
    if (isAlias(node)) this.#problem(offset, "aliases are not supported: write the values out");
    else if ((node as Node | null)?.tag !== undefined) this.#problem(offset, "tags are not supported: remove the tag");
    else if ((node as Scalar | null)?.anchor !== undefined)
      this.#problem(offset, "anchors are not supported: write the values out");
  }

  #problem(offset: number, message: string, key?: string): void {
    this.#sink.problem(message, this.#lines.of(offset), key);
  }
}

function startOf(node: unknown, otherwise: number): number {
  return (node as Node | null)?.range?.[0] ?? otherwise;
}

function sourceOf(node: Scalar): string {
  return node.source ?? String(node.value ?? "");
}

function isPlain(node: unknown): boolean {
  return isScalar(node) && (node.type === undefined || node.type === Scalar.PLAIN);
}
