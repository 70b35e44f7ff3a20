/** Maps have no prototype, so that no key is special. */
import { ProblemList } from "drawbridge-rules/values/errors.ts";
import { joinPath } from "drawbridge-rules/values/fields.ts";
import { type DocumentSink, depthLimit, Fault, keyLimit, mapLimit, tooDeep } from "./document-events.ts";

interface Level {
  readonly container: Record<string, unknown> | unknown[];
  key: string | null;
  size: number;
}

/** Listing more mistakes of a text is no longer useful. */
const maxTextProblems = 100;

/** Fewest values per map or list: an empty map takes the memory of several values, and its collection the main thread. */
const VALUES_PER_CONTAINER = 4;

export class DocumentBuilder implements DocumentSink {
  readonly problems = new ProblemList(maxTextProblems);
  readonly #mostValues: number;
  readonly #keeps: boolean;
  readonly #levels: Level[] = [];
  #values = 0;
  #containers = 0;
  #content: unknown;

  /** @param keeps false keeps only the keys of open maps in memory */
  constructor(mostValues: number, keeps = true) {
    this.#mostValues = mostValues;
    this.#keeps = keeps;
  }

  get content(): unknown {
    return this.#levels.length === 0 ? this.#content : undefined;
  }

  open(kind: "map" | "list", line: number): void {
    if (this.#levels.length >= depthLimit) throw new Fault(tooDeep, line);
    const most = Math.floor(this.#mostValues / VALUES_PER_CONTAINER);
    if (++this.#containers > most) throw new Fault(`expected at most ${most} maps and lists`, line);
    const container = kind === "map" ? (Object.create(null) as Record<string, unknown>) : [];
    this.#put(container, line);
    this.#levels.push({ container, key: null, size: 0 });
  }

  close(): void {
    this.#levels.pop();
    const level = this.#levels.at(-1);
    if (level) level.key = null;
  }

  key(key: string, line: number): void {
    const level = this.#levels.at(-1);
    if (!level) return;
    if (key.length > keyLimit) throw new Fault(`expected keys of at most ${keyLimit} characters`, line, this.#path());
    level.key = key;
    if (Object.hasOwn(level.container, key)) this.problem("is given twice: keep one", line);
    else if (level.size >= mapLimit) {
      level.key = null;
      throw new Fault(`expected at most ${mapLimit} keys in a map`, line, this.#path());
    }
  }

  scalar(value: string | number | boolean | null, _source: string | null, line: number): void {
    this.#put(value, line);
    const level = this.#levels.at(-1);
    if (level) level.key = null;
  }

  problem(message: string, line: number, key?: string): void {
    // Building the path of a dropped problem would cost more than the value itself.
    if (this.problems.isFull) this.problems.addMore(1);
    else {
      const path = key === undefined ? this.#path() : joinPath(this.#path(), key);
      this.problems.push({ path, line, message });
    }
  }

  #put(value: unknown, line: number): void {
    if (++this.#values > this.#mostValues) throw new Fault(`expected at most ${this.#mostValues} values`, line);
    const level = this.#levels.at(-1);
    const held = this.#keeps ? value : null;
    if (!level) this.#content = held;
    else if (Array.isArray(level.container)) {
      level.key = String(level.size++);
      if (this.#keeps) level.container.push(held);
    } else if (level.key !== null) {
      if (!Object.hasOwn(level.container, level.key)) level.size++;
      level.container[level.key] = held;
    }
  }

  /** Only problems pay for a path. */
  #path(): string {
    let path = "";
    for (const { container, key, size } of this.#levels) {
      if (Array.isArray(container)) path = joinPath(path, Number(key ?? size));
      else if (key !== null) path = joinPath(path, key);
    }
    return path;
  }
}
