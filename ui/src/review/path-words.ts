/** A path of the manifest in words: `platforms.ios.minimum` → `Platforms › ios › minimum`. */
import { splitPath } from "drawbridge-rules/values/dotted-path.ts";

export function pathWords(path: string, names: Readonly<Record<string, string>>): string {
  if (path === "") return names.project ?? path;
  const segments = splitPath(path);
  const nouns = ["platforms", "instances", "windows", "messages", "stores"];
  // The second segment is the id of a platform, instance or window and is never translated.
  return segments.map((text, index) => (isId(segments, index, nouns) ? text : wordOf(text, names))).join(" › ");
}

function isId(segments: readonly string[], index: number, nouns: readonly string[]): boolean {
  return index === 1 && nouns.includes(segments[0] ?? "");
}

function wordOf(segment: string, names: Readonly<Record<string, string>>): string {
  return Object.hasOwn(names, segment) ? (names[segment] ?? segment) : segment;
}

/** A value of the configuration for people: text as it is, everything else as short as it can be said. */

export function valueText(value: unknown): string {
  if (typeof value === "string") return value === "" ? "“”" : value;
  if (value === undefined || value === null) return String(value ?? "null");
  if (Array.isArray(value)) return value.map(valueText).join(", ");
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key}: ${valueText(inner)}`)
    .join("\n");
}
