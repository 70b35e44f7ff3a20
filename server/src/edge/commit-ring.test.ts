import assert from "node:assert/strict";
import { test } from "node:test";
import type { Change } from "../store/store.ts";
import { CommitRing } from "./commit-ring.ts";
import { edgeScope } from "./edge-scope.ts";

const at = (revision: number, epoch = "e1") => ({ epoch, revision });
const change = (project: string, value = "{}", kind: Change["kind"] = "instance"): Change => ({
  project,
  kind,
  id: "x",
  schema: 1,
  value,
});

const mark = { commit: null, digests: null };

test("what is kept has no gap, and what it begins after is known", () => {
  const ring = new CommitRing({ commits: 3, size: 1_000_000 });
  ring.reset(at(10));
  for (let revision = 11; revision <= 15; revision++) ring.push([change("a", `{"n":${revision}}`)], at(revision), mark);
  assert.equal(ring.from, 12);
  assert.deepEqual(
    [12, 13, 14, 15].map((revision) => ring.next(revision)?.head.revision),
    [13, 14, 15, undefined],
  );
  // Heard twice, it is there once.
  ring.push([change("a")], at(15), mark);
  assert.equal(ring.head?.revision, 15);
  ring.push([change("a")], at(17), mark);
  assert.deepEqual([ring.from, ring.next(17)], [17, null]);
  ring.push([change("a")], at(18, "e2"), mark);
  assert.deepEqual([ring.head, ring.from], [at(18, "e2"), 18]);
});

test("large commits push out more of the others, and one that is larger than all pushes out itself", () => {
  const ring = new CommitRing({ commits: 100, size: 5_000 });
  ring.reset(at(0));
  for (let revision = 1; revision <= 4; revision++) ring.push([change("a", "x".repeat(1_000))], at(revision), mark);
  assert.equal(ring.from, 1);
  ring.push([change("a", "x".repeat(10_000))], at(5), mark);
  assert.equal(ring.from, 5);
});

test("the text of a commit is written once for a scope, and has what is in it alone", () => {
  const ring = new CommitRing();
  ring.reset(at(0));
  ring.push([change("a"), change("b"), change("", "{}", "edge_token"), change("a", "{}", "grant")], at(1), mark);
  const commit = ring.next(0) ?? assert.fail();
  const said = (projects: readonly string[] | null) => {
    const text = commit.textOf(edgeScope(projects));
    assert.equal(commit.textOf(edgeScope(projects)), text);
    const { changes } = JSON.parse(/^data: (.*)$/m.exec(text.toString())?.[1] ?? "");
    return changes.map(({ project, kind }: Change) => `${project} ${kind}`);
  };
  assert.deepEqual(said(null), ["a instance", "b instance", " edge_token"]);
  assert.deepEqual(said(["b"]), ["b instance"]);
  assert.deepEqual(said(["c"]), []);
});

test("scopes of the same projects are the same, in whatever order they were said", () => {
  assert.equal(edgeScope(["b", "a", "a"]).name, edgeScope(["a", "b"]).name);
  assert.notEqual(edgeScope(["a"]).name, edgeScope(null).name);
  assert.notEqual(edgeScope(["a"]).name, edgeScope(["b"]).name);
});

test("what is written for many scopes counts: it is kept for fewer commits, and not without end", () => {
  const ring = new CommitRing({ commits: 10_000, size: 1_000_000 });
  ring.reset(at(0));
  const scopes = Array.from({ length: 100 }, (_, n) => edgeScope([`p${n}`]));
  for (let revision = 1; revision <= 1_000; revision++) {
    ring.push([change("p1")], at(revision), mark);
    for (const scope of scopes) ring.next(revision - 1)?.textOf(scope);
  }
  assert.ok(1_000 - ring.from < 60, `${1_000 - ring.from} commits are kept`);
  assert.equal(ring.next(999)?.head.revision, 1_000);
});
