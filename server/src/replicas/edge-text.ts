/**
 * Events of an origin's stream to its edges (WHATWG HTML §9.2.6, text/event-stream). Data is one line of JSON. The id of an event
 * is `<epoch>.<revision>`: the head of an edge that has applied it.
 *
 *     start    first event of a stream: the format, the scope, the head of the origin, the edges that it passes through, and the
 *              origin's time zone data if the edge has others
 *     copy     a full snapshot follows, replacing the edge's state: `rows` events, then `copied` with the SHA-256 of their data
 *     commit   changes of one commit within the scope; sent even if there are none, since the revision counts
 *
 * In these events, `commit` is the id of the last commit, and `digests` has one digest per project that may have changed
 * (`project-digests.ts`). A heartbeat is a comment with the head that the edge has been sent, the first one after a change with all
 * digests. Edges with another `schema` of values compare none.
 */
import { currentSchema } from "drawbridge-rules/project/project-state.ts";
import { eventText } from "../log/stream/event-text.ts";
import type { Change, Head, Row } from "../store/store.ts";
import { type EdgeScope, edgeFormat } from "./edge-scope.ts";
import type { Digests } from "./project-digests.ts";

/** Milliseconds after which an edge reconnects, at least. */
const retry = 1_000;

export function positionText({ epoch, revision }: Head): string {
  return `${epoch}.${revision}`;
}

/** Null: it is none. */
export function readPosition(text: string): Head | null {
  const match = /^([A-Za-z0-9_-]{1,64})\.(0|[1-9][0-9]{0,15})$/.exec(text);
  if (!match) return null;
  const revision = Number(match[2]);
  return Number.isSafeInteger(revision) ? { epoch: match[1] ?? "", revision } : null;
}

/** Distinguishes a state of the origin from another with the same revision. Older edges ignore it. */
export interface StateMark {
  /** Id of the last commit; null: it has none, or it is unknown. */
  readonly commit: string | null;
  /** Null: for a past state. */
  readonly digests: Digests | null;
}

/** @param via edges that the stream passes through; @param zones time zone data; undefined: the edge has them */
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

/** A heartbeat: a comment, since edges refuse unknown events. @param digests of the head; undefined: already sent */
export function heartbeatText({ epoch, revision }: Head, digests?: Digests): string {
  return `:${headComment}${JSON.stringify({ epoch, revision, digests })}\n\n`;
}

/** @param data JSON of a list of rows */
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

export function rowForm({ project, kind, id, schema, revision, value }: Row): object {
  return { project, kind, id, schema, revision, value };
}

function changeForm({ project, kind, id, schema, value }: Change): object {
  return { project, kind, id, schema, value };
}
