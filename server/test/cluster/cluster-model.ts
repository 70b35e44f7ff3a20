/** Random events in a cluster, and the properties that hold throughout. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { startReadServer } from "../read-server.ts";
import { type Cluster, manifest, path, project, readKey } from "./cluster.ts";
import type { Member } from "./member.ts";
import { walkOf } from "./published.ts";
import { Watcher } from "./watcher.ts";

type Work = (cluster: Cluster, number: number, member: Member | undefined) => unknown;

/** Each with its weight, and the largest number, which says whom, or how much. */
const kinds: Readonly<Record<string, readonly [weight: number, most: number, work: Work]>> = {
  publish: [8, 2, publish],
  "roll back": [3, 2, rollBack],
  "publish what is refused": [2, 2, publishRefused],
  "kill a member": [2, 5, (_, __, member) => member?.kill()],
  "start who is down": [3, 0, startAll],
  "kill the database": [2, 0, (cluster) => cluster.killDatabase()],
  "start the database": [3, 0, (cluster) => cluster.startDatabase()],
  "cut a node off": [2, 2, ({ databaseWays }, number) => databaseWays[number]?.cut()],
  "cut an edge off": [2, 2, ({ originWays }, number) => originWays[number]?.cut()],
  "mend all ways": [3, 0, mend],
  "freeze the database": [1, 0, (cluster) => cluster.freezeDatabase()],
  "kill all nodes": [1, 0, ({ nodes }) => Promise.all(nodes.map((one) => one.kill()))],
  "truncate a copy": [
    1,
    1_000_000,
    (_, number, member) => damage(member, number, /^replica$/, (file, bytes) => truncateSync(file, number % bytes.length)),
  ],
  "flip a bit": [1, 1_000_000, (_, number, member) => damage(member, number, /^replica/, flipBit(number))],
  "fill a disk": [2, 5, (_, __, member) => member?.fillDisk()],
  "make room": [2, 0, makeRoom],
  "back up": [1, 0, (cluster) => cluster.isDatabaseUp && cluster.keep("new")],
  restore: [1, 0, (cluster) => cluster.isDatabaseUp && cluster.putBack("new")],
  "keep a copy": [2, 0, (cluster) => cluster.isDatabaseUp && cluster.keep("same")],
  "the database goes back": [2, 0, (cluster) => cluster.isDatabaseUp && cluster.putBack("same")],
  // Back by an hour, forward by a day …
  "set a clock": [1, 5, (_, number, member) => member?.setClock(([-3_600_000, 0, 86_400_000][published % 3] ?? 0) + number)],
  wait: [2, 400, (_, number) => sleep(number)],
};

const step = fc.oneof(
  ...Object.entries(kinds).map(([name, [weight, most]]) => ({ weight, arbitrary: fc.tuple(fc.constant(name), fc.nat(most)) })),
);

export const steps = fc.array(step, { minLength: 10, maxLength: 30 });
export type Step = [name: string, number: number];

/** Milliseconds in which all agree once everything is well again, however busy the machine: the drills print how long it took. */
const agreement = 120_000;
let published = 0;

/** Texts of refused changes, which must never become visible. */
const refused = new Set<string>();

export async function live(
  cluster: Cluster,
  taken: readonly Step[],
): Promise<{ readonly reads: number; readonly agreedMs: number }> {
  const watcher = new Watcher(cluster.members, path, readKey);
  watcher.start();
  try {
    for (const [name, number] of taken) await kinds[name]?.[2](cluster, number, cluster.members[number % cluster.members.length]);
    const agreedMs = await heal(cluster);
    await watcher.stop();
    assert.deepEqual(watcher.failures, [], "no read fails");
    for (const member of cluster.members) member.mustNotHaveCrashed();
    await look(cluster, watcher);
    return { reads: watcher.reads, agreedMs };
  } finally {
    await watcher.stop();
  }
}

async function publish(cluster: Cluster, on: number): Promise<void> {
  const text = `m${++published}`;
  const answer = await cluster.admin(
    on,
    "PATCH",
    `projects/${project}`,
    { messages: { default: { en: text } } },
    { "if-match": "*" },
  );
  if (answer === null) return;
  assert.ok([200, 409, 412, 503].includes(answer.status), JSON.stringify(answer));
  if (answer.status === 409 || answer.status === 412) refused.add(text);
}

async function publishRefused(cluster: Cluster, on: number): Promise<void> {
  const text = `m${++published}`;
  refused.add(text);
  const stale = { "if-match": '"0000000000000000.1"' };
  const answer = await cluster.admin(on, "PATCH", `projects/${project}`, { messages: { default: { en: text } } }, stale);
  if (answer) assert.ok([412, 503].includes(answer.status), JSON.stringify(answer));
}

async function rollBack(cluster: Cluster, on: number): Promise<void> {
  const page = await cluster.admin(on, "GET", `projects/${project}/history?limit=20`);
  if (page?.status !== 200) return;
  const revisions = (page.body.commits as { readonly revision: number }[]).map(({ revision }) => revision);
  const to = revisions[Math.floor(revisions.length / 2)];
  const answer = await cluster.admin(on, "POST", `projects/${project}/undo`, { to });
  if (answer) assert.ok([200, 409, 422, 503].includes(answer.status), JSON.stringify(answer));
}

async function damage(
  member: Member | undefined,
  number: number,
  names: RegExp,
  harm: (file: string, bytes: Buffer) => void,
): Promise<void> {
  if (!member) return;
  await member.kill();
  const files = readdirSync(member.data)
    .filter((name) => names.test(name))
    .sort();
  const file = files[number % files.length];
  if (file !== undefined) {
    const path = join(member.data, file);
    const bytes = readFileSync(path);
    if (bytes.length > 0) harm(path, bytes);
  }
  await member.start();
}

/** Spares the last byte: a journal without its last line end is one that a crash left half written. */
function flipBit(number: number): (file: string, bytes: Buffer) => void {
  return (file, bytes) => {
    const at = (number * 7_919) % Math.max(1, bytes.length - 1);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (number % 8));
    writeFileSync(file, bytes);
  };
}

function makeRoom({ members }: Cluster): void {
  for (const member of members) member.makeRoom();
}

function mend({ databaseWays, originWays }: Cluster): void {
  for (const way of [...databaseWays, ...originWays]) way.mend();
}

async function startAll({ members }: Cluster): Promise<void> {
  await Promise.all(members.map((member) => member.start()));
}

/** @returns milliseconds until all members gave the same answer */
async function heal(cluster: Cluster): Promise<number> {
  mend(cluster);
  makeRoom(cluster);
  await cluster.startDatabase();
  while (cluster.members.some(({ isRunning }) => !isRunning)) await startAll(cluster);
  while (cluster.members.some(({ isServing }) => !isServing)) await sleep(20);
  const begun = performance.now();
  const text = (await cluster.published()).at(-1)?.texts.at(-1)?.text ?? "";
  const body = await bodyOf(text);
  for (;;) {
    const told = await Promise.all(cluster.members.map((member) => member.read(path, readKey)));
    const took = performance.now() - begun;
    if (told.every((one) => one.body === body)) return took;
    const ways = cluster.members.map(({ name }, index) => `${name}: ${told[index]?.body}`).join("\n");
    assert.ok(took < agreement, `not all tell ${text} after ${agreement} ms:\n${ways}`);
    await sleep(20);
  }
}

async function look(cluster: Cluster, watcher: Watcher): Promise<void> {
  const epochs = await cluster.published();
  for (const { texts } of epochs)
    for (const { text } of texts) assert.ok(!refused.has(text), `${text} was refused, and is there`);
  for (const member of cluster.members) {
    const texts: string[] = [];
    for (const body of watcher.of(member)) {
      const { message } = JSON.parse(body) as { readonly message: string };
      assert.ok(!refused.has(message), `${member.name} told ${message}, which was refused`);
      assert.equal(body, await bodyOf(message), `${member.name} answers what was published, byte for byte`);
      texts.push(message);
    }
    const wrong = walkOf(texts, epochs);
    assert.equal(
      wrong,
      null,
      `${member.name} ${wrong}; it told ${texts.join(" ")}; published was ${JSON.stringify(epochs.at(-1))}`,
    );
  }
}

const bodies = new Map<string, string>();

/** The answer for a published text, from a server outside the cluster. */
async function bodyOf(text: string): Promise<string> {
  const known = bodies.get(text);
  if (known !== undefined) return known;
  await using server = await startReadServer({ projects: [manifest(text)] });
  const { body } = server.answer({ target: path, key: await server.addKey(project) });
  bodies.set(text, body);
  return body;
}
