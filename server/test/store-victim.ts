/** The victim of `drills/kills.ts`: the content of each commit follows from its revision. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { openSqliteStore } from "../src/store/sqlite/sqlite-store.ts";
import type { Change, Claim, Commit, CommitInput, Store } from "../src/store/store.ts";

export const storeVictim = {
  /** Prints a line with the revision of each change that was acknowledged, and only then. Its stdout is a pipe. */
  start: (directory: string) =>
    spawn(process.execPath, [fileURLToPath(import.meta.url), directory], { stdio: ["ignore", "pipe", "inherit"] }),
  inspect,
};

const projects = ["north", "south"];
const at = 1_800_000_000_000;

/** Two projects with 1 to 12 resources each, of which some are created, changed and deleted. */
function commitNumber(revision: number): CommitInput {
  const count = 1 + (revision % 12);
  const changes = Array.from({ length: count }, (_, n) => projects.map((project) => changeNumber(revision, project, n))).flat();
  const idempotency = { key: `victim ${revision}`, request: String(revision), result: String(count) };
  return {
    at,
    actor: "victim",
    reason: `commit ${revision}`,
    overridden: [],
    expect: [],
    changes,
    claim: [claimNumber(revision)],
    idempotency,
  };
}

function claimNumber(revision: number): Claim {
  return { text: `claim ${revision}`, project: "north", id: String(revision), imported: false };
}

function changeNumber(revision: number, project: string, n: number): Change {
  const id = String((revision * 7 + n) % 100).padStart(3, "0");
  const value =
    (revision + n) % 5 === 0 ? null : JSON.stringify(`${project} ${revision} `.repeat(1 + ((revision * 13 + n) % 60)));
  return { project, kind: "instance", id, schema: 1, value };
}

async function commitForever(directory: string): Promise<never> {
  const store = await openSqliteStore({ directory });
  for (let next = (await store.head()).revision + 1; ; next++) {
    const { revision } = await store.commit(commitNumber(next));
    // Fails when the parent has ended: the victim never outlives it.
    writeSync(1, `${revision}\n`);
  }
}

/** Every revision after `verified` is there whole, and the files are sound. @returns the last revision */
async function inspect(directory: string, verified: number): Promise<number> {
  const store = await openSqliteStore({ directory });
  const { revision: last } = await store.head();
  for (const project of projects) await inspectProject(store, project, verified, last);
  for (let revision = verified + 1; revision <= last; revision++)
    assert.deepEqual(await store.recall(`victim ${revision}`, at), commitNumber(revision).idempotency);
  await assert.rejects(store.commit({ ...commitNumber(last + 1), claim: [claimNumber(last)] }), { code: "key_in_use" });
  await store.close();
  inspectFile(directory);
  return last;
}

/** The log has each commit completely and no other, and the current rows are those that the log adds up to. */
async function inspectProject(store: Store, project: string, verified: number, last: number): Promise<void> {
  for (let next = last; next > verified; ) {
    const page = await store.history(project, { before: next + 1, limit: 200 });
    assert.equal(page[0]?.revision, next);
    for (const commit of page.filter((c) => c.revision > verified)) inspectCommit(commit, project, next--);
  }
  assert.equal(await store.projectRevision(project), last);
  assert.deepEqual(await store.rows(project), await store.rowsAt(project, last));
}

function inspectCommit(commit: Commit, project: string, revision: number): void {
  assert.equal(commit.revision, revision);
  const expected = commitNumber(revision).changes.filter((c) => c.project === project);
  const found = commit.changes.map(({ before: _, ...change }) => change);
  assert.deepEqual(
    found,
    expected.sort((a, b) => (a.id < b.id ? -1 : 1)),
    `commit ${revision} is half there`,
  );
}

function inspectFile(directory: string): void {
  const db = new DatabaseSync(join(directory, "drawbridge.db"));
  assert.equal(db.prepare("pragma integrity_check").get()?.integrity_check, "ok");
  assert.deepEqual(db.prepare("pragma foreign_key_check").all(), []);
  db.close();
}

const [, , directory] = process.argv;
if (import.meta.main && directory !== undefined) await commitForever(directory);
