/** Never throws: errors of a text are in the document's problems. */
import type { Problem } from "drawbridge-rules/values/errors.ts";
import { DocumentBuilder } from "./document-builder.ts";
import { type DocumentSink, Fault, manifestValueLimit, type Play, SyntaxFault, textLimit, tooLong } from "./document-events.ts";
import { type TextDocument, textDocument, unreadableDocument } from "./text-document.ts";
import { playYaml } from "./yaml-parse.ts";

const scalar = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;

/** The sink bounds the depth. Errors never quote the text: it may hold a secret. */
class Scanner {
  readonly #text: string;
  readonly #sink: DocumentSink;
  #at: number;
  /** Strings contain no line ends, so counting them in skipped whitespace is enough. */
  #line = 1;

  constructor(text: string, sink: DocumentSink) {
    this.#text = text;
    this.#sink = sink;
    this.#at = text.startsWith("\ufeff") ? 1 : 0;
  }

  document(): void {
    this.#skip();
    this.#value(this.#line);
    this.#skip();
    if (this.#at < this.#text.length) throw this.#fault("expected nothing more after the JSON value");
  }

  #value(line: number): void {
    const first = this.#text[this.#at];
    if (first === "{") this.#map(line);
    else if (first === "[") this.#list(line);
    else if (first === '"') this.#sink.scalar(this.#string(), null, line);
    else this.#scalar(line);
  }

  #map(line: number): void {
    this.#sink.open("map", line);
    for (let more = this.#opens("}"); more; more = this.#continues("}")) {
      const keyLine = this.#line;
      if (this.#text[this.#at] !== '"') throw this.#fault("expected a key in double quotes");
      const key = this.#string();
      this.#skip();
      if (this.#text[this.#at] !== ":") throw this.#fault("expected : after the key");
      this.#at++;
      this.#skip();
      this.#sink.key(key, keyLine);
      this.#value(keyLine);
    }
    this.#sink.close();
  }

  #list(line: number): void {
    this.#sink.open("list", line);
    for (let more = this.#opens("]"); more; more = this.#continues("]")) this.#value(this.#line);
    this.#sink.close();
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
      throw this.#fault("expected text without raw control characters, and only the escapes of JSON");
    }
  }

  /** Linear in total: the scan back over backslashes stops at the previous quote. */
  #isEscaped(at: number): boolean {
    let slashes = 0;
    while (this.#text[at - 1 - slashes] === "\\") slashes++;
    return slashes % 2 === 1;
  }

  #scalar(line: number): void {
    scalar.lastIndex = this.#at;
    const found = scalar.exec(this.#text)?.[0];
    if (found === undefined) throw this.#fault("expected a JSON value");
    this.#at += found.length;
    const value: number | boolean | null = JSON.parse(found);
    this.#sink.scalar(value, typeof value === "number" ? found : null, line);
  }

  /** A search for the next line feed would read to the end of the text at every blank. */
  #skip(): void {
    for (; ; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === 0x0a) this.#line++;
      else if (code !== 0x20 && code !== 0x09 && code !== 0x0d) return;
    }
  }

  #fault(message: string): Fault {
    return new Fault(message, this.#line);
  }
}

export type Syntax = "json" | "yaml";

export function readJsonText(text: string, mostValues = manifestValueLimit): TextDocument {
  return createTextDocument(readText("json", text, new DocumentBuilder(mostValues)));
}

export function readYamlText(text: string, mostValues = manifestValueLimit): TextDocument {
  return createTextDocument(readText("yaml", text, new DocumentBuilder(mostValues)));
}

/** JSON is read as JSON, which is faster. */
export function readManifestText(text: string): TextDocument {
  const json = /^\ufeff?\s*\{/.test(text.slice(0, 1000)) ? readJsonText(text) : null;
  return json && json.document !== undefined ? json : readYamlText(text);
}

interface ReadText {
  readonly builder: DocumentBuilder;
  readonly play: Play | null;
}

export function readText(syntax: Syntax, text: string, builder: DocumentBuilder): ReadText {
  if (text.length > textLimit) {
    builder.problems.push({ path: "", message: tooLong });
    return { builder, play: null };
  }
  try {
    const play = syntax === "json" ? (sink: Parameters<Play>[0]) => new Scanner(text, sink).document() : playYaml(text);
    play(builder);
    return { builder, play };
  } catch (error) {
    noteFault(builder, error);
    return { builder, play: null };
  }
}

export function createTextDocument({ builder, play }: ReadText): TextDocument {
  const problems = textProblems(builder);
  return play ? textDocument(builder.content, problems, play) : unreadableDocument(problems);
}

export function textProblems({ problems }: DocumentBuilder): readonly Problem[] {
  if (problems.more === 0) return problems.kept;
  return [...problems.kept, { path: "", message: `and ${problems.more} more problems: correct these first` }];
}

function noteFault({ problems }: DocumentBuilder, error: unknown): void {
  if (error instanceof Fault) {
    const { path, line, message } = error;
    problems.push({ path, ...(line === null ? {} : { line }), message });
  } else if (error instanceof SyntaxFault) {
    problems.addAll(error.problems);
    problems.addMore(error.more);
  } else throw error;
}

export function decodeText(bytes: Uint8Array): string | readonly Problem[] {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return [{ ...utf8Problem(bytes), pointer: "#" }];
  }
}

/** UTF-8, or UTF-16 by its byte order mark, as PowerShell 5.1 writes it. Other bytes are a problem. */
export function decodeFile(bytes: Uint8Array): string | readonly Problem[] {
  const encoding = markedEncoding(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: encoding === "utf-8" }).decode(bytes);
  } catch {
    return [encoding === "utf-8" ? utf8Problem(bytes) : { path: "", message: brokenUtf16 }];
  }
}

const brokenUtf16 =
  "expected UTF-16, as the first two bytes of the file say, and one of its characters is incomplete: save it as UTF-8";

function markedEncoding([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

function utf8Problem(bytes: Uint8Array): Problem {
  const replaced = new TextEncoder().encode(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  const at = bytes.findIndex((byte, index) => byte !== replaced[index]);
  const byte = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, "0");
  const line = bytes.subarray(0, at).reduce((count, one) => count + (one === 0x0a ? 1 : 0), 1);
  return { path: "", line, message: `expected UTF-8, and the byte 0x${byte} here is not part of it: save the file as UTF-8` };
}
