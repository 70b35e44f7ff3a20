import { splitPath } from "../values/fields.ts";
import type { Names } from "./reader.ts";

const kinds: Readonly<Record<string, string>> = {
  upgrade: "update",
  unsupported: "unsupported-system",
  maintenance: "maintenance",
  recommended: "recommendation",
  announced: "announcement",
  default: "default",
};

/** `The update message of iOS`, `The message of db-upgrade`. @param path in the manifest */
export function describeTextPlace(path: string, names: Names): string {
  const [noun = "", id = "", member = "", kind = ""] = splitPath(path);
  if (noun === "messages" || noun === "titles") return `The ${kinds[id] ?? id} ${noun.slice(0, -1)}`;
  if (noun === "windows") return `The message of ${names.window(id)}`;
  if (noun === "instances") return `The name of ${names.instance(id)}`;
  return `The ${kinds[kind] ?? kind} ${member.slice(0, -1)} of ${names.platform(id)}`;
}

const languages = new Intl.DisplayNames(["en"], { type: "language", fallback: "code" });

/** `German`, or the tag of a language without an English name. */
export function describeLanguage(tag: string): string {
  try {
    return languages.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
