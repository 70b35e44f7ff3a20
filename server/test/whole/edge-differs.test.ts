/** An edge that has lost commits, whose rows differ under the same revision, or that follows itself, notices it; it gets what it lacks. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Store } from "../../src/store/store.ts";
import { appKey, OriginProgram } from "../edge-origin-program.ts";
import { freePort } from "../free-port.ts";
import { copySaid, LyingOrigin } from "../lying-origin.ts";
import { openMemoryStore } from "../memory-store.ts";
import { EdgeProgram, readBytes } from "../running-edge.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";

const newDirectory = temporaryDirectories();
const question = "/api/v1/config?platform=ios&current_version=2.3.0";

async function furnished(store?: Store): Promise<OriginProgram> {
  const origin = await OriginProgram.start(store ? { store } : {});
  await origin.applyExample();
  return origin;
}

/** Replaces the text, and the checksum to match. */
function tamper(directory: string, from: RegExp, to: string): void {
  const file = join(directory, "replica");
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -2);
  const text = `${lines.join("\n")}\n`.replace(from, to);
  assert.match(text, new RegExp(to.replaceAll("\\", "\\\\")), "it was another text");
  writeFileSync(file, `${text}${JSON.stringify({ sha256: createHash("sha256").update(text).digest("hex") })}\n`);
}

test("an edge of some projects whose replica is another than its origin's takes in everything again", async () => {
  await using origin = await furnished();
  const token = await origin.addToken("d_edge", { projects: ["acme-shop", "not-there"] });
  const { revision } = await origin.store.head();
  const [directory, now] = [newDirectory(), () => origin.clock.now];
  const start = () => EdgeProgram.start({ directory, origin: origin.url, token, now });
  const first = await start();
  await first.at(revision);
  await first.stop();
  tamper(directory, /\\"minimum\\":\\"[^"\\]*\\"/, '\\"minimum\\":\\"0.1\\"');
  await using edge = await start();
  await until(
    () =>
      edge.running.follower.differences === 1 &&
      edge.running.follower.replicas === 1 &&
      edge.running.status().state === "following",
  );
  assert.equal(await readBytes(edge.url, question, appKey), await readBytes(origin.url, question, appKey));
  assert.ok(edge.logged.some(({ fields }) => /differs from its origin \(acme-shop\)/.test(JSON.stringify(fields))));
  await until(() => origin.edges.list.list(now()).some(({ report }) => report.differences === 1 && report.problem === null));
  await origin.setMinimum("2.2.0");
  await edge.at(revision + 1);
  assert.equal(edge.running.follower.differences, 1, "what is equal is told from what differs");
});

test("an edge that goes to an origin with another last commit of the same revision takes in everything", async () => {
  const twin = async (minimum: string, id: string) => {
    const store = openMemoryStore("e");
    const commit = store.commit.bind(store);
    let commits = 0;
    store.commit = (input) => commit({ ...input, id: `${id}-${++commits}` });
    const origin = await furnished(store);
    const token = await origin.addToken("d_edge");
    await origin.setMinimum(minimum);
    return { origin, token };
  };
  const [one, two] = [await twin("2.0.0", "one"), await twin("9.0.0", "two")];
  const directory = newDirectory();
  const now = () => one.origin.clock.now;
  const { revision } = await one.origin.store.head();
  const first = await EdgeProgram.start({ directory, origin: one.origin.url, token: one.token, now });
  await first.at(revision);
  await first.stop();
  const edge = await EdgeProgram.start({ directory, origin: two.origin.url, token: two.token, now });
  await until(() => edge.running.follower.replicas === 1);
  assert.equal(await readBytes(edge.url, question, appKey), await readBytes(two.origin.url, question, appKey));
  await edge.stop();
  for (const { origin } of [one, two]) await origin[Symbol.asyncDispose]();
});

const heartbeat = (more: object) => `:head ${JSON.stringify({ epoch: "e1", revision: 7, ...more })}\n\n`;
const comparable = (said: string) => said.replace('"format":1,', '"format":1,"schema":1,');

test("a heartbeat with other digests has an edge take in everything once, and then say what still differs", async () => {
  await using origin = await LyingOrigin.start();
  origin.says = comparable(copySaid()) + heartbeat({ digests: { acme: "f".repeat(32) } });
  await using edge = await EdgeProgram.start({ directory: newDirectory(), origin: origin.url, token: "dbe_x" });
  await edge.hasProblem(/^this edge still differs from its origin after it has reloaded everything: acme$/);
  assert.deepEqual([edge.running.follower.replicas, edge.running.follower.differences], [2, 1]);
  assert.equal(edge.running.status().state, "following");
  assert.deepEqual(
    origin.asked.map((headers) => headers["last-event-id"]),
    [undefined, undefined],
  );
});

test("an edge whose stream lost a commit notices it by the next heartbeat, and requests the commits after its last one", async () => {
  await using origin = await LyingOrigin.start();
  origin.says = copySaid() + heartbeat({ revision: 8 });
  await using edge = await EdgeProgram.start({ directory: newDirectory(), origin: origin.url, token: "dbe_x" });
  await edge.hasProblem(/^commits were lost on the way: the origin is at revision 8, this edge at 7$/);
  await until(() => origin.asked.at(-1)?.["last-event-id"] === "e1.7");
});

const circle = /^the origin gets its data from this edge: the edges follow each other in a circle/;

/** Where an edge was once, with what it had then on its disk. */
async function place(origin: OriginProgram, token: string): Promise<{ readonly directory: string; readonly port: number }> {
  const directory = newDirectory();
  const edge = await EdgeProgram.start({ directory, origin: origin.url, token });
  await edge.at(await origin.revision());
  await edge.stop();
  return { directory, port: await freePort() };
}

const edgeAt = ({ directory, port }: Awaited<ReturnType<typeof place>>, origin: string, token: string) =>
  EdgeProgram.start({ directory, origin, token, env: { DRAWBRIDGE_LISTEN: `127.0.0.1:${port}` } });

test("among edges in a circle one notices, in any order of start, and all continue to answer", async () => {
  await using origin = await furnished();
  const token = await origin.addToken("all");
  const places = await Promise.all([place(origin, token), place(origin, token), place(origin, token)]);
  const started = await Promise.all(
    places.map((at, index) => edgeAt(at, `http://127.0.0.1:${places[(index + 1) % places.length]?.port}`, token)),
  );
  try {
    await until(() => started.some((edge) => circle.test(edge.running.status().problem ?? "")));
    for (const { url } of started) assert.match(await readBytes(url, "/readyz", ""), / 200 /);
  } finally {
    await Promise.all(started.map((edge) => edge.stop()));
  }
});

test("edges one behind the other are in no circle, also where all began with the same replica", async () => {
  await using origin = await furnished();
  const token = await origin.addToken("all");
  const directory = newDirectory();
  const first = await EdgeProgram.start({ directory, origin: origin.url, token });
  const { revision } = await origin.store.head();
  await first.at(revision);
  await first.stop();
  const [forMiddle, forFar] = [newDirectory(), newDirectory()];
  for (const to of [forMiddle, forFar]) cpSync(directory, to, { recursive: true });
  await using near = await EdgeProgram.start({ directory, origin: origin.url, token });
  await using middle = await EdgeProgram.start({ directory: forMiddle, origin: near.url, token });
  await using far = await EdgeProgram.start({ directory: forFar, origin: middle.url, token });
  await far.at(revision);
  await origin.addToken("another");
  await far.at(revision + 1);
});
