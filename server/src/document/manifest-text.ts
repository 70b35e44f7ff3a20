/** Prints a manifest as YAML 1.2 that every YAML reader, including old ones, reads the same way. */
import { Document, isMap, Scalar, visit } from "yaml";
import { finished, type Steps } from "../domain/steps.ts";

/** Maximum columns of a map or a list on one line. */
const inlineWidth = 100;

/** Entries of a map that are printed in one step: some 2 ms. */
const entriesPerStep = 50;

/** Prints a document for people to edit: read again, it is the same. Ends with a line feed. */
export function printManifestText(document: Readonly<Record<string, unknown>>): string {
  return finished(manifestTextSteps(document));
}

/** The same in steps: the maps of a large project take half a second. */
export function* manifestTextSteps(document: Readonly<Record<string, unknown>>, entries = entriesPerStep): Steps<string> {
  if (Object.keys(document).length === 0) return printed(document);
  let text = "";
  for (const [key, value] of Object.entries(document)) {
    for (const [index, part] of partsOf(value, entries).entries()) {
      const block = printed({ [key]: part });
      // The line of the key is there already.
      text += index === 0 ? block : block.slice(block.indexOf("\n") + 1);
      yield;
    }
  }
  return text;
}

/** A map in maps of so many entries; anything else is whole. A map of the first level never stands on one line. */
function partsOf(value: unknown, entries: number): unknown[] {
  const isPlainMap = typeof value === "object" && value !== null && !Array.isArray(value);
  const all = isPlainMap ? Object.entries(value) : [];
  if (all.length <= entries) return [value];
  return Array.from({ length: Math.ceil(all.length / entries) }, (_, part) =>
    Object.fromEntries(all.slice(part * entries, (part + 1) * entries)),
  );
}

function printed(document: Readonly<Record<string, unknown>>): string {
  const nodes = new Document(document, { version: "1.2", aliasDuplicateObjects: false });
  visit(nodes, {
    Scalar: (_, node) => {
      if (typeof node.value === "string" && needsQuotes(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
    Collection: (_, node, path) => {
      node.flow = isInline(node.toJSON(), path.filter(isMap).length);
    },
  });
  return nodes.toString({ indent: 2, lineWidth: 0, minContentWidth: 0, flowCollectionPadding: true });
}

/** Texts that some YAML reader takes for a number, a date, a boolean, null or a merge key, and texts with several lines. */
function needsQuotes(text: string): boolean {
  return (
    /^(?:[-+.]?[0-9]|[-+]?\.(?:inf|nan)$|(?:y|n|yes|no|on|off|true|false|null|~|=|<<)$)/i.test(text) || !/^[\P{C}]*$/u.test(text)
  );
}

/** A list of scalars, or a small map below the first level, that fits on a line. */
function isInline(value: unknown, level: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value);
  if (parts.length === 0) return true;
  if (!Array.isArray(value) && level < 2) return false;
  return (
    parts.every((part) => typeof part !== "object" || isInline(part, level + 1)) && JSON.stringify(value).length <= inlineWidth
  );
}
