import { DrawbridgeError, type Problem, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { checkLimit, checkName, isStorable, unstorable } from "./input-rules.ts";
import type { CommitInput, CommitMark, Head, HistoryPage, LogEnd, LogPage } from "./store.ts";

/** Milliseconds for which a request's result is kept for a retry. */
export const idempotencyLife = 24 * 60 * 60 * 1000;

/** @throws invalid, with every reason */
export function checkCommit(input: CommitInput): void {
  const problems: Problem[] = [];
  if (input.changes.length === 0) problems.push({ path: "changes", message: "A commit changes at least one resource." });
  if (!Number.isSafeInteger(input.at)) problems.push({ path: "at", message: "Expected whole epoch milliseconds." });
  checkTexts(input, problems);
  checkChanges(input, problems);
  throwIfAny(problems, "The commit");
}

/** @throws invalid */
export function checkPage(page: HistoryPage): void {
  for (const text of [page.actor, page.kind, page.id]) if (text !== undefined) checkName(text);
  if (page.id !== undefined && page.kind === undefined) {
    throw new DrawbridgeError("invalid", "An id requires its kind.");
  }
  checkLimit(page.limit, 200);
}

/** @throws invalid */
export function checkLogPage({ project, limit }: LogPage): void {
  if (project !== undefined) checkName(project);
  checkLimit(limit, 1000);
}

/** Bytes of values after which a call returns no further commit: one can have 4 MiB. */
export const maxFollowedBytes = 16 * 1024 * 1024;

/** @throws invalid */
export function checkFollowing(revision: number, limit: number): void {
  if (!Number.isSafeInteger(revision)) throw new DrawbridgeError("invalid", "Expected a revision.");
  checkLimit(limit, 1000);
}

/** @throws not_found */
export function checkNotCompacted(revision: number, floor: number): void {
  if (revision >= floor || revision <= 0) return;
  throw new DrawbridgeError("not_found", `Revision ${revision} is no longer in the history: choose revision ${floor} or later.`);
}

/** Commits were lost, or it is another store. */
export class LogMismatch extends DrawbridgeError {
  constructor() {
    super("conflict", "The store is no longer the one that this process follows. Nothing was changed; try again.");
  }
}

/** Commits without ids are compared by all other known fields. */
export function isSameCommit(a: CommitMark, b: CommitMark): boolean {
  if (a.revision !== b.revision || a.id !== b.id) return false;
  return a.id !== null || (a.at === b.at && a.actor === b.actor && a.reason === b.reason);
}

/** @param commitAt the log's commit with the revision of `known`; null means none */
export function continuesLog(head: Head, commitAt: CommitMark | null, known: LogEnd): boolean {
  if (head.epoch !== known.head.epoch || head.revision < known.head.revision) return false;
  return known.last === null || (commitAt !== null && isSameCommit(commitAt, known.last));
}

/** A log of another epoch is another log. */
export function hasLostCommits(head: Head, commitAt: CommitMark | null, known: LogEnd): boolean {
  return head.epoch === known.head.epoch && !continuesLog(head, commitAt, known);
}

export function storeClosed(): DrawbridgeError {
  return new DrawbridgeError("unavailable", "The store is closed.");
}

function checkTexts(input: CommitInput, problems: Problem[]): void {
  const { claim = [], release = [], idempotency } = input;
  const texts: [string, readonly string[]][] = [
    ["id", [input.id ?? ""]],
    ["actor", [input.actor]],
    ["reason", [input.reason]],
    ["overridden", input.overridden],
    ["claim", claim.flatMap(({ text, project, id }) => [text, project, id])],
    ["release", release],
    ["expect", input.expect.map((e) => e.project)],
    ["idempotency", idempotency ? [idempotency.key, idempotency.request, idempotency.result] : []],
  ];
  for (const [path, list] of texts) {
    if (!list.every(isStorable)) problems.push({ path, message: unstorable });
  }
}

function checkChanges(input: CommitInput, problems: Problem[]): void {
  const seen = new Set<string>();
  for (const [index, { project, kind, id, schema, value }] of input.changes.entries()) {
    const path = `changes.${index}`;
    const name = `${project}\0${kind}\0${id}`;
    if (![project, kind, id, value ?? ""].every(isStorable)) problems.push({ path, message: unstorable });
    if (!Number.isSafeInteger(schema)) problems.push({ path: `${path}.schema`, message: "Expected a whole number." });
    if (seen.has(name)) problems.push({ path, message: "The same resource is changed twice in one commit." });
    seen.add(name);
  }
}
