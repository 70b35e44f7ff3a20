/** Reads JSON as events with lines, and refuses duplicate keys. Errors never quote the text: it may hold a secret. */
import { type DocumentSink, Fault } from "./document-events.ts";

/** Sends the events of the text to the sink, which bounds the depth. @throws Fault */
export function playJson(text: string, sink: DocumentSink): void {
  new Scanner(text, sink).document();
}

const scalar = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;

class Scanner {
  readonly #text: string;
  readonly #sink: DocumentSink;
  #at: number;
  /** Line of `#at`. Strings contain no line ends, so counting them in skipped whitespace is enough. */
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

  /** @param line line of the value, or of its key */
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

  /** Examines each blank once: searching for the next line feed would read to the end of the text at every blank. */
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
