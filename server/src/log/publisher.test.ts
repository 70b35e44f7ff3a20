import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { blankProject } from "drawbridge-rules/project/project.ts";
import { findProject, soleId } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { absentPlatform } from "drawbridge-rules/versions/platform-schema.ts";
import { openMemoryStore } from "../../test/memory-store.ts";
import { pluck } from "../../test/pluck.ts";
import type { Head, Store } from "../store/store.ts";
import { LogFollower } from "./log-follower.ts";
import { type ChangeRequest, Publisher } from "./publisher.ts";

const now = () => Date.parse("2026-12-06T02:00:00Z");
const renamed = (name: string): Edit[] => [{ kind: "project", id: soleId, value: blankProject(name) }];

function request(over: Partial<ChangeRequest> = {}): ChangeRequest {
  return { project: "acme", actor: "operator", reason: "", override: [], dryRun: false, edits: () => renamed("Acme"), ...over };
}

const nameIn = async (publisher: Publisher): Promise<string | undefined> => findProject(await publisher.state("acme"))?.name;

test("a change is committed, delivered to every follower, and is then the state", async () => {
  const heard: Head[] = [];
  const publisher = new Publisher(openMemoryStore(), now, [(_, head) => heard.push(head)]);
  const published = await publisher.publish(request());
  assert.equal(published.isCommitted, true);
  assert.equal(published.head.revision, 1);
  assert.deepEqual(heard, [published.head]);
  assert.equal(await nameIn(publisher), "Acme");
});

test("a dry run and a change that changes nothing write nothing", async () => {
  const publisher = new Publisher(openMemoryStore(), now, [() => assert.fail("nothing is to be heard")]);
  const dry = await publisher.publish(request({ dryRun: true }));
  assert.equal(dry.isCommitted, false);
  assert.equal(dry.plan.changes.length, 1);
  const empty = await publisher.publish(request({ edits: () => [] }));
  assert.equal(empty.isCommitted, false);
  assert.equal((await publisher.state("acme")).revision, 0);
});

test("a commit whose answer was lost is looked for: it may have happened", async () => {
  const store = openMemoryStore();
  const commit = store.commit.bind(store);
  store.commit = async (input) => {
    await commit(input);
    throw new DrawbridgeError("unavailable", "The answer was lost.");
  };
  const heard: string[] = [];
  const kept = {
    load: () => void heard.push("whole"),
    apply: (_: unknown, { revision }: Head) => void heard.push(`${revision}`),
  };
  const follower = new LogFollower({
    store,
    kind: "sqlite",
    followings: [kept],
    pollEvery: null,
    now,
    random: () => 0,
    newEpoch: () => "renewed",
  });
  await follower.start();
  const publisher = new Publisher(store, now, [(...told) => follower.committed(...told)]);
  publisher.onUncertain = () => void follower.catchUp();
  await assert.rejects(publisher.publish(request()), { code: "unavailable" });
  while (heard.length < 2) await new Promise(setImmediate);
  assert.deepEqual(heard, ["whole", "1"]);
});

test("when the store hangs, changes that waited behind the failed one fail with it, and later ones try again", async (t) => {
  const store = openMemoryStore();
  const commit = store.commit.bind(store);
  let commits = 0;
  // The clock of the test stands in for a wait of a second.
  let waited = 0;
  const { now: present } = performance;
  t.mock.method(performance, "now", () => present.call(performance) + waited);
  store.commit = async () => {
    commits++;
    await delay(10);
    waited += 1_050;
    throw new DrawbridgeError("unavailable", "The database is held up.");
  };
  const publisher = new Publisher(store, now, []);
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => publisher.publish(request())));
  for (const result of results) assert.equal(result.status === "rejected" && result.reason.code, "unavailable");
  assert.equal(commits, 1);
  store.commit = commit;
  assert.equal((await publisher.publish(request())).isCommitted, true);
});

test("of a thousand concurrent changes none is lost, and each sees the previous one", async () => {
  const publisher = new Publisher(openMemoryStore(), now, []);
  await publisher.publish(request({ edits: () => renamed("0") }));
  const next = () => publisher.publish(request({ edits: (state) => renamed(String(Number(findProject(state)?.name) + 1)) }));
  await Promise.all(Array.from({ length: 1000 }, next));
  assert.equal(await nameIn(publisher), "1000");
});

test("a change that another node overtook is planned again on the new state", async () => {
  const store = openMemoryStore();
  const here = new Publisher(overtaken(store, 3), now, []);
  const seen: number[] = [];
  const published = await here.publish(
    request({
      edits: (state) => {
        seen.push(state.revision);
        return renamed("mine");
      },
    }),
  );
  assert.deepEqual(seen, [0, 1, 2, 3]);
  assert.equal(published.head.revision, 4);
  assert.equal(await nameIn(here), "mine");
});

test("a change that keeps being overtaken ends with a conflict, not with a loop", async () => {
  const publisher = new Publisher(overtaken(openMemoryStore(), 1000), now, []);
  await assert.rejects(publisher.publish(request()), (error: DrawbridgeError) => error.code === "conflict");
});

/** The store as it looks to a node while another commits first, `times` times. */
function overtaken(store: Store, times: number): Store {
  let left = times;
  return {
    ...store,
    head: () => store.head(),
    end: () => store.end(),
    project: (project) => store.project(project),
    rows: (project) => store.rows(project),
    rowsAt: (project, revision) => store.rowsAt(project, revision),
    projectRevision: (project) => store.projectRevision(project),
    history: (project, page) => store.history(project, page),
    recall: (key, at) => store.recall(key, at),
    secret: (name) => store.secret(name),
    close: () => store.close(),
    async commit(input) {
      if (left-- > 0) await new Publisher(store, now, []).publish(request({ edits: () => renamed(`theirs ${left}`) }));
      return store.commit(input);
    },
  };
}

test("a guard is passed by its name with a reason, and the commit keeps both", async () => {
  const store = openMemoryStore();
  const publisher = new Publisher(store, now, []);
  const deadEnd: Edit[] = [
    ...renamed("Acme"),
    {
      kind: "platform",
      id: "ios",
      value: {
        ...absentPlatform,
        store: "apple",
        policy: { minimum: "2", recommended: null, blocked: [], exempt: [] },
      },
    },
  ];
  const edits = () => deadEnd;
  await assert.rejects(publisher.publish(request({ edits })), (error: DrawbridgeError) => {
    assert.equal(error.code, "refused");
    const actual = error.problems.map(({ finding }) => finding?.code);
    assert.deepEqual(actual, ["store_link"]);
    return true;
  });
  await publisher.publish(request({ edits, override: ["store_link"], reason: "the store is being changed" }));
  const [commit] = await store.history("acme", { limit: 1 });
  assert.deepEqual(commit?.overridden, ["store_link"]);
  assert.equal(commit?.reason, "the store is being changed");
});

test("an override needs a reason and the name of a guard; both problems are reported together", async () => {
  const publisher = new Publisher(openMemoryStore(), now, []);
  await assert.rejects(publisher.publish(request({ override: ["everything"], reason: " " })), (error: unknown) => {
    assert.ok(error instanceof DrawbridgeError);
    assert.equal(error.code, "invalid");
    assert.deepEqual(pluck(error.problems, "path"), ["override", "reason"]);
    return true;
  });
});

test("a long plan holds up the changes of its own project, and not those of another", async () => {
  const publisher = new Publisher(openMemoryStore(), now, []);
  let isOtherDone = false;
  const order: string[] = [];
  const long = publisher.publish(
    request({
      edits: function* () {
        while (!isOtherDone) yield;
        return renamed("Long");
      },
    }),
  );
  const next = publisher.publish(request({ edits: (state) => renamed(`${findProject(state)?.name} and next`) }));
  void long.then(() => order.push("long"));
  void next.then(() => order.push("next"));
  const other = await publisher.publish(request({ project: "beta" }));
  assert.deepEqual([other.isCommitted, order], [true, []]);
  isOtherDone = true;
  await next;
  assert.deepEqual(order, ["long", "next"]);
  assert.equal(await nameIn(publisher), "Long and next");
});

test("one failed change does not stop the next", async () => {
  const publisher = new Publisher(openMemoryStore(), now, []);
  const failing = publisher.publish(
    request({
      edits: () => {
        throw new DrawbridgeError("stale", "changed in the meantime");
      },
    }),
  );
  const next = publisher.publish(request());
  await assert.rejects(failing);
  assert.equal((await next).isCommitted, true);
});
