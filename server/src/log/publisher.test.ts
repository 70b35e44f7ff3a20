import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { blankProject } from "drawbridge-rules/project/project.ts";
import { findProject, soleId } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { openMemoryStore } from "../../test/memory-store.ts";
import type { Head, Store } from "../store/store.ts";
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
  const publisher = new Publisher(store, now, []);
  let looks = 0;
  publisher.onUncertain = () => void looks++;
  await assert.rejects(publisher.publish(request()), { code: "unavailable" });
  assert.equal(looks, 1);
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

/** Another node commits first, `times` times. */
function overtaken(store: Store, times: number): Store {
  const commit = store.commit.bind(store);
  let [left, isOther] = [times, false];
  store.commit = async (input) => {
    if (!isOther && left-- > 0) {
      isOther = true;
      await new Publisher(store, now, []).publish(request({ edits: () => renamed(`theirs ${left}`) }));
      isOther = false;
    }
    return commit(input);
  };
  return store;
}

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
