/** Readers for hand-written documents. Each records a problem with its path and continues. */
import { joinPath } from "./dotted-path.ts";
import type { ProblemSink } from "./errors.ts";
import { nearestName } from "./nearest-name.ts";
import type { Steps } from "./steps.ts";

export { joinPath } from "./dotted-path.ts";

const maxSuggestions = 20;

/** A map of a document, as opposed to a list, a text or null. */
export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value as a map, after noting every key that is not among `known`. */
export function readMap(
  value: unknown,
  path: string,
  problems: ProblemSink,
  known?: readonly string[],
): Readonly<Record<string, unknown>> | null {
  if (!isMap(value)) {
    problems.push({ path, message: `expected a map${known ? ` with ${listed(known)}` : ""}` });
    return null;
  }
  if (known) {
    const message = `unknown key; expected ${listed(known)}`;
    for (const key of Object.keys(value)) {
      if (known.includes(key)) continue;
      // Bounded, since a hostile document has a million keys.
      const meant = problems.length < maxSuggestions ? nearestName(key, known) : "";
      problems.push({ path: joinPath(path, key), message: meant === "" ? message : `unknown key. Did you mean ${meant}?` });
    }
  }
  return value;
}

/** One line with 1 to `max` characters, without control characters. */
export function readLine(value: unknown, path: string, problems: ProblemSink, max: number): string | null {
  if (typeof value !== "string") {
    problems.push({ path, message: "expected text", ...(typeof value === "number" ? { quote: true } : {}) });
    return null;
  }
  if (value.length > max || value.trim() === "" || hasControl(value) || !value.isWellFormed()) {
    problems.push({ path, message: `expected 1 to ${max} characters on one line, without control characters` });
    return null;
  }
  return value;
}

/** One of a few words. */
export function readWord<W extends string>(value: unknown, path: string, problems: ProblemSink, words: readonly W[]): W | null {
  const found = words.find((word) => word === value);
  if (found === undefined) problems.push({ path, message: `expected ${listed(words, "or")}` });
  return found ?? null;
}

/** Entries of a map with at most `max`; an empty section has none. Yields after each, so that thousands are read in turns. */
export function* readEntries<T>(
  value: unknown,
  path: string,
  problems: ProblemSink,
  max: number,
  read: (value: unknown, path: string, name: string) => T | null,
): Steps<Record<string, T>> {
  const entries: Record<string, T> = Object.create(null);
  const map = readMap(value ?? {}, path, problems);
  if (!map) return entries;
  const names = Object.keys(map);
  if (names.length > max) problems.push({ path, message: `expected at most ${max} entries, not ${names.length}` });
  for (const name of names) {
    const entry = read(map[name], joinPath(path, name), name);
    if (entry !== null) entries[name] = entry;
    yield;
  }
  return entries;
}

/** `a, b and c` */
export function listed(words: readonly string[], joint: "and" | "or" = "and"): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${joint} ${words.at(-1)}`;
}

function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || (code >= 0x7f && code <= 0x9f) || code === 0x2028 || code === 0x2029) return true;
  }
  return false;
}
