import assert from "node:assert/strict";
import { test } from "node:test";
import { differences } from "../changes/document-diff.ts";
import type { Commit, CommittedChange } from "../wire/history.ts";
import { describeChanges, describeCommit } from "./commit.ts";
import { namesIn } from "./reader.ts";

const names = namesIn({ window: { run: "Maintenance of Acme Europe" }, person: { u_1: "Vera" } });
const reader = { zone: "UTC", now: Date.parse("2027-01-01T00:00:00Z"), names };

type Given = Pick<CommittedChange, "kind"> & Partial<CommittedChange>;

function say(changes: readonly Given[], more: Partial<Commit> = {}): string {
  const whole = changes.map(({ id = "x", before = null, after = null, ...change }) => {
    return { id, before, after, differences: differences(before ?? {}, after ?? {}), ...change };
  });
  const commit: Commit = {
    revision: 8,
    at: "2026-12-06T00:00:00.500Z",
    actor: "u_9",
    actor_name: "Ada",
    reason: "",
    overridden: [],
    undone: null,
    restored: null,
    changes: whole,
    ...more,
  };
  return describeCommit(commit, reader);
}

test("a title is an author and what was done", () => {
  const ios = { kind: "platform", id: "ios", before: { minimum: "2.4.0" }, after: { minimum: "25.0" } } as const;
  const web = { kind: "instance", id: "eu-1", before: { name: "EU" }, after: null } as const;
  assert.equal(say([ios]), "Ada raised the iOS minimum 2.4.0 → 25.0");
  assert.equal(say([web, ios]), "Ada raised the iOS minimum 2.4.0 → 25.0 and deleted instance eu-1");
  const protection = { kind: "protection", id: "", after: { four_eyes: true } } as const;
  assert.equal(say([web, ios, protection]), "Ada raised the iOS minimum 2.4.0 → 25.0, and 2 more changes");
  const back = { ...ios, before: ios.after, after: ios.before };
  const published = { kind: "proposal", before: { state: "approved" }, after: { state: "published" } } as const;
  assert.equal(say([back, published], { undone: 13 }), "Ada undid “raised the iOS minimum 2.4.0 → 25.0”");
  assert.equal(say([ios], { restored: 9, actor_name: null }), "Erased user restored to revision 9");
  assert.equal(say([{ kind: "project", id: "", after: { name: "Ride" } }, ios]), "Ada created the project Ride");
});

test("of thousands of changes, the first get sentences and the others are counted", () => {
  const changes = Array.from({ length: 5_000 }, (_, index) => {
    return { kind: "instance", id: `i-${index}`, before: null, after: { name: `I ${index}` }, differences: [] } as const;
  });
  assert.equal(say(changes), "Ada added instance i-0, and 4999 more changes");
  const { edits, more } = describeChanges(changes, reader);
  assert.deepEqual([edits.length, more], [100, 4_900]);
  assert.equal(describeChanges(changes, reader, 5_000).edits.length, 5_000);
});

const occurrence = { window: "db", occurrence: "2026-12-06T02:00", start: null, end: null };
const override = (before: object | null, after: object | null) =>
  say([{ kind: "override", before: before && { ...occurrence, ...before }, after: after && { ...occurrence, ...after } }]);

test("maintenance is said by its verb", () => {
  const hand = { origin: "hand", start: "2026-12-06T00:00", duration: "30m" };
  const own = { window: "run", end: "2026-12-06T01:00:00Z" };
  assert.equal(say([{ kind: "window", id: "run", after: hand }]), "Ada started maintenance of Acme Europe until 00:30");
  assert.equal(
    say([
      { kind: "override", id: "run/2", after: own },
      { kind: "window", id: "run", after: hand },
    ]),
    "Ada started maintenance of Acme Europe until 01:00",
  );
  const started = { start: "2026-12-06T00:00:00Z", end: "2026-12-06T01:00:00Z" };
  assert.equal(override(null, started), "Ada started db early until 01:00");
  assert.equal(override(started, { ...started, end: "2026-12-07T02:00:00Z" }), "Ada extended db until Mon 7 Dec 02:00");
  assert.equal(override(started, { ...started, completed: true }), "Ada completed db");
  assert.equal(override(null, { canceled: true }), "Ada canceled db of Sun 6 Dec 02:00");
  const moved = { start: "2026-12-08T05:00:00Z", end: "2026-12-08T06:00:00Z" };
  assert.equal(override(null, moved), "Ada moved db to Tue 8 Dec 05:00–06:00 (UTC)");
  assert.equal(override({}, null), "Ada reset db to its schedule");
});

test("keys, roles, proposals and protection have verbs of their own", () => {
  const key = { id: "k_1", name: "demo", revoked_at: null, replaced_by: null };
  const replaced = { kind: "read_key", id: "k_1", before: key, after: { ...key, replaced_by: "k_2" } } as const;
  assert.equal(say([{ kind: "read_key", id: "k_2", after: { ...key, id: "k_2" } }, replaced]), "Ada rotated key demo");
  assert.equal(say([{ kind: "read_key", before: key, after: { ...key, revoked_at: "x" } }]), "Ada revoked key demo");
  assert.equal(say([{ kind: "token", after: { name: "ci", kind: "access" } }]), "Ada created access token ci");
  assert.equal(say([{ kind: "grant", id: "u_1", after: { role: "editor" } }]), "Ada made Vera an editor");
  assert.equal(say([{ kind: "grant", id: "u_1", before: { role: "viewer" } }]), "Ada removed Vera (was viewer)");
  const open = { state: "open", hash: "h", updated: null, title: "iOS minimum 2.4.0 → 2.6.0" };
  const of = (after: Partial<typeof open> | object, before: typeof open | null = open) =>
    say([{ kind: "proposal", id: "p", before, after: { ...open, ...after } }]);
  assert.equal(of({}, null), "Ada requested approval for “iOS minimum 2.4.0 → 2.6.0”");
  const verbs = [{}, { state: "approved" }, { hash: "i" }, { hash: "i", updated: { actor: "u_1" } }].map(
    (after) => of(after).split(" ")[1],
  );
  assert.deepEqual(verbs, ["approved", "approved", "changed", "updated"]);
  const protection = { kind: "protection", id: "", after: { four_eyes: true, reason_required: false } } as const;
  assert.equal(say([protection]), "Ada turned on required approval");
});
