/** Prints a manifest as YAML 1.2 that every YAML reader, including old ones, reads the same way. */
import { Document, isMap, Scalar, visit } from "yaml";

/** Maximum columns of a map or a list on one line. */
const inlineWidth = 100;

/** Prints a document for people to edit; reading it back gives the same document. Ends with a line feed. */
export function printManifestText(document: Readonly<Record<string, unknown>>): string {
  const printed = new Document(document, { version: "1.2", aliasDuplicateObjects: false });
  visit(printed, {
    Scalar: (_, node) => {
      if (typeof node.value === "string" && needsQuotes(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
    Collection: (_, node, path) => {
      node.flow = isInline(node.toJSON(), path.filter(isMap).length);
    },
  });
  return printed.toString({ indent: 2, lineWidth: 0, minContentWidth: 0, flowCollectionPadding: true });
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
