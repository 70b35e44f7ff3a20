/** An edge that has lost commits, whose rows differ under the same revision, or that follows itself, notices it; it gets what it lacks. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { appKey, OriginProgram } from "../edge-origin-program.ts";
import { freePort } from "../free-port.ts";
import { copySaid, LyingOrigin } from "../lying-origin.ts";
import { openMemoryStore } from "../memory-store.ts";
import { EdgeProgram, readBytes } from "../running-edge.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";

const newDirectory = temporaryDirectories();
const question = "/api/v1/config?platform=ios&current_version=2.3.0";

async function furnished(options: Parameters<typeof OriginProgram.start>[0] = {}): Promise<OriginProgram> {
  const origin = await OriginProgram.start(options);
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

for (const scoped of [false, true]) {
  test(`an edge ${scoped ? "of some projects " : ""}whose replica is another than its origin's takes in everything again`, async () => {
    await using origin = await furnished();
    const token = await origin.addToken("d_edge", scoped ? { projects: ["acme-shop", "not-there"] } : {});
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
}

test("digests of commits and heartbeats are those that an edge has, through a long history", async () => {
  await using origin = await furnished({ limits: { heartbeat: 20 } });
  const token = await origin.addToken("d_edge");
  const now = () => origin.clock.now;
  await using edge = await EdgeProgram.start({ directory: newDirectory(), origin: origin.url, token, now });
  await using behind = await EdgeProgram.start({ directory: newDirectory(), origin: edge.url, token, now });
  for (let n = 0; n < 12; n++) {
    await origin.setMinimum(`2.${n}`);
    if (n % 4 === 0) await origin.addToken(`d_${n}`);
    await sleep(30);
  }
  const { revision } = await origin.store.head();
  for (const one of [edge, behind]) {
    await one.at(revision);
    await sleep(60);
    assert.deepEqual([one.running.follower.differences, one.running.status().problem], [0, null]);
  }
});

test("an edge that goes to an origin with another last commit of the same revision takes in everything", async () => {
  const twin = async (minimum: string, id: string) => {
    const store = openMemoryStore("e");
    const commit = store.commit.bind(store);
    let commits = 0;
    store.commit = (input) => commit({ ...input, id: `${id}-${++commits}` });
    const origin = await furnished({ store });
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

test("an edge whose stream loses a commit and the heartbeat after it notices by the next one, and gets the commit", async () => {
  await using origin = await furnished({ limits: { heartbeat: 20 } });
  const token = await origin.addToken("d_edge");
  const { revision } = await origin.store.head();
  let isLosing = false;
  let lost = 0;
  await using relay = await openRelay(origin.url, (piece) => {
    const isLost = isLosing && /^event: commit|^:head .*"digests"/m.test(piece);
    if (isLost) lost++;
    return !isLost;
  });
  const now = () => origin.clock.now;
  await using edge = await EdgeProgram.start({ directory: newDirectory(), origin: relay.url, token, now });
  await edge.at(revision);
  isLosing = true;
  await origin.setMinimum("2.2.0");
  await edge.hasProblem(
    new RegExp(`^commits were lost on the way: the origin is at revision ${revision + 1}, this edge at ${revision}$`),
  );
  isLosing = false;
  assert.ok(lost >= 1);
  await edge.at(revision + 1);
  assert.deepEqual([edge.running.follower.replicas, edge.running.follower.differences], [1, 0], "only the commit was sent again");
});

/** Passes streams on, without the pieces that `passes` refuses. */
async function openRelay(
  origin: string,
  passes: (piece: string) => boolean,
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((req, res) => {
    const passed = request(new URL(req.url ?? "", origin), { method: req.method ?? "GET", headers: req.headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.setEncoding("utf8").on("data", (piece: string) => void (passes(piece) && res.write(piece)));
      answer.on("close", () => res.end());
    });
    passed.on("error", () => res.destroy());
    res.on("close", () => passed.destroy());
    req.pipe(passed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, [Symbol.asyncDispose]: close };
}

const comment = (digests: object) => `:head ${JSON.stringify({ epoch: "e1", revision: 7, digests })}\n\n`;
const comparable = (said: string) => said.replace('"format":1,', '"format":1,"schema":1,');

test("a heartbeat with other digests has an edge take in everything once, and then say what still differs", async () => {
  await using origin = await LyingOrigin.start();
  origin.says = comparable(copySaid()) + comment({ acme: "f".repeat(32) });
  await using edge = await EdgeProgram.start({ directory: newDirectory(), origin: origin.url, token: "dbe_x" });
  await edge.hasProblem(/^this edge still differs from its origin after it has reloaded everything: acme$/);
  assert.deepEqual([edge.running.follower.replicas, edge.running.follower.differences], [2, 1]);
  assert.equal(edge.running.status().state, "following");
  assert.deepEqual(
    origin.asked.map((headers) => headers["last-event-id"]),
    [undefined, undefined],
  );
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

async function furnishedWithToken(): Promise<{ readonly origin: OriginProgram; readonly token: string }> {
  const origin = await OriginProgram.start();
  await origin.applyExample();
  return { origin, token: await origin.addToken("all") };
}

const edgeAt = ({ directory, port }: Awaited<ReturnType<typeof place>>, origin: string, token: string) =>
  EdgeProgram.start({ directory, origin, token, env: { DRAWBRIDGE_LISTEN: `127.0.0.1:${port}` } });

test("among edges in a circle one notices, in any order of start, and all continue to answer", async () => {
  const { origin, token } = await furnishedWithToken();
  await using _ = origin;
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
  const { origin, token } = await furnishedWithToken();
  await using _ = origin;
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
