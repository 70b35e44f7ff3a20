/** The kept state of a project equals the store's, after any commit by any node at any time. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { readProjectState } from "drawbridge-rules/project/stored-value.ts";
import type { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import fc from "fast-check";
import { forAllAsync } from "../../test/for-all.ts";
import { openMemoryStore } from "../../test/memory-store.ts";
import { testWith } from "../../test/test-with.ts";
import type { Change, Store } from "../store/store.ts";
import { LogFollower } from "./log-follower.ts";
import { ProjectStates } from "./project-states.ts";

function instance(project: string, id: string, name: string | null): Change {
  const value = name === null ? null : JSON.stringify({ name, reminder: null });
  return { project, kind: "instance", id, schema: 1, value };
}

async function commit(store: Store, changes: readonly Change[]): Promise<void> {
  await store.commit({ at: 0, actor: "ada", reason: "", overridden: [], changes, expect: [] });
}

function shown(state: ProjectState): unknown {
  const { id, revision, ...kinds } = state;
  return [id, revision, Object.entries(kinds).map(([kind, map]) => [kind, [...map].map(([name, held]) => [name, { ...held }])])];
}

async function stored(store: Store, project: string): Promise<unknown> {
  return shown(readProjectState(project, await store.projectRevision(project), await store.rows(project)));
}

function viewOf(present: () => Store, own: Partial<Store>, called: (name: string) => unknown = () => undefined): Store {
  return new Proxy(present(), {
    get(_, name: keyof Store) {
      const value = own[name] ?? present()[name];
      if (typeof value !== "function") return value;
      return (...given: never[]) => {
        called(name);
        return (value as (...given: never[]) => unknown).apply(present(), given);
      };
    },
  });
}

/** Follows a store that other nodes write, and counts the calls to it. */
async function following(store: Store = openMemoryStore(), limit?: number) {
  const asked: string[] = [];
  const heard = viewOf(
    () => store,
    {},
    (name) => asked.push(name),
  );
  const states: ProjectStates = new ProjectStates({
    store: heard,
    catchUp: () => follower.catchUp(),
    hasAll: (end) => follower.has(end),
    ...(limit === undefined ? {} : { limit }),
  });
  const follower = new LogFollower({
    store: heard,
    kind: "sqlite",
    followings: [states],
    pollEvery: null,
    now: () => 0,
    random: () => 0,
    newEpoch: () => "another epoch",
  });
  await follower.start();
  return { store, states, follower, asked };
}

const test = testWith(() => following());

it("a read returns the state of the store after any commits of other nodes, each applied to the kept state", async () => {
  const change = fc.record({
    project: fc.constantFrom("a", "b", ""),
    id: fc.constantFrom("x", "y", "z", "Ａ", "😀"),
    name: fc.option(fc.constantFrom("One", "Two")),
  });
  const changes = fc.uniqueArray(change, { minLength: 1, maxLength: 4, selector: ({ project, id }) => `${project} ${id}` });
  const step = fc.oneof(
    fc.record({ commit: changes }),
    fc.record({ read: fc.constantFrom("a", "b", "", "never") }),
    fc.constant({ look: true as const }),
  );
  await forAllAsync([fc.array(step, { maxLength: 30 })], 200, async (steps) => {
    const { store, states, follower } = await following();
    for (const one of steps) {
      if ("commit" in one)
        await commit(
          store,
          one.commit.map(({ project, id, name }) => instance(project, id, name)),
        );
      else if ("look" in one) await follower.catchUp();
      else assert.deepEqual(shown((await states.read(one.read)).state), await stored(store, one.read));
    }
    for (const project of ["a", "b", ""])
      assert.deepEqual(shown((await states.read(project)).state), await stored(store, project));
  });
});

test("a project is read once for all: later requests read only the head, and a commit costs only its changes", async ({
  store,
  states,
  asked,
}) => {
  await commit(store, [instance("a", "x", "One")]);
  const read = await Promise.all([states.read("a"), states.read("a"), states.read("a")]);
  assert.equal(asked.filter((name) => name === "project").length, 1);
  assert.equal(new Set(read.map(({ state }) => state)).size, 1);
  asked.length = 0;
  await states.read("a");
  assert.deepEqual(asked, ["end"]);
  await commit(store, [instance("a", "y", "Two")]);
  asked.length = 0;
  const { state } = await states.read("a");
  assert.equal(state.instance.get("y")?.value.name, "Two");
  assert.ok(!asked.includes("project"), asked.join());
});

test("a state in use never changes, and parts that a commit did not change are shared", async ({ store, states }) => {
  await commit(store, [instance("a", "x", "One"), instance("a", "y", "Two")]);
  const before = (await states.read("a")).state;
  await commit(store, [instance("a", "x", null)]);
  const after = (await states.read("a")).state;
  assert.deepEqual([...before.instance.keys()], ["x", "y"]);
  assert.deepEqual([...after.instance.keys()], ["y"]);
  assert.equal(after.instance.get("y"), before.instance.get("y"));
  assert.equal(after.window, before.window);
});

it("a commit during the read of a project is part of the result, and is kept", async () => {
  const store = openMemoryStore();
  await commit(store, [instance("a", "x", "One")]);
  const project = async (id: string) => {
    const found = await store.project(id);
    if (id !== "a" || found.rows.length > 1) return found;
    await commit(store, [instance("a", "y", "Two")]);
    await follower.catchUp();
    return found;
  };
  const { states, follower, asked } = await following(viewOf(() => store, { project }));
  const { state } = await states.read("a");
  assert.deepEqual(shown(state), await stored(store, "a"));
  asked.length = 0;
  assert.deepEqual(shown((await states.read("a")).state), await stored(store, "a"));
  assert.deepEqual(asked, ["end"]);
});

it("a read that a late replica answered is refused, not kept and counted on", async () => {
  const store = openMemoryStore();
  await commit(store, [instance("a", "x", "One")]);
  const late = await store.project("a");
  let isLate = true;
  const project = async (id: string) => (isLate ? late : store.project(id));
  const { states, follower } = await following(viewOf(() => store, { project }));
  await commit(store, [instance("a", "y", "Two")]);
  await follower.catchUp();
  await assert.rejects(states.read("a"), ({ code }: DrawbridgeError) => code === "unavailable");
  isLate = false;
  await commit(store, [instance("a", "z", "Three")]);
  assert.deepEqual(shown((await states.read("a")).state), await stored(store, "a"));
});

test("a commit of thousands of values is read again in turns, and others go on", async ({ store, states }) => {
  await commit(store, [instance("a", "x", "One")]);
  await states.read("a");
  await commit(
    store,
    Array.from({ length: 2_000 }, (_, index) => instance("a", `i-${index}`, "Two")),
  );
  assert.deepEqual(shown((await states.read("a")).state), await stored(store, "a"));
  assert.equal(states.size.projects, 1);
});

it("a store that has gone back, or replaced another one, is read again, and nothing that it lost is answered", async () => {
  const [store, past, other] = [openMemoryStore("e"), openMemoryStore("e"), openMemoryStore()];
  for (const one of [store, past]) await commit(one, [instance("a", "x", "One")]);
  await commit(store, [instance("a", "x", "Lost")]);
  await commit(other, [instance("a", "x", "Other")]);
  let present: Store = store;
  const { states } = await following(viewOf(() => present, {}));
  for (const [next, name] of [
    [store, "Lost"],
    [past, "One"],
    [other, "Other"],
  ] as const) {
    present = next;
    const { state, head } = await states.read("a");
    assert.equal(state.instance.get("x")?.value.name, name);
    assert.deepEqual(head, await next.head());
  }
});

it("states beyond the memory limit are read on each request, and a project without any commit takes no memory", async () => {
  const { store, states } = await following(openMemoryStore(), 20_000);
  for (let index = 0; index < 100; index++) assert.equal((await states.read(`p-${index}`)).state.revision, 0);
  assert.equal(states.size.projects, 0);
  for (let index = 0; index < 20; index++) await commit(store, [instance(`p-${index}`, "x", "One")]);
  for (let index = 0; index < 20; index++) {
    const { state } = await states.read(`p-${index}`);
    assert.equal(state.instance.get("x")?.value.name, "One");
  }
  const { projects, bytes } = states.size;
  assert.ok(projects > 0 && projects < 20 && bytes <= 20_000, `${projects} projects, ${bytes} bytes`);
});

test("a value that cannot be read stops no follower: the read that meets it fails", async ({ store, states, follower }) => {
  await commit(store, [instance("a", "x", "One"), instance("b", "x", "One")]);
  await states.read("a");
  await commit(store, [{ ...instance("a", "x", "One"), value: "{" }]);
  await follower.catchUp();
  assert.equal(follower.status().state, "following");
  await assert.rejects(states.read("a"), SyntaxError);
  assert.equal((await states.read("b")).state.instance.get("x")?.value.name, "One");
});
