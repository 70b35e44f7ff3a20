import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleForm, keyEdit, manifestFrom } from "../../../server/test/example-project.ts";
import { pluck } from "../../../server/test/pluck.ts";
import type { Kind } from "./kind.ts";
import { findDamage } from "./stored-shape.ts";
import { storedValue } from "./stored-value.ts";

const { header, platforms, instances, windows } = manifestFrom(exampleForm);
const values: readonly (readonly [Kind, object])[] = [
  ["project", header],
  ...Object.values(platforms).map((value) => ["platform", value] as const),
  ...Object.values(instances).map((value) => ["instance", value] as const),
  ...Object.values(windows).map((value) => ["window", value] as const),
  ["read_key", keyEdit("k1", { name: "kiosk" }).value ?? {}],
];

/** As a version would have written it that knew none of the members that are as usual. */
function older(value: object): object {
  const kept = Object.entries(value).filter(([, member]) => member !== null && JSON.stringify(member) !== "[]");
  return Object.fromEntries(kept.map(([key, member]) => [key, key === "policy" ? older(member) : member]));
}

test("a row is the value that its form is read as, member by member, also where an older version wrote it", () => {
  for (const [kind, value] of values) {
    assert.equal(JSON.stringify(storedValue(kind, JSON.stringify(value))), JSON.stringify(value));
    assert.equal(JSON.stringify(storedValue(kind, JSON.stringify(older(value)))), JSON.stringify(value), kind);
  }
});

test("a member with a value that no form of it can have is damage, whichever it is", () => {
  for (const [kind, value] of values) {
    const damageOf = (row: object) => findDamage({ kind, schema: 1, value: JSON.stringify(row) });
    assert.equal(damageOf(value), null, kind);
    for (const name of Object.keys(value)) assert.notEqual(damageOf({ ...value, [name]: [[5]] }), null, `${kind} ${name}`);
  }
});

test("a proposed value is complete, and members of a later version are kept", () => {
  const [value] = Object.values(instances);
  const edits = [
    { kind: "instance", id: "a", value: { ...older(value as object), later: 1 } },
    { kind: "instance", id: "b", value: null },
  ];
  const proposal = storedValue("proposal", JSON.stringify({ edits, held: [], state: "open", createdAt: 0 }));
  assert.deepEqual(pluck(proposal.edits, "value"), [{ ...value, later: 1 }, null]);
});
