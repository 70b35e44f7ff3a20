/** A document read from text that somebody wrote: its content, and where in the text each part of it stands. */
import type { Problem } from "./domain/errors.ts";

export interface TextDocument {
  /** Plain data; maps have no prototype, so that no key is special. Undefined where the text could not be read. */
  readonly document: unknown;
  /** What the text itself has wrong, with lines. */
  readonly problems: readonly Problem[];
  /**
   * The problems with their lines. `prefix` is the path that the document as a whole has in them.
   * Where a value was written as a number and has to be in quotes, its quoted form is added.
   */
  locate(problems: readonly Problem[], prefix?: string): Problem[];
}

/** Where a part of the text begins, and how a scalar was written. */
export interface Place {
  readonly offset: number;
  readonly source: string | null;
}

/** Characters of a text, and levels of maps and lists in it. */
export const textLimit = 4 * 1024 * 1024;
export const depthLimit = 32;
export const tooDeep = `expected at most ${depthLimit} levels of maps and lists`;

/** @param findPlaces dotted path → place, asked for only when something is wrong. */
export function textDocument(
  text: string,
  content: unknown,
  problems: readonly Problem[],
  findPlaces: () => ReadonlyMap<string, Place>,
): TextDocument {
  let places: ReadonlyMap<string, Place> | null = null;
  return {
    document: content,
    problems,
    locate(found, prefix = "") {
      if (found.length === 0) return [];
      places ??= findPlaces();
      const known = places;
      const lines = new Lines(text);
      return found.map((problem) => locateOne(problem, prefix, known, lines));
    },
  };
}

/** A text of which nothing but its problems is known. */
export function unreadable(text: string, problems: readonly Problem[]): TextDocument {
  return textDocument(text, undefined, problems, () => new Map());
}

function locateOne(problem: Problem, prefix: string, places: ReadonlyMap<string, Place>, lines: Lines): Problem {
  const path = pathWithin(problem.path, prefix);
  if (path === null || problem.line !== undefined) return problem;
  const near = nearest(path, places);
  const place = places.get(near);
  // What a guard has against something that is not in the text at all has no line there.
  if (!place || (near === "" && path !== "" && problem.guard !== undefined)) return problem;
  const quoted = problem.quote && near === path && place.source !== null ? ` — write ${JSON.stringify(place.source)}` : "";
  return { ...problem, line: lines.of(place.offset), message: problem.message + quoted };
}

function pathWithin(path: string, prefix: string): string | null {
  if (prefix === "" || path === prefix) return path.slice(prefix.length);
  return path.startsWith(`${prefix}.`) ? path.slice(prefix.length + 1) : null;
}

/** The path, or its nearest ancestor that is in the text. Names may hold dots themselves: the longest match wins. */
function nearest(path: string, places: ReadonlyMap<string, Place>): string {
  let near = path;
  while (near !== "" && !places.has(near)) near = near.slice(0, Math.max(near.lastIndexOf("."), 0));
  return near;
}

/** Line numbers, from 1, of offsets in a text. */
export class Lines {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  of(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }
}
