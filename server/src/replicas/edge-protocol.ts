/**
 * Events of an origin's stream to its edges (WHATWG HTML §9.2.6). Data is one line of JSON. The id of an event is
 * `<epoch>.<revision>`: the head of an edge that has applied it.
 *
 *     start    first event: the format, the scope, the head of the origin, the edges that it passes through, and the origin's
 *              time zone data if the edge has others
 *     copy     a full replica replaces the edge's state: `rows` events, then `copied` with the SHA-256 of their data
 *     commit   changes of one commit within the scope; sent even if there are none, since the revision counts
 *
 * In these events, `commit` is the id of the last commit, and `digests` has one digest per project that may have changed
 * (`project-digests.ts`). A heartbeat is a comment with the head that the edge has been sent, the first one after a change with all
 * digests. Edges with another `schema` of values compare none.
 */
import { hash } from "node:crypto";
import { type Kind, kinds } from "drawbridge-rules/project/kind.ts";
import { currentSchema } from "drawbridge-rules/project/project-state.ts";
import { z } from "zod";
import { eventText } from "../log/stream/fan-out.ts";
import type { Change, Head, Row } from "../store/store.ts";
import { type Digests, isForEdges, type Resource, valueForEdges } from "./project-digests.ts";

export const edgeFormat = 1;

/** Kinds that reads need, of all projects or of the projects in the token. */
export interface EdgeScope {
  readonly projects: readonly string[] | null;
  /** The same for the same content: a replica of another scope cannot be continued. */
  readonly name: string;
  has(resource: Resource): boolean;
}

export function edgeScope(projects: readonly string[] | null): EdgeScope {
  const named = projects === null ? null : new Set(projects);
  const sorted = named === null ? null : [...named].sort();
  const travelling = (Object.keys(kinds) as Kind[]).filter((kind) => kinds[kind].travels).sort();
  const name = hash("sha256", JSON.stringify([edgeFormat, travelling, sorted]), "base64url").slice(0, 22);
  return {
    projects: sorted,
    name,
    // An unrestricted edge can be followed by others, so it needs the hashes of edge tokens, which are of no project.
    has: (resource) => (named === null || named.has(resource.project)) && isForEdges(resource),
  };
}

/** Milliseconds after which an edge reconnects, at least. */
const retry = 1_000;

export function positionText({ epoch, revision }: Head): string {
  return `${epoch}.${revision}`;
}

export function readPosition(text: string): Head | null {
  const match = /^([A-Za-z0-9_-]{1,64})\.(0|[1-9][0-9]{0,15})$/.exec(text);
  if (!match) return null;
  const revision = Number(match[2]);
  return Number.isSafeInteger(revision) ? { epoch: match[1] ?? "", revision } : null;
}

/** Distinguishes states of the origin with the same revision. Older edges ignore it. */
export interface StateMark {
  readonly commit: string | null;
  /** Null means for a past state. */
  readonly digests: Digests | null;
}

/** @param via edges that the stream passes through @param zones undefined means the edge has them */
export function startText(
  { name, projects }: EdgeScope,
  { epoch, revision }: Head,
  via: readonly string[],
  mark: StateMark,
  zones?: string,
): string {
  return `retry: ${retry}\n${eventText("start", { format: edgeFormat, scope: name, projects, epoch, revision, via, schema: currentSchema, ...mark, zones })}`;
}

export function copyText({ epoch, revision }: Head, rows: number, commit: string | null): string {
  return eventText("copy", { epoch, revision, rows, commit });
}

export const headComment = "head ";

/** A comment, since edges refuse unknown events. @param digests undefined means already sent */
export function heartbeatText({ epoch, revision }: Head, digests?: Digests): string {
  return `:${headComment}${JSON.stringify({ epoch, revision, digests })}\n\n`;
}

export function rowsText(data: string): string {
  return `event: rows\ndata: ${data}\n\n`;
}

export function copiedText(head: Head, sha256: string): string {
  return eventText("copied", { sha256 }, positionText(head));
}

/** @param after revision of the previous commit */
export function commitText(head: Head, after: number, changes: readonly Change[], { commit, digests }: StateMark): string {
  const mark = digests === null ? { commit } : { commit, digests };
  return eventText("commit", { after, changes: changes.map(changeForm), ...mark }, positionText(head));
}

export function rowForm(row: Row): object {
  const { project, kind, id, schema, revision } = row;
  return { project, kind, id, schema, revision, value: valueForEdges(row) };
}

/** A change without members that its source added. */
export function changeForm({ project, kind, id, schema, value }: Change): Change {
  return { project, kind, id, schema, value };
}

/** Bytes of JSON. */
export const maxReportLength = 4_096;
export const reportHeader = "drawbridge-edge";
export const scopeHeader = "drawbridge-edge-scope";
export const commitHeader = "drawbridge-edge-commit";
export const zonesHeader = "drawbridge-edge-zones";

const longestProblem = 500;
const lineEnds = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

export function printReport({ host, head, problem, ...others }: EdgeReport): string {
  const text = JSON.stringify({
    ...others,
    host: host.slice(0, 253).replaceAll(/[^!-~]/g, "?"),
    epoch: head?.epoch ?? null,
    revision: head?.revision ?? null,
    problem: problem === null ? null : problem.slice(0, longestProblem).toWellFormed().replaceAll(lineEnds, " "),
  });
  // Headers can only contain ASCII.
  return text.replaceAll(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const line = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine((text) => text.isWellFormed() && text.search(lineEnds) < 0);
const count = z.int().min(0);
/** Any token holder can send one, so every field is bounded and none is trusted. */
const reportForm = z
  .object({
    /** Stays the same as long as the edge keeps its disk. */
    edge: z.string().regex(/^[a-z0-9_-]{4,40}$/),
    host: line(253),
    epoch: line(64).nullable(),
    revision: count.nullable(),
    /** Why the edge refuses the origin's data. */
    problem: line(longestProblem).nullable(),
    version: line(40),
    tzdata: line(20),
    /** Newest schema of values that the edge knows. */
    schema: count,
    followers: count,
    /** Times since its start that its rows differed, so that it loaded everything again. */
    differences: count,
  })
  .refine(({ epoch, revision }) => (epoch === null) === (revision === null));

type ReportForm = z.infer<typeof reportForm>;
export interface EdgeReport extends Readonly<Omit<ReportForm, "epoch" | "revision">> {
  readonly head: Head | null;
}

/** Ignores unknown members, which newer edges send. */
export function readReport(text: string): EdgeReport | null {
  const read = text.length > maxReportLength ? null : reportForm.safeParse(parseJsonOrNull(text));
  if (!read?.success) return null;
  const { epoch, revision, ...report } = read.data;
  return { ...report, head: epoch === null || revision === null ? null : { epoch, revision } };
}

export function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
