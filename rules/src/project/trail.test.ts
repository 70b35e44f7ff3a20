import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleForm, manifestFrom, stateFrom } from "../../../server/test/example-project.ts";
import { pluck } from "../../../server/test/pluck.ts";
import { emptyOverride, type Override } from "../occurrence/occurrence.ts";
import { parseVersion } from "../versions/app-version.ts";
import { ruleFor } from "../versions/forcing-rule.ts";
import type { Mark } from "./mark.ts";
import type { Revisioned } from "./project-state.ts";
import type { Edit } from "./resource.ts";
import { findDamage } from "./stored-shape.ts";
import { parseStoredResource, storedValue } from "./stored-value.ts";
import { marksOf, trailAfter } from "./trail.ts";

const otto = { actor: "u_otto", reason: "The database is full", at: 1_000 };
const ada = { actor: "u_ada", reason: "", at: 5_000 };

/** The resource after the edit, as it is stored and read again. */
function written<T>(edit: Edit, trail: readonly Mark[], revision: number): Revisioned<T> {
  const value = JSON.stringify({ ...edit.value, ...(trail.length > 0 ? { trail } : {}) });
  assert.equal(findDamage({ kind: edit.kind, schema: 1, value }), null);
  assert.deepEqual(storedValue(edit.kind, value), edit.value);
  return parseStoredResource({ kind: edit.kind, id: edit.id, value, revision }) as Revisioned<T>;
}

test("an occurrence tells who started, extended and completed it, with the revision of each", () => {
  const id = "w/2026-12-06T02:00";
  const values: Override[] = [{ ...emptyOverride("w", "2026-12-06T02:00"), start: 900, end: 9_000 }];
  for (const change of [{ end: 10_000 }, { end: 11_000 }, { end: 12_000 }, { end: 6_000, completed: true }])
    values.push({ ...(values.at(-1) as Override), ...change });
  const authors = [otto, otto, { ...otto, at: 2_000 }, ada, ada];
  let held: Revisioned<Override> | undefined;
  for (const [index, value] of values.entries()) {
    const edit: Edit = { kind: "override", id, value };
    held = written(edit, trailAfter(held, edit, authors[index] ?? ada), 10 + index);
  }
  // Renewals by one actor are one mark.
  assert.deepEqual(pluck(marksOf(held), "act", "actor", "at", "revision"), [
    ["started", "u_otto", 1_000, 10],
    ["extended", "u_otto", 2_000, 12],
    ["extended", "u_ada", 5_000, 13],
    ["completed", "u_ada", 5_000, 14],
  ]);
});

test("a rule keeps the mark of the commit that introduced it, until it is another one", () => {
  const platforms = (ios: object) => manifestFrom({ ...exampleForm, platforms: { ios } }).platforms;
  let held = stateFrom({ ...exampleForm, platforms: {} }).platform.get("ios");
  const put = (ios: object, author: typeof ada, revision: number) => {
    const edit: Edit = { kind: "platform", id: "ios", value: platforms(ios).ios ?? null };
    held = written(edit, trailAfter(held, edit, author), revision);
  };
  const who = (version: string) => {
    const found = ruleFor(held, parseVersion(version) ?? assert.fail(), 10_000);
    return found && [found.rule, found.versions, found.mark.actor, found.mark.revision];
  };
  put({ minimum: "2.0", recommended: "3.0" }, otto, 7);
  put({ minimum: "2.0", recommended: "3.0", blocked: ["2.1", "2.2"] }, ada, 8);
  put({ minimum: "2.0", recommended: "3.1", blocked: ["2.2"] }, otto, 9);
  assert.deepEqual(who("1.0"), ["minimum", "2.0", "u_otto", 7]);
  assert.deepEqual(who("2.2"), ["blocked", "2.2", "u_ada", 8]);
  assert.equal(who("2.1"), null);
  put({ minimum: "2.1", recommended: "3.1" }, ada, 11);
  assert.deepEqual(who("1.0"), ["minimum", "2.1", "u_ada", 11]);
});
