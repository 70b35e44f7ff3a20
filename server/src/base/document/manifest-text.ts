import { runSteps, type Steps } from "drawbridge-rules/values/steps.ts";
import { Document, isMap, isScalar, isSeq, Scalar, type ScalarTag, visit } from "yaml";

const inlineWidth = 100;

/** Some 2 ms of printing. */
const entriesPerStep = 50;

/** Reading the text back gives the same document. Ends with a line feed. */
export function printManifestText(document: Readonly<Record<string, unknown>>): string {
  return runSteps(manifestTextSteps(document));
}

/** The maps of a large project take half a second. */
export function* manifestTextSteps(document: Readonly<Record<string, unknown>>, entries = entriesPerStep): Steps<string> {
  if (Object.keys(document).length === 0) return printed(document);
  let text = "";
  for (const [key, value] of Object.entries(document)) {
    for (const [index, part] of partsOf(value, entries).entries()) {
      const block = printed({ [key]: part });
      text += index === 0 ? block : block.slice(block.indexOf("\n") + 1);
      yield;
    }
  }
  return text;
}

/** A map of the first level is never printed on one line. */
function partsOf(value: unknown, entries: number): unknown[] {
  const isPlainMap = typeof value === "object" && value !== null && !Array.isArray(value);
  const all = isPlainMap ? Object.entries(value) : [];
  if (all.length <= entries) return [value];
  return Array.from({ length: Math.ceil(all.length / entries) }, (_, part) =>
    Object.fromEntries(all.slice(part * entries, (part + 1) * entries)),
  );
}

function printed(document: Readonly<Record<string, unknown>>): string {
  const nodes = new Document(document, { version: "1.2", aliasDuplicateObjects: false, customTags: (tags) => [text, ...tags] });
  visit(nodes, {
    Pair: (_, { key, value }) => {
      const name = isScalar(key) ? String(key.value) : "";
      if (isScalar(key)) key.type = isPlainWord(name) ? Scalar.PLAIN : Scalar.QUOTE_DOUBLE;
      for (const node of isSeq(value) ? value.items : [value]) {
        if (!isScalar(node) || typeof node.value !== "string") continue;
        node.type = plainValues.has(name) && isPlainWord(node.value) ? Scalar.PLAIN : Scalar.QUOTE_DOUBLE;
      }
    },
    Collection: (_, node, path) => {
      node.flow = isInline(node.toJSON(), path.filter(isMap).length);
    },
  });
  return nodes.toString({ indent: 2, lineWidth: 0, minContentWidth: 0, flowCollectionPadding: true });
}

/** Members whose values are words of the format, ids or names of zones and languages. All other texts are quoted. */
const plainValues: ReadonlySet<string> = new Set([
  "apiVersion",
  "project",
  "languages",
  "ttl",
  "reminder",
  "no_window",
  "store",
  "platforms",
  "instances",
  "zone",
  "duration",
  "overrun",
  "repeat",
]);

/** Every reader takes these for texts, also inside brackets: none begins like a number, a date or an indicator. */
function isPlainWord(value: string): boolean {
  return /^[a-z][a-z0-9_+/.=;-]*$/i.test(value) && !/^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i.test(value);
}

/** Quotes what PyYAML needs quoted (`Jetzt?`, U+0085, U+2028), and does not break long texts over lines. */
const text: ScalarTag = {
  identify: (value) => typeof value === "string",
  default: true,
  tag: "tag:yaml.org,2002:str",
  resolve: (value) => value,
  stringify: ({ type, value }) => (type === Scalar.PLAIN ? String(value) : quoted(String(value))),
};

/** JSON is YAML, except for characters that some readers refuse or take for line breaks, and that JSON does not escape. */
function quoted(value: string): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function isInline(value: unknown, level: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value);
  if (parts.length === 0) return true;
  if (!Array.isArray(value) && level < 2) return false;
  return (
    parts.every((part) => typeof part !== "object" || isInline(part, level + 1)) && JSON.stringify(value).length <= inlineWidth
  );
}
