import assert from "node:assert/strict";
import { test } from "node:test";
import type { CommittedChange } from "drawbridge-rules/wire/history.ts";
import { type NotUndoable, undoChoice } from "./undo-choice.ts";

/** Instant of the commits. */
const at = "2026-11-22T00:00:00.500Z";

type Fields = Readonly<Record<string, unknown>> | null;

function change(kind: CommittedChange["kind"], before: Fields, after: Fields): CommittedChange {
  return { kind, id: "x", before, after, differences: [] };
}

const platform = change("platform", { minimum: "2" }, { minimum: "3" });

test("configuration can be undone, and what is done beside it says why it stays", () => {
  const revoked = change("read_key", { revoked_at: null }, { revoked_at: "2026-11-22T00:00:00Z" });
  assert.deepEqual(undoChoice({ at, changes: [platform] }, "p"), { isUndoable: true, isRestorable: true, oneWay: [] });
  assert.deepEqual(undoChoice({ at, changes: [platform, revoked] }, "p").oneWay, ["key"]);
  assert.equal(undoChoice({ at, changes: [revoked] }, "p").isUndoable, false);
});

test("each one-way change has a reason of its own", () => {
  const override = (fields: object) => change("override", { end: "2026" }, { end: "2026", ...fields });
  const reasons: [CommittedChange, NotUndoable][] = [
    [override({ completed: true }), "completed"],
    [override({ canceled: true }), "canceled"],
    [override({ start: "2026-11-22T00:00:00.400+00:00" }), "started"],
    [override({ start: "2026-11-22T01:00:00.000+00:00", end: "2027" }), "moved"],
    [override({ end: "2027" }), "moved"],
    [change("window", null, { origin: "hand" }), "started"],
    [change("read_key", null, { revoked_at: null }), "key"],
    [change("token", null, { kind: "calendar", revoked_at: null }), "feed"],
    [change("read_key", { name: "a", revoked_at: null }, { name: "b", revoked_at: null }), "key"],
    [change("token", { expires_at: null, revoked_at: null }, { expires_at: "2027", revoked_at: null }), "token"],
    [change("token", { name: "a", revoked_at: null }, { kind: "calendar", name: "b", revoked_at: null }), "feed"],
    [change("token", { revoked_at: null }, { revoked_at: "2026" }), "token"],
    [change("grant", { role: "viewer" }, { role: "editor" }), "role"],
    [change("protection", null, { four_eyes: true }), "protection"],
    [change("proposal", null, { state: "open" }), "proposal"],
    [change("project", null, { name: "New" }), "created_project"],
  ];
  for (const [one, reason] of reasons) {
    assert.deepEqual(
      [undoChoice({ at, changes: [one] }, "p").isUndoable, undoChoice({ at, changes: [one] }, "p").oneWay],
      [false, [reason]],
    );
  }
});

test("what a proposal published is undone with its revision, and a deleted project comes back but is nowhere to restore to", () => {
  const published = change("proposal", { state: "approved" }, { state: "published" });
  assert.deepEqual(undoChoice({ at, changes: [platform, published] }, "p").oneWay, []);
  const deletion = [change("project", { name: "Old" }, null), change("read_key", { revoked_at: null }, null)];
  assert.deepEqual(undoChoice({ at, changes: deletion }, "p"), { isUndoable: true, isRestorable: false, oneWay: [] });
});

test("of the server itself nothing is undone", () => {
  const made = change("token", null, { revoked_at: null });
  assert.deepEqual(undoChoice({ at, changes: [made] }, null), {
    isUndoable: false,
    isRestorable: false,
    oneWay: ["token"],
  });
});
