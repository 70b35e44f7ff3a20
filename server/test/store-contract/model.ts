/** A store beside the simplest thing that could be one: a list with every state it ever had. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import fc from "fast-check";
import type { Change, Claim, CommitInput, Row, Store } from "../../src/store/store.ts";
import { commitOf, type StoreFactory } from "./change.ts";

export function modelContract(makeStore: StoreFactory): void {
  it("any sequence of commits leaves the rows, the past and the history that a simple model has", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(attempt, { minLength: 1, maxLength: 15 }), async (attempts) => {
        const store = await makeStore();
        try {
          const model = new Model();
          for (const { input, expectation } of attempts) await commitToBoth(store, model, input, expectation);
          await compare(store, model);
        } finally {
          await store.close();
        }
      }),
      { numRuns: 16 },
    );
  });
}

/** In the order of their bytes. */
export const projects = ["", "A", "a", "a ", "ab", "\u{1f600}"];

const anyChange: fc.Arbitrary<Change> = fc.record({
  project: fc.constantFrom(...projects),
  kind: fc.constantFrom("instance", "window", "read_key"),
  id: fc.constantFrom("x", "X", "xy", "\uff21", "\u{1f600}"),
  schema: fc.integer({ min: 1, max: 3 }),
  value: fc.option(fc.json(), { freq: 3 }),
});

export const changes = fc.uniqueArray(anyChange, {
  minLength: 1,
  maxLength: 6,
  selector: (c) => `${c.project}|${c.kind}|${c.id}`,
});
const texts = ["c1", "c2", "c3"];
const holders = ["x", "X", "\u{1f600}"];
const claims = fc.array(
  fc.record({
    text: fc.constantFrom(...texts),
    project: fc.constantFrom(...projects),
    id: fc.constantFrom(...holders),
    imported: fc.boolean(),
  }),
  { maxLength: 2 },
);

/** A statement about the revisions that the commit was planned on: none, a true one, or a wrong one. */
const expectation = fc.option(fc.record({ project: fc.constantFrom(...projects), off: fc.constantFrom(0, 0, 0, 1, -1) }), {
  freq: 2,
});

const attempt = fc.record({
  input: fc.record({
    changes,
    claim: claims,
    release: fc.array(fc.constantFrom(...texts), { maxLength: 2 }),
    reason: fc.string({ unit: "grapheme" }).filter((s) => !s.includes("\0")),
  }),
  expectation,
});

type Attempt = { changes: Change[]; claim: Claim[]; release: string[]; reason: string };

interface State {
  readonly rows: readonly Row[];
  readonly input: CommitInput | null;
}

class Model {
  /** By revision; the first is the empty store. */
  readonly states: State[] = [{ rows: [], input: null }];
  claims = new Map<string, Claim>();

  get rows(): readonly Row[] {
    return this.states.at(-1)?.rows ?? [];
  }

  touched(project: string): number {
    return this.states.findLastIndex((s) => s.input?.changes.some((c) => c.project === project) ?? false);
  }

  commit(input: CommitInput): string {
    for (const e of input.expect) if (Math.max(0, this.touched(e.project)) !== e.revision) return "conflict";
    const released = new Set(input.release);
    const claims = new Map([...this.claims].filter(([text]) => !released.has(text)));
    for (const claim of input.claim ?? []) {
      if (claims.has(claim.text)) return "key_in_use";
      claims.set(claim.text, { ...claim });
    }
    this.claims = claims;
    const revision = this.states.length;
    const kept = this.rows.filter((row) => !input.changes.some((c) => same(c, row)));
    const written = input.changes.flatMap((c) => (c.value === null ? [] : [{ ...c, value: c.value, revision }]));
    this.states.push({ rows: [...kept, ...written].sort(byName), input });
    return "done";
  }
}

async function commitToBoth(store: Store, model: Model, attempt: Attempt, expected: { project: string; off: number } | null) {
  const expect = expected
    ? [{ project: expected.project, revision: Math.max(0, model.touched(expected.project)) + expected.off }]
    : [];
  const input = commitOf(attempt.changes, { ...attempt, expect });
  const outcome = await store.commit(input).then(
    () => "done",
    (error: unknown) => (error instanceof DrawbridgeError ? error.code : error),
  );
  assert.equal(outcome, model.commit(input));
  assert.equal((await store.head()).revision, model.states.length - 1);
}

async function compare(store: Store, model: Model): Promise<void> {
  assert.deepEqual(await store.rows(), model.rows);
  for (const text of texts) assert.deepEqual(await store.claimTo(text), model.claims.get(text) ?? null);
  for (const project of [...projects, "b", "%", "*"]) {
    const of = (rows: readonly Row[]) => rows.filter((row) => row.project === project);
    assert.deepEqual(await store.rows(project), of(model.rows));
    assert.equal(await store.projectRevision(project), Math.max(0, model.touched(project)));
    for (const [revision, state] of model.states.entries())
      assert.deepEqual(await store.rowsAt(project, revision), of(state.rows));
    await compareHistory(store, model, project);
    for (const id of holders) {
      const own = [...model.claims.values()].filter((claim) => claim.project === project && claim.id === id);
      const found = await store.claimOf(project, id);
      assert.deepEqual(found, own.find(({ text }) => text === found?.text) ?? null);
      assert.equal(found === null, own.length === 0);
    }
  }
}

async function compareHistory(store: Store, model: Model, project: string): Promise<void> {
  const expected = model.states.flatMap(({ input }, revision) => {
    if (!input?.changes.some((c) => c.project === project)) return [];
    const before = model.states[revision - 1]?.rows ?? [];
    const changes = input.changes.filter((c) => c.project === project).sort(byName);
    const committed = changes.map((c) => ({ ...c, before: before.find((row) => same(c, row))?.value ?? null }));
    const { at, actor, reason, overridden, undone = null, restored = null } = input;
    return [{ revision, at, actor, reason, overridden, undone, restored, changes: committed }];
  });
  expected.reverse();
  assert.deepEqual(await store.history(project, { limit: 200 }), expected);
  const [first] = expected;
  if (first) assert.deepEqual(await store.history(project, { limit: 1, before: first.revision }), expected.slice(1, 2));
}

type Named = Pick<Row, "project" | "kind" | "id">;

function same(a: Named, b: Named): boolean {
  return a.project === b.project && a.kind === b.kind && a.id === b.id;
}

function byName(a: Named, b: Named): number {
  const [x, y] = [a, b].map((n) => [n.project, n.kind, n.id].map((text) => Buffer.from(text)));
  for (const [i, bytes] of (x ?? []).entries()) {
    const order = bytes.compare(y?.[i] ?? Buffer.alloc(0));
    if (order !== 0) return order;
  }
  return 0;
}
