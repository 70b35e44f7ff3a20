/** A document read from a client's text: its content, and the position of each part in the text. */
import { shortPath, splitPath } from "drawbridge-rules/values/dotted-path.ts";
import type { Problem } from "drawbridge-rules/values/errors.ts";
import type { Play } from "./document-events.ts";
import { depthReached, pointerTo } from "./json-pointer.ts";
import { PositionFinder } from "./position-finder.ts";

export interface TextDocument {
  /** Plain data; maps have no prototype, so that no key is special. Undefined if the text could not be read. */
  readonly document: unknown;
  /** Problems of the text itself, with lines and pointers. */
  readonly problems: readonly Problem[];
  /**
   * Returns the problems with their lines and pointers, found in one pass over the document; long paths are shortened. `prefix`
   * is the document's own path in them. If a value was written as a number and must be quoted, the quoted form is added.
   */
  locate(problems: readonly Problem[], prefix?: string): Problem[];
  /** The pointer of one problem; undefined: it is not about this document. */
  pointerOf(problem: Pick<Problem, "path" | "guard">, prefix?: string): string | undefined;
}

/** @param play replays the events of the document; called only if there are problems */
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
      const finder = new PositionFinder();
      for (const { path } of found) finder.want(keysWithin(path, prefix) ?? []);
      play(finder);
      return found.map((problem) => pointed(locateOne(problem, prefix, finder), prefix));
    },
  };
}

/** Document that could not be parsed, with its problems. */
export function unreadableDocument(problems: readonly Problem[]): TextDocument {
  return textDocument(undefined, problems, () => undefined);
}

/** The problem already has a position, or is not in the body. */
function isElsewhere({ pointer, parameter, header }: Problem): boolean {
  return [pointer, parameter, header].some((place) => place !== undefined);
}

/**
 * Includes the pointer of a missing member whose parent is in the document. A guard's problem may lie outside the document: its
 * pointer covers the part that is in the document, or is undefined if there is none.
 */
function pointerWithin(document: unknown, keys: readonly string[] | null, isGuards: boolean): string | undefined {
  if (keys === null) return undefined;
  const depth = depthReached(document, keys);
  if (isGuards && depth === 0 && keys.length > 0) return undefined;
  return pointerTo(keys.slice(0, isGuards ? depth : depth + 1));
}

/** Longer texts are not an unquoted version or time. */
const longestQuoted = 64;

function locateOne(problem: Problem, prefix: string, finder: PositionFinder): Problem {
  const keys = keysWithin(problem.path, prefix);
  if (keys === null || problem.line !== undefined || isElsewhere(problem)) return problem;
  const { place, depth } = finder.nearest(keys);
  // A guard's problem about something outside the text has no line.
  if (!place || (depth === 0 && keys.length > 0 && problem.guard !== undefined)) return problem;
  const { line, source } = place;
  const isQuoted = problem.quote && depth === keys.length && source !== null && source.length <= longestQuoted;
  return { ...problem, line, message: isQuoted ? `${problem.message} — write ${JSON.stringify(source)}` : problem.message };
}

/** Null: the path is outside `prefix`. */
function keysWithin(path: string, prefix: string): readonly string[] | null {
  if (prefix === "" || path === prefix) return splitPath(path.slice(prefix.length));
  return path.startsWith(`${prefix}.`) ? splitPath(path.slice(prefix.length + 1)) : null;
}
