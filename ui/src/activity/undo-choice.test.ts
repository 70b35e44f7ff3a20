import assert from "node:assert/strict";
import { test } from "node:test";
import type { CommittedChange } from "drawbridge-rules/wire/history.ts";
import { type OneWay, undoChoice } from "./undo-choice.ts";

type Fields = Readonly<Record<string, unknown>> | null;

function change(kind: CommittedChange["kind"], before: Fields, after: Fields): CommittedChange {
  return { kind, id: "x", before, after, differences: [] };
}

const platform = change("platform", { minimum: "2" }, { minimum: "3" });

test("configuration can be undone, and what is done beside it says why it stays", () => {
  const revoked = change("read_key", { revoked_at: null }, { revoked_at: "2026-11-22T00:00:00Z" });
  assert.deepEqual(undoChoice({ changes: [platform] }, "p"), { isUndoable: true, isRestorable: true, oneWay: [] });
  assert.deepEqual(undoChoice({ changes: [platform, revoked] }, "p").oneWay, ["read_key"]);
  assert.equal(undoChoice({ changes: [revoked] }, "p").isUndoable, false);
});

test("each kind of one-way change has a reason of its own", () => {
  const reasons: [CommittedChange, OneWay][] = [
    [change("override", { end: "2026" }, { end: "2027" }), "maintenance"],
    [change("window", null, { origin: "hand" }), "maintenance"],
    [change("read_key", { name: "a", revoked_at: null }, { name: "b", revoked_at: null }), "read_key"],
    [change("token", { revoked_at: null }, { revoked_at: "2026" }), "token"],
    [change("grant", { role: "viewer" }, { role: "editor" }), "grant"],
    [change("protection", null, { four_eyes: true }), "protection"],
    [change("proposal", null, { state: "open" }), "proposal"],
    [change("project", null, { name: "New" }), "project"],
  ];
  for (const [one, reason] of reasons) {
    assert.deepEqual(
      [undoChoice({ changes: [one] }, "p").isUndoable, undoChoice({ changes: [one] }, "p").oneWay],
      [false, [reason]],
    );
  }
});

test("what a proposal published is undone with its revision, and a deleted project comes back but is nowhere to restore to", () => {
  const published = change("proposal", { state: "approved" }, { state: "published" });
  assert.deepEqual(undoChoice({ changes: [platform, published] }, "p").oneWay, []);
  const deletion = [change("project", { name: "Old" }, null), change("read_key", { revoked_at: null }, null)];
  assert.deepEqual(undoChoice({ changes: deletion }, "p"), { isUndoable: true, isRestorable: false, oneWay: [] });
});

test("of the server itself nothing is undone", () => {
  const made = change("token", null, { revoked_at: null });
  assert.deepEqual(undoChoice({ changes: [made] }, null), {
    isUndoable: false,
    isRestorable: false,
    oneWay: ["token"],
  });
});
