/** A document read from text that somebody wrote: its content, and where in the text each part of it stands. */
import { keysOf } from "./domain/dotted-path.ts";
import type { Problem } from "./domain/errors.ts";
import { depthReached, pointerTo } from "./json-pointer.ts";

export interface TextDocument {
  /** Plain data; maps have no prototype, so that no key is special. Undefined where the text could not be read. */
  readonly document: unknown;
  /** What the text itself has wrong, with lines and pointers. */
  readonly problems: readonly Problem[];
  /**
   * The problems with their lines and pointers. `prefix` is the path that the document as a whole has in them.
   * Where a value was written as a number and has to be in quotes, its quoted form is added.
   */
  locate(problems: readonly Problem[], prefix?: string): Problem[];
  /** The pointer of one alone; undefined: it is not about this document. */
  pointerOf(problem: Pick<Problem, "path" | "guard">, prefix?: string): string | undefined;
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
  const pointerOf = ({ path, guard }: Pick<Problem, "path" | "guard">, prefix = "") =>
    pointerWithin(content, pathWithin(path, prefix), guard !== undefined);
  const pointed = (problem: Problem, prefix: string) => {
    const pointer = isElsewhere(problem) ? undefined : pointerOf(problem, prefix);
    return pointer === undefined ? problem : { ...problem, pointer };
  };
  return {
    document: content,
    problems: problems.map((problem) => pointed(problem, "")),
    pointerOf,
    locate(found, prefix = "") {
      if (found.length === 0) return [];
      places ??= findPlaces();
      const known = places;
      const lines = new Lines(text);
      return found.map((problem) => pointed(locateOne(problem, prefix, known, lines), prefix));
    },
  };
}

/** A text of which nothing but its problems is known. */
export function unreadable(text: string, problems: readonly Problem[]): TextDocument {
  return textDocument(text, undefined, problems, () => new Map());
}

/** It is said already where it is, or that it is not in the body. */
function isElsewhere({ pointer, parameter, header }: Problem): boolean {
  return [pointer, parameter, header].some((place) => place !== undefined);
}

/**
 * Also of what is missing, where that in which it is missing is there. What a guard has something against may be elsewhere: of
 * that, as much as is in the document, and nothing where nothing is.
 */
function pointerWithin(document: unknown, path: string | null, isGuards: boolean): string | undefined {
  if (path === null) return undefined;
  const keys = keysOf(path);
  const depth = depthReached(document, keys);
  if (isGuards && depth === 0 && keys.length > 0) return undefined;
  return pointerTo(keys.slice(0, isGuards ? depth : depth + 1));
}

function locateOne(problem: Problem, prefix: string, places: ReadonlyMap<string, Place>, lines: Lines): Problem {
  const path = pathWithin(problem.path, prefix);
  if (path === null || problem.line !== undefined || isElsewhere(problem)) return problem;
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

/** The path, or its nearest ancestor that is in the text. */
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
