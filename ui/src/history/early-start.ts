import type { CommittedChange } from "drawbridge-rules/wire/history.ts";

/**
 * Returns whether a change of an occurrence started it early: it gave it a start that had come. A start that lies ahead is a move.
 * @param at instant of the commit
 */
export function isEarlyStart({ before, after }: Pick<CommittedChange, "before" | "after">, at: string): boolean {
  const start = after?.start;
  return typeof start === "string" && start !== before?.start && Date.parse(start) <= Date.parse(at);
}
