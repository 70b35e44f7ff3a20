/** A document read from text that a client sent: its content, and where in the text each part of it is. */
import { keysOf, shortPath } from "../domain/dotted-path.ts";
import type { Problem } from "../domain/errors.ts";
import type { Play } from "./document-events.ts";
import { depthReached, pointerTo } from "./json-pointer.ts";
import { PlaceFinder } from "./place-finder.ts";

export interface TextDocument {
  /** Plain data; maps have no prototype, so that no key is special. Undefined where the text could not be read. */
  readonly document: unknown;
  /** What the text itself has wrong, with lines and pointers. */
  readonly problems: readonly Problem[];
  /**
   * The problems with their lines and pointers, found in one pass over the document; long paths are shortened. `prefix` is the
   * path that the document as a whole has in them. Where a value was written as a number and has to be in quotes, its quoted
   * form is added.
   */
  locate(problems: readonly Problem[], prefix?: string): Problem[];
  /** The pointer of one alone; undefined: it is not about this document. */
  pointerOf(problem: Pick<Problem, "path" | "guard">, prefix?: string): string | undefined;
}

/** @param play gives the document again; asked only when something is wrong */
export function textDocument(content: unknown, problems: readonly Problem[], play: Play): TextDocument {
  const pointerOf = ({ path, guard }: Pick<Problem, "path" | "guard">, prefix = "") =>
    pointerWithin(content, keysWithin(path, prefix), guard !== undefined);
  const pointed = (problem: Problem, prefix: string): Problem => {
    const pointer = isElsewhere(problem) ? undefined : pointerOf(problem, prefix);
    const path = shortPath(problem.path);
    return pointer === undefined ? { ...problem, path } : { ...problem, path, pointer };
  };
  return {
    document: content,
    problems: problems.map((problem) => pointed(problem, "")),
    pointerOf,
    locate(found, prefix = "") {
      if (found.length === 0) return [];
      const finder = new PlaceFinder();
      for (const { path } of found) finder.want(keysWithin(path, prefix) ?? []);
      play(finder);
      return found.map((problem) => pointed(locateOne(problem, prefix, finder), prefix));
    },
  };
}

/** A text of which nothing but its problems is known. */
export function unreadable(problems: readonly Problem[]): TextDocument {
  return textDocument(undefined, problems, () => undefined);
}

/** It is said already where it is, or that it is not in the body. */
function isElsewhere({ pointer, parameter, header }: Problem): boolean {
  return [pointer, parameter, header].some((place) => place !== undefined);
}

/**
 * Also of what is missing, where that in which it is missing is there. What a guard has something against may be elsewhere: of
 * that, as much as is in the document, and nothing where nothing is.
 */
function pointerWithin(document: unknown, keys: readonly string[] | null, isGuards: boolean): string | undefined {
  if (keys === null) return undefined;
  const depth = depthReached(document, keys);
  if (isGuards && depth === 0 && keys.length > 0) return undefined;
  return pointerTo(keys.slice(0, isGuards ? depth : depth + 1));
}

/** Longer ones are not a version or a time without its quotes. */
const longestQuoted = 64;

function locateOne(problem: Problem, prefix: string, finder: PlaceFinder): Problem {
  const keys = keysWithin(problem.path, prefix);
  if (keys === null || problem.line !== undefined || isElsewhere(problem)) return problem;
  const { place, depth } = finder.nearest(keys);
  // What a guard has against something that is not in the text at all has no line there.
  if (!place || (depth === 0 && keys.length > 0 && problem.guard !== undefined)) return problem;
  const { line, source } = place;
  const isQuoted = problem.quote && depth === keys.length && source !== null && source.length <= longestQuoted;
  return { ...problem, line, message: isQuoted ? `${problem.message} — write ${JSON.stringify(source)}` : problem.message };
}

/** Null: it is not in the part. */
function keysWithin(path: string, prefix: string): readonly string[] | null {
  if (prefix === "" || path === prefix) return keysOf(path.slice(prefix.length));
  return path.startsWith(`${prefix}.`) ? keysOf(path.slice(prefix.length + 1)) : null;
}
