import assert from "node:assert/strict";
import { test } from "node:test";
import { RecentCommits } from "../log/stream/recent-commits.ts";
import { edgeScope } from "../replicas/edge-protocol.ts";
import type { Change } from "../store/store.ts";
import { EncodedCommit } from "./edge-hub.ts";

const at = (revision: number) => ({ epoch: "e1", revision });
const change: Change = { project: "p1", kind: "instance", id: "x", schema: 1, value: "{}" };
const mark = { commit: null, digests: null };

test("scopes of the same projects are the same, in whatever order they were said", () => {
  assert.equal(edgeScope(["b", "a", "a"]).name, edgeScope(["a", "b"]).name);
  assert.notEqual(edgeScope(["a"]).name, edgeScope(null).name);
  assert.notEqual(edgeScope(["a"]).name, edgeScope(["b"]).name);
});

test("texts for many scopes count toward the limit, so fewer commits are kept", () => {
  const recent = new RecentCommits<EncodedCommit>({ commits: 10_000, size: 1_000_000 });
  const scopes = Array.from({ length: 100 }, (_, n) => edgeScope([`p${n}`]));
  for (let revision = 1; revision <= 1_000; revision++) {
    recent.push(at(revision), new EncodedCommit(at(revision), [change], mark, (by) => recent.grow(by)));
    for (const scope of scopes) recent.next(revision - 1)?.textOf(scope);
  }
  assert.ok(1_000 - recent.from < 60, `${1_000 - recent.from} commits are kept`);
  assert.equal(recent.next(999)?.head.revision, 1_000);
});
