/** Status report of an edge. Any token holder can send one, so every field is bounded and none is trusted. */
import type { Head } from "../store/store.ts";

export interface EdgeReport {
  /** Edge id: stays the same as long as the edge keeps its disk. */
  readonly edge: string;
  /** Host name of its machine. */
  readonly host: string;
  /** Head of the state that it answers from; null: none yet. */
  readonly head: Head | null;
  /** Reason that the edge refuses the origin's data; null: it does not. */
  readonly problem: string | null;
  /** Version of the program. */
  readonly version: string;
  /** Version of its time zone data. */
  readonly tzdata: string;
  /** Newest schema of values that it knows. */
  readonly schema: number;
  /** Edges that follow it. */
  readonly followers: number;
  /** Number of times since its start that its rows differed from its origin's, so that it loaded everything again. */
  readonly differences: number;
}

/** Bytes of JSON. */
export const maxReportLength = 4_096;
export const reportHeader = "drawbridge-edge";
/** Scope of the stream that the edge asks to resume. */
export const scopeHeader = "drawbridge-edge-scope";
/** Id of the edge's last commit. */
export const commitHeader = "drawbridge-edge-commit";
/** Digest of the edge's time zone data. */
export const zonesHeader = "drawbridge-edge-zones";

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
  // Headers can only contain ASCII.
  return text.replaceAll(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The problem may quote a server's text, so line ends are replaced, and the length is limited. */
function onOneLine(text: string): string {
  return text.slice(0, longestProblem).toWellFormed().replaceAll(lineEnds, " ");
}

/** Null: not a report. Ignores unknown members, which newer edges send. */
export function readReport(text: string): EdgeReport | null {
  if (text.length > maxReportLength) return null;
  const said = parsed(text);
  if (said === null) return null;
  const { edge, host, epoch, revision, problem, version, tzdata, schema, followers, differences } = said;
  if (typeof edge !== "string" || !/^[a-z0-9_-]{4,40}$/.test(edge)) return null;
  if (!isLine(host, 253) || !isLine(version, 40) || !isLine(tzdata, 20)) return null;
  if (!isCount(schema) || !isCount(followers) || !isCount(differences) || !(problem === null || isLine(problem, longestProblem)))
    return null;
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
