import assert from "node:assert/strict";
import { test } from "node:test";
import { type Kind, kinds } from "drawbridge-rules/project/kind.ts";
import fc from "fast-check";
import { forAll } from "../../test/for-all.ts";
import { pluck } from "../../test/pluck.ts";
import type { Change, Row } from "../store/store.ts";
import { CurrentRows } from "./current-rows.ts";
import { readDigests } from "./project-digests.ts";

const head = { epoch: "e", revision: 1 };
const all = { projects: null };

function loaded(rows: readonly Row[] = []): CurrentRows {
  const current = new CurrentRows();
  current.load(rows, head, null);
  return current;
}

const row = (id: string, kind: Kind = "instance", value = "{}"): Row => {
  return { project: "p", kind, id, schema: 1, value, revision: 1 };
};

test("the current rows are exactly those that edges get, with their changes", () => {
  const names = Object.keys(kinds) as Kind[];
  const edgeToken = { ...row("t", "token", '{"kind":"edge"}'), project: "" };
  const others = names.filter((kind) => kind !== "token").map((kind) => row("a", kind, '{"a":1,"trail":[]}'));
  const current = loaded([...others, row("s", "token"), { ...edgeToken, id: "s", value: '{"kind":"api"}' }, edgeToken]);
  const travelling: Kind[] = ["project", "platform", "instance", "window", "override", "read_key"];
  const kindsIn = () => current.rows().map(({ kind }) => kind);
  assert.deepEqual(kindsIn(), [...travelling, "token"]);
  for (const kind of ["platform", "window", "override"])
    assert.equal(current.rows().find((one) => one.kind === kind)?.value, '{"a":1}', "without authors");
  const changes = others.map((one) => ({ ...one, schema: 2, value: one.kind === "window" ? null : "[]" }));
  current.apply([...changes, { ...edgeToken, value: null }], { epoch: "e", revision: 6 }, { id: "c6" });
  const actual = kindsIn();
  assert.deepEqual(
    actual,
    travelling.filter((kind) => kind !== "window"),
  );
  assert.ok(current.rows().every(({ value, revision, schema }) => value === "[]" && revision === 6 && schema === 2));
  assert.deepEqual([current.state?.head.revision, current.state?.last?.id], [6, "c6"]);
});

test("other rows take the place of all there was, and their differences are known", () => {
  const current = loaded([row("a"), row("b c"), row("d")]);
  const changes = current.replace([row("b c"), row("d", "instance", "[]")], { head, last: null, scope: "s", projects: ["p"] });
  assert.deepEqual(pluck(changes, "id", "value"), [
    ["a", null],
    ["d", "[]"],
  ]);
  assert.deepEqual(current.rows(), [row("b c"), row("d", "instance", "[]")]);
});

const change = fc.record({
  project: fc.constantFrom("a", "b", "ab"),
  kind: fc.constantFrom<Kind>("instance", "platform", "window", "grant"),
  id: fc.constantFrom("x", "y", "xy", ""),
  schema: fc.constantFrom(1, 2),
  value: fc.option(fc.constantFrom("{}", '{"a":1}', "1")),
});

test("digests that are kept change by change are those of the rows that there are, in whatever order they come", () =>
  forAll([fc.array(change, { maxLength: 30 })], (changes) => {
    const current = loaded();
    for (const one of changes) current.apply([one as Change], head, {});
    const whole = loaded(current.rows().reverse()).digests.in(all);
    assert.deepEqual(current.digests.in(all), whole);
    assert.deepEqual(current.digests.differingFrom(whole, true), []);
  }));

test("every difference in a row that an edge gets is another digest of its project, and of no other", () => {
  const [a, b] = [row("ios", "platform", '{"minimum":"9.0"}'), { ...row("ios", "platform"), project: "b" }];
  const origin = loaded([a, b]).digests.in(all);
  const differing = (rows: readonly Row[], areAll = true) => loaded(rows).digests.differingFrom(origin, areAll);
  for (const other of [
    [{ ...a, value: '{"minimum":"5.0"}' }, b],
    [{ ...a, id: "android" }, b],
    [{ ...a, kind: "instance" as const }, b],
    [{ ...a, schema: 2 }, b],
    [a, { ...a, id: "android" }, b],
    [b],
  ])
    assert.deepEqual(differing(other), ["p"]);
  assert.deepEqual(differing([a, b, { ...a, project: "c" }]), ["c"]);
  assert.deepEqual(differing([a, b, { ...a, project: "c" }], false), []);
  assert.deepEqual(differing([a, b, { ...a, kind: "grant" }]), []);
});

test("digests of a scope are of its projects alone, also of one without rows", () => {
  const told = loaded([row("ios", "platform")]).digests.in({ projects: ["p", "none"] });
  assert.deepEqual(Object.keys(told), ["p", "none"]);
  assert.equal(told.none, "0".repeat(32));
  assert.deepEqual({ ...readDigests(JSON.parse(JSON.stringify(told))) }, { ...told });
  for (const wrong of [null, [], "x", { a: 1 }, { a: "0" }, { a: "G".repeat(32) }]) assert.equal(readDigests(wrong), null);
});
