import assert from "node:assert/strict";
import { test } from "node:test";
import type { LostCommits, SourceStatus } from "drawbridge-rules/wire/status.ts";
import { lossAttention } from "./loss-attention.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

function needs(lost: Partial<LostCommits> | null | undefined): string[] {
  const at = new Date(now - 3_600_000).toISOString();
  const whole = lost && { at, epoch: "e", after: 3, through: 7, manifests: [], ...lost };
  return lossAttention([{ name: "store", ...(whole === undefined ? {} : { lost: whole }) } as SourceStatus], now).map(
    ({ urgency, text }) => `${urgency} ${text}`,
  );
}

test("commits that the database lost are told for a week, by their revisions", () => {
  assert.deepEqual(needs({}), [
    "now The database was rolled back and lost changes (revisions 4 to 7); detected 1 hour ago. The activity of each project lists them",
  ]);
  assert.match(needs({ after: 6 })[0] ?? "", /\(revision 7\)/);
  assert.match(needs({ after: null })[0] ?? "", /\(up to revision 7\)/);
  assert.match(needs({ through: null })[0] ?? "", /\(after revision 3\)/);
  assert.deepEqual(needs({ at: new Date(now - 8 * 86_400_000).toISOString() }), []);
});

test("where nothing was lost, and at a server that does not say it, nothing is told", () => {
  assert.deepEqual([needs(null), needs(undefined)], [[], []]);
});
