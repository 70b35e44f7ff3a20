import assert from "node:assert/strict";
import { test } from "node:test";
import type { Kind } from "drawbridge-rules/project/kind.ts";
import fc from "fast-check";
import type { Change, Row } from "../store/store.ts";
import { ProjectDigests, readDigests } from "./project-digests.ts";

const change = fc.record({
  project: fc.constantFrom("a", "b", "ab"),
  kind: fc.constantFrom<Kind>("instance", "platform", "window", "grant"),
  id: fc.constantFrom("x", "y", "xy", ""),
  schema: fc.constantFrom(1, 2),
  value: fc.option(fc.constantFrom("{}", '{"a":1}', "1")),
});

function rowsAfter(changes: readonly Change[]): Row[] {
  const rows = new Map<string, Row>();
  for (const { value, ...of } of changes) {
    const name = JSON.stringify([of.project, of.kind, of.id]);
    if (value === null) rows.delete(name);
    else rows.set(name, { ...of, value, revision: 1 });
  }
  return [...rows.values()];
}

function loaded(rows: readonly Row[]): ProjectDigests {
  const digests = new ProjectDigests();
  digests.load(rows);
  return digests;
}

test("digests that are kept change by change are those of the rows that there are, in whatever order they come", () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      const kept = new ProjectDigests();
      for (const one of changes) kept.apply([one]);
      const whole = loaded(rowsAfter(changes).reverse()).in({ projects: null });
      assert.deepEqual(kept.in({ projects: null }), whole);
      assert.deepEqual(kept.differingFrom(whole, true), []);
    }),
  );
});

test("every difference in a row that an edge gets is another digest of its project, and of no other", () => {
  const rows = (["a", "b"] as const).map(
    (project): Row => ({ project, kind: "platform", id: "ios", schema: 1, value: '{"minimum":"9.0"}', revision: 3 }),
  );
  const [a, b] = rows as [Row, Row];
  const origin = loaded(rows).in({ projects: null });
  for (const other of [
    [{ ...a, value: '{"minimum":"5.0"}' }, b],
    [{ ...a, id: "android" }, b],
    [{ ...a, kind: "instance" as const }, b],
    [{ ...a, schema: 2 }, b],
    [a, { ...a, id: "android" }, b],
    [b],
  ])
    assert.deepEqual(loaded(other).differingFrom(origin, true), ["a"]);
  assert.deepEqual(loaded([...rows, { ...a, project: "c" }]).differingFrom(origin, true), ["c"]);
  assert.deepEqual(loaded([...rows, { ...a, project: "c" }]).differingFrom(origin, false), []);
  assert.deepEqual(loaded([...rows, { ...a, kind: "grant" }]).differingFrom(origin, true), []);
});

test("digests of a scope are of its projects alone, also of one without rows", () => {
  const digests = loaded([{ project: "a", kind: "platform", id: "ios", schema: 1, value: "{}", revision: 3 }]);
  const told = digests.in({ projects: ["a", "none"] });
  assert.deepEqual(Object.keys(told), ["a", "none"]);
  assert.equal(told.none, "0".repeat(32));
  assert.deepEqual({ ...readDigests(JSON.parse(JSON.stringify(told))) }, { ...told });
  for (const wrong of [null, [], "x", { a: 1 }, { a: "0" }, { a: "G".repeat(32) }]) assert.equal(readDigests(wrong), null);
});
