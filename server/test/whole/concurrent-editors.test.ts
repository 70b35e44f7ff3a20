/** People and CI that edit the same thing at the same time: the second one gets a conflict, and no change is lost. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type AdminClient, createAdminClient, isStale } from "drawbridge-client/admin";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { Commit } from "drawbridge-rules/wire/history.ts";
import { startProgram } from "../running-program.ts";

const edits = 100;

interface Done {
  readonly revision: number;
  readonly reason: string;
  readonly entry: string;
}

/** Each adds a version of its own to the same list, and reads again after a conflict. */
async function editor(client: AdminClient, name: number, done: Done[], conflicts: { count: number }): Promise<void> {
  for (let turn = 0; turn < edits / 2; turn++) {
    const entry = `${name}.${turn}`;
    // A list that only grows would be refused when it is full: of each editor the last four stay.
    const dropped = `${name}.${turn - 4}`;
    for (;;) {
      const { blocked = [], etag } = await client.getPlatform({ project: "acme", platform: "tv" });
      const next: PlatformForm = { blocked: [...blocked.filter((one) => one !== dropped), entry] };
      try {
        const { revision } = await client.patchPlatform({ project: "acme", platform: "tv", body: next, etag, reason: entry });
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
      limit: 50,
    });
    found.push(...page.commits);
    before = page.next;
  }
  return found.reverse();
}

test("two editors who race for 100 edits lose none, and history is straight", async () => {
  await using program = await startProgram();
  const client = createAdminClient({ url: program.urls.admin, token: program.token });
  await client.putProject({ project: "acme", body: {}, etag: null });
  await client.putPlatform({ project: "acme", platform: "tv", body: { store: "none" }, etag: null });
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
  assert.equal(byReason.size, edits, "history has each successful edit exactly once");
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
  assert.deepEqual((await client.getPlatform({ project: "acme", platform: "tv" })).blocked, before);
});
