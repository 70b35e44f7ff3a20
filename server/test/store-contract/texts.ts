import assert from "node:assert/strict";
import type { Kind } from "drawbridge-rules/project/kind.ts";
import type { CommitInput } from "../../src/store/store.ts";
import { change, claimed, commitOf, failsWith, failure, snapshot, type WithStore } from "./change.ts";

const hostile = [
  "'; drop table changes; --",
  '"id"',
  "?1",
  ":id",
  "$1",
  "%",
  "_",
  "null",
  "NULL",
  "\\",
  "x'00'",
  "\u{1f600}",
  "\ufeff",
  "\u2028",
];

export function textContract(withStore: WithStore): void {
  withStore("every Unicode character comes back as it was written", async (store) => {
    const characters = Array.from({ length: 0x110000 - 1 }, (_, n) => n + 1).filter((n) => n < 0xd800 || n > 0xdfff);
    const value = characters.map((n) => String.fromCodePoint(n)).join("");
    await store.commit(commitOf([{ ...change("a/x", 1), value }]));
    assert.ok((await store.rows("a"))[0]?.value === value);
    assert.ok((await store.rowsAt("a", 1))[0]?.value === value);
  });

  withStore("text that looks like SQL is text, in every place", async (store) => {
    for (const text of hostile) {
      const changes = [{ project: text, kind: text as Kind, id: text, schema: 1, value: text }];
      const idempotency = { key: text, request: text, result: text };
      const { revision } = await store.commit(
        commitOf(changes, {
          actor: text,
          reason: text,
          overridden: [text],
          claim: claimed(text),
          idempotency,
          expect: [{ project: text, revision: 0 }],
        }),
      );
      assert.deepEqual(await store.rows(text), [{ ...changes[0], revision }]);
      const [commit] = await store.history(text, { limit: 1 });
      assert.deepEqual(commit, {
        revision,
        at: 1_000_000,
        actor: text,
        reason: text,
        overridden: [text],
        undone: null,
        restored: null,
        changes: [{ ...changes[0], before: null }],
      });
      assert.deepEqual(await store.recall(text, 1_000_000), idempotency);
      await failsWith("key_in_use", store.commit(commitOf(changes, { claim: claimed(text) })));
      assert.equal(await store.secret(text), await store.secret(text));
    }
    assert.equal((await store.rows()).length, hostile.length);
  });

  for (const [what, bad] of [
    ["half a surrogate pair", "a\ud83d"],
    ["NUL", "a\0b"],
  ] as const) {
    withStore(`text with ${what} is refused, wherever it stands`, async (store) => {
      const before = await snapshot(store);
      const good = change("a/x", 1);
      const inputs: [string, CommitInput][] = [
        ...(["project", "kind", "id", "value"] as const).map((k): [string, CommitInput] => [
          "changes.1",
          commitOf([good, { ...good, id: "y", [k]: bad }]),
        ]),
        ["actor", commitOf([good], { actor: bad })],
        ["reason", commitOf([good], { reason: bad })],
        ["overridden", commitOf([good], { overridden: ["ok", bad] })],
        ["claim", commitOf([good], { claim: claimed(bad) })],
        ["release", commitOf([good], { release: [bad] })],
        ["expect", commitOf([good], { expect: [{ project: bad, revision: 0 }] })],
        ["idempotency", commitOf([good], { idempotency: { key: bad, request: "r", result: "{}" } })],
      ];
      for (const [path, input] of inputs) {
        const error = await failure(store.commit(input));
        assert.deepEqual([error.code, error.problems.map((p) => p.path)], ["invalid", [path]]);
      }
      assert.deepEqual(await snapshot(store), before);
      const history = store.history(bad, { limit: 1 });
      const uses = [
        store.rows(bad),
        store.rowsAt(bad, 1),
        store.projectRevision(bad),
        history,
        store.recall(bad, 0),
        store.secret(bad),
      ];
      await Promise.all(uses.map((use) => failsWith("invalid", use)));
    });
  }
}
