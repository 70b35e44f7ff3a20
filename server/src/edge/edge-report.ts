/** What an edge tells of itself: it is whoever has the token that says it, so all of it is bounded, and nothing is believed. */
import type { Head } from "../store/store.ts";

export interface EdgeReport {
  /** Of the edge: the same as long as it has its copy. */
  readonly edge: string;
  /** What its machine is called. */
  readonly host: string;
  /** What it answers from; null: nothing yet. */
  readonly head: Head | null;
  /** Why it does not take in what its origin says; null: it does. */
  readonly problem: string | null;
  /** Of the program. */
  readonly version: string;
  /** Of its time zones. */
  readonly tzdata: string;
  /** Of values: the newest that it knows. */
  readonly schema: number;
  /** Edges that follow it. */
  readonly followers: number;
  /**
   * Number of times since its start that its rows differed from its origin's, so that it loaded everything again; null: an older
   * edge.
   */
  readonly differences: number | null;
}

/** Bytes of JSON. */
export const longestReport = 4_096;
export const reportHeader = "drawbridge-edge";
/** Of what its origin says, what the edge asks to have continued. */
export const scopeHeader = "drawbridge-edge-scope";
/** Id of the edge's last commit. */
export const commitHeader = "drawbridge-edge-commit";

const longestProblem = 500;
const lineEnds = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

export function printReport({ edge, host, head, problem, version, tzdata, schema, followers, differences }: EdgeReport): string {
  const text = JSON.stringify({
    edge,
    host: host.slice(0, 253).replaceAll(/[^!-~]/g, "?"),
    epoch: head?.epoch ?? null,
    revision: head?.revision ?? null,
    problem: problem === null ? null : onOneLine(problem),
    version,
    tzdata,
    schema,
    followers,
    differences,
  });
  // A header has ASCII alone.
  return text.replaceAll(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** What a server said may be in it, and what is refused is not told at all. */
function onOneLine(text: string): string {
  return text.slice(0, longestProblem).toWellFormed().replaceAll(lineEnds, " ");
}

/** Null: it is none. What is not known is of a newer edge. */
export function readReport(text: string): EdgeReport | null {
  if (text.length > longestReport) return null;
  const said = parsed(text);
  if (said === null) return null;
  const { edge, host, epoch, revision, problem, version, tzdata, schema, followers, differences = null } = said;
  if (typeof edge !== "string" || !/^[a-z0-9_-]{4,40}$/.test(edge)) return null;
  if (!isLine(host, 253) || !isLine(version, 40) || !isLine(tzdata, 20)) return null;
  if (differences !== null && !isCount(differences)) return null;
  if (!isCount(schema) || !isCount(followers) || !(problem === null || isLine(problem, longestProblem))) return null;
  const isNowhere = epoch === null && revision === null;
  if (!isNowhere && !(isLine(epoch, 64) && isCount(revision))) return null;
  const head = isNowhere ? null : { epoch: epoch as string, revision: revision as number };
  return { edge, host, head, problem, version, tzdata, schema, followers, differences };
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function isLine(value: unknown, longest: number): value is string {
  return typeof value === "string" && value.length <= longest && value.isWellFormed() && value.search(lineEnds) < 0;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
