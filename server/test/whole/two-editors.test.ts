/** Two people who edit the same thing at the same time: the second one gets a conflict, and no change of either is lost. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type AdminClient, createAdminClient, isStale } from "drawbridge-client/admin";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { Commit } from "drawbridge-rules/wire/history.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
const edits = 1_000;

interface Done {
  readonly revision: number;
  readonly reason: string;
  readonly entry: string;
}

async function inProgram(work: (program: Program, client: AdminClient) => Promise<void>): Promise<void> {
  const program = await startProgram({ directory: directories() });
  try {
    const client = createAdminClient({ url: program.urls.admin, token: program.token });
    await client.putProject({ project: "acme", body: {}, etag: null });
    await client.putPolicy({ project: "acme", platform: "tv", body: { store: "none" }, etag: null });
    await work(program, client);
  } finally {
    await program.stop();
  }
}

/** Each adds a version of its own to the same list, and reads again after a conflict. */
async function editor(client: AdminClient, name: number, done: Done[], conflicts: { count: number }): Promise<void> {
  for (let turn = 0; turn < edits / 2; turn++) {
    const entry = `${name}.${turn}`;
    // A list that only grows would be refused when it is full: of each editor the last four stay.
    const dropped = `${name}.${turn - 4}`;
    for (;;) {
      const { blocked = [], etag } = await client.getPolicy({ project: "acme", platform: "tv" });
      const next: PolicyForm = { blocked: [...blocked.filter((one) => one !== dropped), entry] };
      try {
        const { revision } = await client.patchPolicy({ project: "acme", platform: "tv", body: next, etag, reason: entry });
        done.push({ revision, reason: entry, entry });
        break;
      } catch (error) {
        if (!isStale(error)) throw error;
        conflicts.count++;
        assert.ok(error.since, "the second editor gets the changes since");
        assert.ok(error.since.commits.length > 0);
      }
    }
  }
}

async function wholeHistory(client: AdminClient): Promise<Commit[]> {
  const found: Commit[] = [];
  for (let before: number | null = Number.MAX_SAFE_INTEGER; before !== null; ) {
    const page: { readonly commits: readonly Commit[]; readonly next: number | null } = await client.getHistory({
      project: "acme",
      before,
      limit: 200,
    });
    found.push(...page.commits);
    before = page.next;
  }
  return found.reverse();
}

test("two editors who race for 1 000 edits lose none, and history is straight", { timeout: 300_000 }, () =>
  inProgram(async (_, client) => {
    const done: Done[] = [];
    const conflicts = { count: 0 };
    await Promise.all([editor(client, 1, done, conflicts), editor(client, 2, done, conflicts)]);
    assert.equal(done.length, edits);
    assert.ok(conflicts.count > 0, "they did meet");
    const commits = await wholeHistory(client);
    assert.deepEqual(
      commits.map(({ revision }) => revision),
      Array.from({ length: edits + 2 }, (_, i) => i + (commits[0]?.revision ?? 0)),
    );
    const byReason = new Map(commits.slice(2).map((commit) => [commit.reason, commit]));
    assert.equal(byReason.size, edits, "each successful edit stands in history exactly once");
    for (const { revision, reason } of done) assert.equal(byReason.get(reason)?.revision, revision);
    // Each wrote over exactly what it had read: one after the other, the edits add up.
    let before: readonly string[] = [];
    for (const { reason, changes } of commits.slice(2)) {
      const [change] = changes;
      assert.deepEqual(change?.before?.blocked ?? [], before);
      const name = reason.split(".").map(Number);
      const expected = [...before.filter((one) => one !== `${name[0]}.${(name[1] ?? 0) - 4}`), reason];
      assert.deepEqual(change?.after?.blocked, expected);
      before = expected;
    }
    assert.deepEqual((await client.getPolicy({ project: "acme", platform: "tv" })).blocked, before);
  }),
);

test("the second editor's conflict has enough to merge, and their own change is not lost", () =>
  inProgram(async (_, client) => {
    const { etag } = await client.getPolicy({ project: "acme", platform: "tv" });
    await client.patchPolicy({ project: "acme", platform: "tv", body: { recommended: "3" }, etag, reason: "3 is out" });
    const refusal: unknown = await client
      .patchPolicy({ project: "acme", platform: "tv", body: { blocked: ["2.5"] }, etag })
      .catch((error: unknown) => error);
    assert.ok(isStale(refusal) && refusal.since);
    assert.deepEqual(refusal.since.differences, [{ path: "platforms.tv.recommended", after: "3" }]);
    await client.patchPolicy({ project: "acme", platform: "tv", body: { blocked: ["2.5"] }, etag: refusal.since.etag });
    const { recommended, blocked } = await client.getPolicy({ project: "acme", platform: "tv" });
    assert.deepEqual([recommended, blocked], ["3", ["2.5"]]);
  }));
