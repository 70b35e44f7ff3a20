/** Failovers that lose commits, under load, and the invariants of a cluster throughout. */
import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openAt } from "../postgres-store.ts";
import { config } from "../read-server.ts";
import { adminToken, type Cluster, project, readKey } from "./cluster.ts";
import type { Member } from "./member.ts";
import { Watcher } from "./watcher.ts";

export type Drill = "copy before the last commits" | "nodes restarted meanwhile" | "counted past" | "another last commit";
export const drills: readonly Drill[] = [
  "copy before the last commits",
  "nodes restarted meanwhile",
  "counted past",
  "another last commit",
];

export const path = `${config}?platform=ios&current_version=1`;
const lostCommits = 5;
/** Milliseconds after the last start in which all agree and report, however busy the machine: the drills print how long it took. */
const agreement = 120_000;
let published = 0;

export async function goBack(cluster: Cluster, drill: Drill): Promise<{ readonly reads: number; readonly agreedMs: number }> {
  const watcher = new Watcher(cluster.members, path, readKey);
  watcher.start();
  const writer = new Writer(cluster);
  try {
    await publish(cluster, 0, 3);
    const before = await endAt(cluster.url);
    const copy = await cluster.copy("same");
    await publish(cluster, 0, lostCommits);
    const lost = await endAt(cluster.url);
    // Nodes still write what an earlier round lost into the history.
    assert.ok(lost.head.revision >= before.head.revision + lostCommits);
    await untilEqual(cluster.members);
    writer.start();
    await carryOut(cluster, drill, copy);
    const begun = performance.now();
    await untilRenewed(cluster, lost.head.epoch, begun);
    // Load continues, and each acknowledged change is checked on its node.
    await writer.checks(10);
    await writer.stop();
    const stopped = performance.now();
    await untilEqual(cluster.members);
    const agreedMs = performance.now() - stopped;
    await watcher.stop();
    assert.deepEqual(watcher.failures, [], "no read fails");
    assert.deepEqual(writer.unanswered, [], "what is acknowledged is answered");
    for (const member of cluster.members) member.mustNotHaveCrashed();
    await mustBeTold(cluster, lost.head);
    return { reads: watcher.reads, agreedMs };
  } finally {
    await writer.stop();
    await watcher.stop();
  }
}

async function carryOut(cluster: Cluster, drill: Drill, copy: string): Promise<void> {
  if (drill === "nodes restarted meanwhile") {
    await Promise.all(cluster.nodes.map((node) => node.kill()));
    await cluster.putInPlace(copy);
    await Promise.all(cluster.nodes.map((node) => node.start()));
    return;
  }
  if (drill === "counted past" || drill === "another last commit")
    await countOn(copy, drill === "counted past" ? lostCommits + 3 : lostCommits);
  await cluster.putInPlace(copy);
}

/** Commits that no node of the cluster receives before the copy replaces the database. */
async function countOn(url: string, commits: number): Promise<void> {
  const store = await openAt(url);
  try {
    for (let n = 0; n < commits; n++) {
      const row = (await store.rows(project)).find(({ kind }) => kind === "project");
      assert.ok(row);
      const value = JSON.parse(row.value);
      value.messages.default.en = `n${++published}`;
      const { kind, id, schema } = row;
      const change = { project, kind, id, schema, value: JSON.stringify(value) };
      const input = { at: Date.now(), actor: "elsewhere", reason: "", overridden: [], expect: [], changes: [change] };
      await store.commit({ ...input, id: `elsewhere-${published}` });
    }
  } finally {
    await store.close();
  }
}

/** Publishes continuously on one node after the other, and checks that each answers from the commits it acknowledged. */
class Writer {
  readonly unanswered: string[] = [];
  readonly #cluster: Cluster;
  #checked = 0;
  #isOver = false;
  #loop: Promise<void> = Promise.resolve();

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  start(): void {
    this.#loop = this.#write().catch((error: unknown) => void this.unanswered.push(String(error)));
  }

  /** Resolves when that many more acknowledged changes were checked, or writing has failed. */
  async checks(count: number): Promise<void> {
    for (const end = this.#checked + count; this.#checked < end && this.unanswered.length === 0; ) await sleep(20);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#loop;
  }

  async #write(): Promise<void> {
    for (let turn = 0; !this.#isOver; turn++) {
      const { nodes } = this.#cluster;
      const node = nodes[turn % nodes.length];
      if (!node?.isServing) {
        await sleep(10);
        continue;
      }
      const from = await epochOf(node);
      const text = await publishOne(this.#cluster, turn % nodes.length);
      if (text === null) {
        await sleep(20);
        continue;
      }
      const answer = await node.read(path, readKey).catch(() => null);
      // Commits acknowledged before the loss was discovered may be lost with it; later ones may not.
      if (answer === null || from !== (await epochOf(node))) continue;
      this.#checked++;
      const { message } = JSON.parse(answer.body) as { readonly message: string };
      if (message !== text) this.unanswered.push(`${node.name} acknowledged ${text} and answers ${message}`);
    }
  }
}

async function publish(cluster: Cluster, node: number, commits: number): Promise<void> {
  for (let left = commits; left > 0; ) if ((await publishOne(cluster, node)) !== null) left--;
}

export async function publishOne(cluster: Cluster, node: number): Promise<string | null> {
  const text = `n${++published}`;
  const body = { messages: { default: { en: text } } };
  const answer = await cluster.admin(node, "PATCH", `projects/${project}`, body, { "if-match": "*" });
  if (answer === null) return null;
  assert.ok([200, 409, 412, 503].includes(answer.status), `${JSON.stringify(answer)}\n${errorsOf(cluster.nodes[node])}`);
  return answer.status === 200 ? text : null;
}

function errorsOf(node: Member | undefined): string {
  const lines = readFileSync(join(node?.settings.DRAWBRIDGE_DATA ?? "", "log.jsonl"), "utf8").split("\n");
  return lines
    .filter((line) => line.includes('"level":"error"'))
    .slice(-3)
    .join("\n");
}

interface NodeStatus {
  readonly epoch: string | null;
  readonly sources: readonly {
    readonly state: string;
    readonly lost: { readonly epoch: string; readonly through: number; readonly manifests: string[] } | null;
  }[];
}

async function statusOf(node: Member): Promise<NodeStatus | null> {
  const headers = { authorization: `Bearer ${adminToken}` };
  const answer = await fetch(`http://127.0.0.1:${node.port}/admin/v1/status`, { headers }).catch(() => null);
  return answer?.status === 200 ? ((await answer.json()) as NodeStatus) : null;
}

async function epochOf(node: Member): Promise<string | null> {
  return (await statusOf(node))?.epoch ?? null;
}

async function untilRenewed({ nodes }: Cluster, epoch: string, begun: number): Promise<void> {
  for (;;) {
    const epochs = await Promise.all(nodes.map(epochOf));
    if (epochs.every((one) => one !== null && one !== epoch)) {
      assert.equal(new Set(epochs).size, 1, `one new epoch: ${epochs}`);
      return;
    }
    assert.ok(performance.now() - begun < agreement, `not all have a new epoch: ${epochs}`);
    await sleep(20);
  }
}

export async function untilEqual(members: readonly Member[]): Promise<void> {
  for (const begun = performance.now(); ; await sleep(10)) {
    const bodies = await Promise.all(members.map(async (member) => (await member.read(path, readKey)).body));
    if (new Set(bodies).size === 1) return;
    const told = members.map(({ name }, index) => `${name}: ${bodies[index]}`).join("\n");
    assert.ok(performance.now() - begun < agreement, `not all tell the same:\n${told}`);
  }
}

async function endAt(url: string) {
  const store = await openAt(url);
  try {
    return await store.end();
  } finally {
    await store.close();
  }
}

interface LostEnd {
  readonly epoch: string;
  readonly revision: number;
}

/** Nodes write the report in the background, so it may come after they have agreed. */
async function mustBeTold(cluster: Cluster, lost: LostEnd): Promise<void> {
  const begun = performance.now();
  const manifests = await Promise.all(cluster.nodes.map((node) => manifestsReportedBy(node, lost, begun)));
  const [manifest] = manifests.flat();
  assert.ok(manifest, "a manifest was kept");
  assert.equal(statSync(manifest).mode & 0o777, 0o600);
  const text = readFileSync(manifest, "utf8");
  assert.match(text, /^# The project as it was at revision \d+ of epoch /);
  const planned = await fetch(`http://127.0.0.1:${cluster.nodes[0]?.port}/admin/v1/projects/${project}/manifest?dry_run=true`, {
    method: "PUT",
    headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/yaml", "if-match": "*" },
    body: text,
  });
  assert.equal(planned.status, 200, await planned.clone().text());
  const own = await notesOf(cluster, lost, begun);
  assert.match(own[0]?.reason ?? "", /messages\.default\.en was "n\d+", is "n\d+"/);
  for (const { changes } of own)
    assert.deepEqual(
      changes.flatMap(({ differences }) => differences),
      [],
    );
}

async function manifestsReportedBy(node: Member, lost: LostEnd, begun: number): Promise<readonly string[]> {
  const path = join(node.settings.DRAWBRIDGE_DATA ?? "", "log.jsonl");
  const isReport = (line: string) =>
    line.includes('"level":"error"') && line.includes(`"epoch":"${lost.epoch}"`) && / lost /.test(line);
  for (;;) {
    const reported = (await statusOf(node))?.sources[0]?.lost ?? null;
    const isLogged = readFileSync(path, "utf8").split("\n").some(isReport);
    // Load continued until the database was replaced.
    const isWhole = reported?.epoch === lost.epoch && (reported.through ?? 0) >= lost.revision;
    if (isWhole && isLogged) return reported.manifests;
    const state = `${node.name} says ${JSON.stringify(reported)}, and its log has ${isLogged ? "it" : "no report"}`;
    assert.ok(performance.now() - begun < agreement, state);
    await sleep(20);
  }
}

interface Note {
  readonly reason: string;
  readonly changes: readonly { readonly differences: readonly unknown[] }[];
}

/** Waits for the report in the history. It names the manifest, and thus the epoch: an earlier round has reports of its own. */
async function notesOf(cluster: Cluster, { epoch }: LostEnd, begun: number): Promise<readonly Note[]> {
  for (;;) {
    const history = await cluster.admin(0, "GET", `projects/${project}/history?actor=system&limit=50`);
    const notes = (history?.body.commits ?? []) as readonly Note[];
    const own = notes.filter(({ reason }) => /revisions \d+ to \d+ are lost/.test(reason) && reason.includes(epoch));
    if (own.length > 0) return own;
    assert.ok(performance.now() - begun < agreement, `not in the history: ${JSON.stringify(notes)}`);
    await sleep(20);
  }
}
