/** Each reader records a problem with its path and continues. */
import type { ProblemSink } from "./errors.ts";
import { nearestName } from "./nearest-name.ts";
import type { Steps } from "./steps.ts";

const maxSuggestions = 20;

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

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
      // A hostile document has a million keys.
      const meant = problems.length < maxSuggestions ? nearestName(key, known) : "";
      problems.push({ path: joinPath(path, key), message: meant === "" ? message : `unknown key. Did you mean ${meant}?` });
    }
  }
  return value;
}

/** An empty member (`zone:` in YAML) is invalid, not absent. */
export function readText<T>(expected: string | ((value: unknown) => string), parse: (text: string) => T | null) {
  return (value: unknown, path: string, problems: ProblemSink): T | null => {
    const read = typeof value === "string" ? parse(value) : null;
    if (read === null) problems.push({ path, message: typeof expected === "string" ? expected : expected(value) });
    return read;
  };
}

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

export function readWord<W extends string>(value: unknown, path: string, problems: ProblemSink, words: readonly W[]): W | null {
  const found = words.find((word) => word === value);
  if (found === undefined) problems.push({ path, message: `expected ${listed(words, "or")}` });
  return found ?? null;
}

/** An empty section has no entries. Yields after each, so that thousands are read in turns. */
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

/** A key with a dot is quoted, as in JSON. */
export function joinPath(path: string, key: string | number): string {
  const written =
    typeof key === "string" && (key === "" || key.includes(".") || key.includes('"')) ? JSON.stringify(key) : String(key);
  return path === "" ? written : `${path}.${written}`;
}

export function prefixPath(prefix: string, path: string): string {
  if (prefix === "" || path === "") return prefix + path;
  return `${prefix}.${path}`;
}

export function splitPath(path: string): string[] {
  if (!path.includes('"')) return path === "" ? [] : path.split(".");
  const keys: string[] = [];
  for (let at = 0; at < path.length; ) {
    const quoted = quotedKey(path, at);
    const dot = path.indexOf(".", at);
    const end = quoted?.end ?? (dot < 0 ? path.length : dot);
    keys.push(quoted?.key ?? path.slice(at, end));
    at = end + 1;
  }
  return keys;
}

const longestPath = 400;

/** Only hostile keys are longer. */
export function shortPath(path: string): string {
  return path.length <= longestPath ? path : `${path.slice(0, longestPath - 1).toWellFormed()}…`;
}

const quotedForm = /"(?:[^"\\]|\\.)*"/sy;

/** Null means none that ends where a key may end. */
function quotedKey(path: string, at: number): { readonly key: string; readonly end: number } | null {
  quotedForm.lastIndex = at;
  const text = quotedForm.exec(path)?.[0];
  if (text === undefined) return null;
  const end = at + text.length;
  if (end < path.length && path[end] !== ".") return null;
  try {
    return { key: JSON.parse(text), end };
  } catch {
    return null;
  }
}
