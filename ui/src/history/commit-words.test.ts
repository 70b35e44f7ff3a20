import assert from "node:assert/strict";
import { test } from "node:test";
import type { Commit, CommittedChange } from "drawbridge-rules/wire/history.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { describeCommit, shownDifferences, type Tools } from "./commit-words.ts";
import { historyTexts } from "./history-texts.ts";

const tools: Tools = {
  words: historyTexts,
  paths: sharedTexts.paths,
  roles: sharedTexts.roles,
  instant: (at) => at.slice(11, 16),
  nameOf: (actor) => (actor === "u_1" ? "Ada" : actor),
};

type Given = Partial<CommittedChange> & Pick<CommittedChange, "kind">;

function said(...changes: readonly Given[]): readonly string[] {
  const whole = changes.map((change) => ({ id: "x", before: null, after: null, differences: [], ...change }));
  const commit: Commit = {
    revision: 1,
    at: "2026-12-06T00:00:00.500Z",
    actor: "u_1",
    actor_name: "Ada",
    reason: "",
    overridden: [],
    undone: null,
    restored: null,
    changes: whole,
  };
  return describeCommit(commit, tools);
}

const override = (before: object | null, after: object | null) =>
  said({
    kind: "override",
    before: before && { window: "db", occurrence: "2026-12-06T02:00", start: null, end: null, ...before },
    after: after && { window: "db", occurrence: "2026-12-06T02:00", start: null, end: null, ...after },
  })[0];

test("what was done to maintenance is said by its verb", () => {
  assert.equal(override(null, { end: "2026-12-06T03:00Z" }), "Extended db to 03:00");
  assert.equal(override({ end: "2026-12-06T03:00Z" }, { end: "2026-12-06T04:00Z" }), "Extended db to 04:00");
  assert.equal(override(null, { start: "2026-12-06T05:00Z", end: "2026-12-06T06:00Z" }), "Moved db to 05:00, ending 06:00");
  const started = { start: "2026-12-06T00:00:00.400Z", end: "2026-12-06T01:00Z" };
  assert.equal(override(null, started), "Started db early");
  assert.equal(override(started, { ...started, completed: true, end: "2026-12-06T00:30Z" }), "Completed db");
  assert.equal(override(started, { ...started, end: "2026-12-06T02:00Z" }), "Extended db to 02:00");
  assert.equal(override(null, { canceled: true }), "Canceled db on 2026-12-06 02:00");
  assert.equal(override({}, null), "Reset db to its schedule");
});

test("maintenance that is started by hand is one thing, and no window and its times", () => {
  const window = { kind: "window", id: "by-hand", after: { origin: "hand" } } as const;
  const own = { kind: "override", id: "y", after: { window: "by-hand", by_hand: true } } as const;
  assert.deepEqual(said(window, own), ["Started maintenance by-hand"]);
});

test("fields that changed are said where they are short", () => {
  const changed = (path: string, before: unknown, after: unknown) =>
    said({ kind: "platform", id: "ios", before: {}, after: {}, differences: [{ path, before, after }] })[0];
  assert.equal(changed("minimum", "2.4", "2.5"), "Changed versions of ios: minimum 2.4 → 2.5");
  assert.equal(changed("minimum", undefined, "2.5"), "Changed versions of ios: minimum 2.5");
  assert.equal(changed("minimum", "2.4", undefined), "Changed versions of ios: without minimum");
  assert.equal(changed("name", "a", "b".repeat(200)), "Changed versions of ios: name");
});

test("keys, roles, proposals and protection have words of their own", () => {
  const key = { name: "ios 2", revoked_at: null, replaced_by: null };
  assert.deepEqual(said({ kind: "read_key", after: key }), ["Created key ios 2"]);
  assert.deepEqual(said({ kind: "read_key", after: { ...key, imported: true } }), ["Imported key ios 2"]);
  assert.deepEqual(said({ kind: "read_key", before: key, after: { ...key, revoked_at: "x" } }), ["Revoked key ios 2"]);
  assert.deepEqual(said({ kind: "read_key", before: key, after: { ...key, replaced_by: "k" } }), ["Rotated key ios 2"]);
  assert.deepEqual(said({ kind: "grant", id: "u_1", after: { role: "editor" } }), ["Granted Ada the role Editor"]);
  assert.deepEqual(said({ kind: "grant", id: "u_9", before: { role: "editor" } }), ["Removed the role Editor from u_9"]);
  assert.deepEqual(said({ kind: "proposal", id: "p", after: { state: "open" } }), ["Proposed a change (p)"]);
  assert.deepEqual(said({ kind: "proposal", id: "p", before: { state: "open" }, after: { state: "approved" } }), [
    "Approved proposal p",
  ]);
  assert.deepEqual(said({ kind: "protection", id: "", after: { four_eyes: true, reason_required: false } }), [
    "Turned on required approval",
  ]);
});

test("of what comes or goes, only what it says is shown", () => {
  const differences = [
    { path: "id", after: "k" },
    { path: "scope", after: null },
    { path: "name", after: "x" },
    { path: "state", after: "expired" },
  ];
  const change: CommittedChange = { kind: "read_key", id: "k", before: null, after: {}, differences };
  assert.deepEqual(
    shownDifferences(change).map(({ path }) => path),
    ["name"],
  );
});
