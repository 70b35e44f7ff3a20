/**
 * JSON (RFC 8259) with what `JSON.parse` keeps to itself: the line of an error and of every value, keys that are given
 * twice, and a bound on depth. It never quotes the text, which may hold a secret.
 */
import type { Problem } from "./domain/errors.ts";
import { below } from "./domain/fields.ts";
import { depthLimit, Lines, type Place, type TextDocument, textDocument, textLimit, tooDeep } from "./text-document.ts";

/** Reads a text; what is wrong with it is in `problems`. Never throws. */
export function readJsonText(text: string): TextDocument {
  const problems: Problem[] = [];
  const content = read(text, problems, null);
  return textDocument(text, content, problems, () => {
    const places = new Map<string, Place>();
    read(text, [], places);
    return places;
  });
}

function read(text: string, problems: Problem[], places: Map<string, Place> | null): unknown {
  if (text.length > textLimit) {
    problems.push({ path: "", message: `expected at most ${textLimit} characters` });
    return undefined;
  }
  try {
    return new Reading(text, problems, places).document();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    problems.push({ path: "", line: new Lines(text).of(error.offset), message: error.message });
    return undefined;
  }
}

/** The first place at which it is not JSON: what comes after it cannot be trusted to mean anything. */
class Fault extends Error {
  readonly offset: number;
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

const blank = /[\t\n\r ]*/y;
const scalar = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;

class Reading {
  readonly #text: string;
  readonly #problems: Problem[];
  readonly #places: Map<string, Place> | null;
  #at: number;

  constructor(text: string, problems: Problem[], places: Map<string, Place> | null) {
    this.#text = text;
    this.#problems = problems;
    this.#places = places;
    this.#at = text.startsWith("\ufeff") ? 1 : 0;
  }

  document(): unknown {
    this.#skip();
    const value = this.#value("", this.#at, 0);
    this.#skip();
    if (this.#at < this.#text.length) throw this.#fault("expected nothing more after the JSON value");
    return value;
  }

  /** @param place offset of the value, or of its key. */
  #value(path: string, place: number, depth: number): unknown {
    const first = this.#text[this.#at];
    if (first === "{" || first === "[") {
      if (depth >= depthLimit) throw this.#fault(tooDeep);
      this.#places?.set(path, { offset: place, source: null });
      return first === "{" ? this.#map(path, depth + 1) : this.#list(path, depth + 1);
    }
    const start = this.#at;
    const value = first === '"' ? this.#string() : this.#scalar();
    const source = typeof value === "string" ? value : this.#text.slice(start, this.#at);
    this.#places?.set(path, { offset: place, source });
    return value;
  }

  #map(path: string, depth: number): unknown {
    const map: Record<string, unknown> = Object.create(null);
    for (let more = this.#opens("}"); more; more = this.#continues("}")) {
      const place = this.#at;
      if (this.#text[place] !== '"') throw this.#fault("expected a key in double quotes");
      const key = this.#string();
      this.#skip();
      if (this.#text[this.#at] !== ":") throw this.#fault("expected : after the key");
      this.#at++;
      this.#skip();
      const inner = below(path, key);
      if (Object.hasOwn(map, key)) this.#twice(inner, place);
      map[key] = this.#value(inner, place, depth);
    }
    return map;
  }

  #list(path: string, depth: number): unknown {
    const list: unknown[] = [];
    for (let more = this.#opens("]"); more; more = this.#continues("]")) {
      list.push(this.#value(below(path, list.length), this.#at, depth));
    }
    return list;
  }

  #opens(close: string): boolean {
    this.#at++;
    this.#skip();
    if (this.#text[this.#at] !== close) return true;
    this.#at++;
    return false;
  }

  #continues(close: string): boolean {
    this.#skip();
    const next = this.#text[this.#at];
    if (next !== "," && next !== close) throw this.#fault(`expected , or ${close}`);
    this.#at++;
    if (next === close) return false;
    this.#skip();
    return true;
  }

  #string(): string {
    const start = this.#at;
    let end = this.#text.indexOf('"', start + 1);
    while (end > 0 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    if (end < 0) throw this.#fault("expected the closing double quote");
    this.#at = end + 1;
    try {
      return JSON.parse(this.#text.slice(start, end + 1));
    } catch {
      throw new Fault(start, "expected text without raw control characters, and only the escapes of JSON");
    }
  }

  #isEscaped(at: number): boolean {
    let slashes = 0;
    while (this.#text[at - 1 - slashes] === "\\") slashes++;
    return slashes % 2 === 1;
  }

  #scalar(): unknown {
    scalar.lastIndex = this.#at;
    const found = scalar.exec(this.#text)?.[0];
    if (found === undefined) throw this.#fault("expected a JSON value");
    this.#at += found.length;
    return JSON.parse(found);
  }

  #skip(): void {
    blank.lastIndex = this.#at;
    this.#at += blank.exec(this.#text)?.[0].length ?? 0;
  }

  #twice(path: string, offset: number): void {
    this.#problems.push({ path, line: new Lines(this.#text).of(offset), message: "is given twice: keep one" });
  }

  #fault(message: string): Fault {
    return new Fault(this.#at, message);
  }
}
