/** Events of commits reach a receiver at least once, through kills and a database that goes away. */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { Cluster } from "../cluster/cluster.ts";
import type { AdminAnswer, Member } from "../cluster/member.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import { until } from "../until.ts";
import { startReceiver, type WebhookReceiver } from "../webhook-receiver.ts";
import type { Drill } from "./drill.ts";

export const rounds = 10_000;

export const run: Drill["run"] = (rounds, random) => inTemporaryDirectory((directory) => onPostgres(directory, rounds, random));

async function onPostgres(directory: string, commits: number, random: () => number): Promise<string> {
  const cluster = await Cluster.open(directory, { DRAWBRIDGE_WEBHOOK_ALLOW: "127.0.0.1" });
  const killNode = async () => {
    const node = cluster.nodes[Math.floor(random() * cluster.nodes.length)];
    await node?.kill();
    await sleep(random() * 2_000);
    await node?.start();
  };
  const killDatabase = async () => {
    await cluster.killDatabase();
    await sleep(random() * 3_000);
    await cluster.startDatabase();
  };
  const faults = [...Array.from({ length: 6 }, () => killNode), killDatabase, killNode, killDatabase, killNode];
  try {
    return await deliverAll(asker(cluster.nodes), faults, commits, random);
  } finally {
    await cluster.close();
  }
}

const preconditions: Readonly<Record<string, object>> = { PUT: { "if-none-match": "*" }, PATCH: { "if-match": "*" } };

/** Null means no answer. */
type Ask = (node: number, method: string, path: string, body?: object) => Promise<AdminAnswer | null>;

function asker(nodes: readonly Member[]): Ask {
  return async (node, method, path, body) =>
    (await nodes[node]?.admin(method, path, body, preconditions[method]).catch(() => null)) ?? null;
}

/** Writers of each node change projects of their own, so that nothing conflicts. */
const writers = 4;

/** @param faults each breaks something and repairs it */
async function deliverAll(
  ask: Ask,
  faults: readonly (() => Promise<void>)[],
  commits: number,
  random: () => number,
): Promise<string> {
  await using receiver = await startReceiver();
  await using dead = await startReceiver("hangs");
  const created = await until(
    () => ask(0, "POST", "webhooks", { name: "all", url: receiver.url, events: ["policy.published"] }),
    (answer) => answer?.status === 201,
  );
  await ask(0, "POST", "webhooks", { name: "dead", url: dead.url });
  const acknowledged = new Set<number>();
  const projects = Array.from({ length: 3 * writers }, (_, index) => `p${index}`);
  for (const project of projects) {
    await ask(0, "PUT", `projects/${project}`, { stores: { apple: "https://apps.apple.com/app/id1" } });
    const made = await ask(0, "PUT", `projects/${project}/platforms/ios`, { minimum: "1" });
    assert.equal(made?.status, 201);
  }
  let left = commits;
  const write = async (project: string, node: number) => {
    for (let version = 1; left > 0; version++) {
      left--;
      const answer = await ask(node, "PATCH", `projects/${project}/platforms/ios`, { minimum: `1.${version}` });
      if (answer?.status === 200 || answer?.status === 201) acknowledged.add(Number(answer.body.revision));
      else {
        left++;
        await sleep(50);
      }
    }
  };
  const writing = Promise.all(projects.map((project, index) => write(project, index % 3)));
  let isWriting = true;
  void writing.finally(() => {
    isWriting = false;
  });
  for (const [index, fault] of faults.entries()) {
    const at = (commits * (faults.length - index - random())) / (faults.length + 1);
    await until(() => left <= at || !isWriting);
    await fault();
  }
  await writing;
  const committed = await policyCommits(ask, projects);
  for (const revision of acknowledged) assert.ok(committed.has(revision), `revision ${revision} was acknowledged and is gone`);
  await until(
    () => new Set(receiver.received.map(revisionOf)).size,
    (size) => size >= committed.size,
  );
  // Deliveries that a killed process had sent and not stored are sent again.
  await until(
    () => ask(0, "GET", `webhooks/${created?.body.id}`),
    (answer) => answer?.body.waiting === 0,
  );
  const duplicates = checkReceived(receiver, committed);
  return `${committed.size} commits, ${faults.length} faults, each delivered, ${duplicates} more than once`;
}

function revisionOf({ event }: WebhookReceiver["received"][number]): number {
  return event.data.revision ?? 0;
}

function checkReceived({ received }: WebhookReceiver, committed: ReadonlySet<number>): number {
  const ids = new Map<number, string>();
  for (const delivery of received) {
    const revision = revisionOf(delivery);
    const id = delivery.headers["webhook-id"] ?? "";
    assert.ok(committed.has(revision), `revision ${revision} was delivered and never committed`);
    assert.equal(ids.get(revision) ?? id, id, "a repeated delivery has another id");
    ids.set(revision, id);
  }
  assert.equal(ids.size, committed.size);
  return received.length - ids.size;
}

async function policyCommits(ask: Ask, projects: readonly string[]): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  for (const project of projects)
    for (let before = ""; ; ) {
      const page = await until(
        () => ask(0, "GET", `projects/${project}/history?kind=platform&limit=200${before}`),
        (answer) => answer?.status === 200,
      );
      assert.ok(page);
      const { commits, next } = page.body as {
        readonly commits: readonly { readonly revision: number }[];
        readonly next: number | null;
      };
      for (const { revision } of commits) found.add(revision);
      if (next === null) break;
      before = `&before=${next}`;
    }
  return found;
}
