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

const node = fc.nat(2);
const edge = fc.nat(2);

/** A step is its name and a number that says whom, or how much. */
const step = fc.oneof(
  weighted(8, "publish", node),
  weighted(3, "roll back", node),
  weighted(2, "publish what is refused", node),
  weighted(2, "kill a member", fc.nat(5)),
  weighted(3, "start who is down"),
  weighted(2, "kill the database"),
  weighted(3, "start the database"),
  weighted(2, "cut a node off", node),
  weighted(2, "cut an edge off", edge),
  weighted(3, "mend all ways"),
  weighted(1, "freeze the database"),
  weighted(1, "kill all nodes"),
  weighted(1, "truncate a copy", fc.nat(1_000_000)),
  weighted(1, "flip a bit", fc.nat(1_000_000)),
  weighted(2, "fill a disk", fc.nat(5)),
  weighted(2, "make room"),
  weighted(1, "back up"),
  weighted(1, "restore"),
  weighted(2, "keep a copy"),
  weighted(2, "the database goes back"),
  weighted(1, "set a clock", fc.nat(5)),
  weighted(2, "wait", fc.nat(400)),
);

function weighted(weight: number, name: string, number: fc.Arbitrary<number> = fc.constant(0)) {
  return { weight, arbitrary: fc.tuple(fc.constant(name), number) };
}

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
    for (const [name, number] of taken) await take(cluster, name, number);
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

async function take(cluster: Cluster, name: string, number: number): Promise<void> {
  const member = cluster.members[number % cluster.members.length];
  switch (name) {
    case "publish":
      return publish(cluster, number);
    case "roll back":
      return rollBack(cluster, number);
    case "publish what is refused":
      return publishRefused(cluster, number);
    case "kill a member":
      return member?.kill();
    case "start who is down":
      return startAll(cluster);
    case "kill the database":
      return cluster.killDatabase();
    case "start the database":
      return cluster.startDatabase();
    case "cut a node off":
      return cluster.databaseWays[number]?.cut();
    case "cut an edge off":
      return cluster.originWays[number]?.cut();
    case "mend all ways":
      return mend(cluster);
    case "freeze the database":
      return cluster.freezeDatabase();
    case "kill all nodes":
      return void (await Promise.all(cluster.nodes.map((one) => one.kill())));
    case "truncate a copy":
      return damage(member, number, /^replica$/, (file, bytes) => truncateSync(file, number % bytes.length));
    case "flip a bit":
      return damage(member, number, /^replica/, flipBit(number));
    case "fill a disk":
      return member?.fillDisk();
    case "make room":
      return makeRoom(cluster);
    case "back up":
      if (cluster.isDatabaseUp) await cluster.backUp();
      return;
    case "restore":
      if (cluster.isDatabaseUp) await cluster.restore();
      return;
    case "keep a copy":
      if (cluster.isDatabaseUp) await cluster.keep();
      return;
    case "the database goes back":
      if (cluster.isDatabaseUp) await cluster.goBack();
      return;
    case "set a clock":
      // Back by an hour, forward by a day …
      return member?.setClock(([-3_600_000, 0, 86_400_000][published % 3] ?? 0) + number);
    default:
      await sleep(number);
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
