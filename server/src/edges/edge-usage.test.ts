/** Counts of an edge, from its catalog to the store of its origin, over real sockets. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { OriginProgram } from "../../test/edge-origin-program.ts";
import { keyEdit } from "../../test/example-project.ts";
import { hashCredential } from "../base/hash.ts";
import { ReadUsage } from "../reads/usage/read-usage.ts";
import { hourMs, hourNumber } from "../reads/usage/request-counter.ts";
import { EdgeUsage } from "./edge-usage.ts";
import { longestUsageReport, readUsageReport, usagePath } from "./edge-usage-report.ts";

const key = { key: "k_a" };
const logged: object[] = [];
const log = { error: (fields: object) => void logged.push(fields) };

async function furnished(): Promise<OriginProgram> {
  const origin = await OriginProgram.start({ countsEdges: true });
  for (const project of ["shop", "other"]) await origin.apply({ project, ...{ platforms: { ios: { minimum: "2.0" } } } });
  return origin;
}

function edgeOf(origin: OriginProgram, token: string, name = "p_edge", url = origin.url) {
  const usage = new ReadUsage();
  const now = () => origin.clock.now;
  return { usage, now, edge: new EdgeUsage({ usage, origin: url, token, process: name, now, log }) };
}

function ask(usage: ReadUsage, project: string, version: string, at: number, times = 1): void {
  for (let i = 0; i < times; i++) usage.versions(project, "ios").count(version, key, 0, at);
}

async function stored({ store, clock }: OriginProgram, project = "shop") {
  const hour = hourNumber(clock.now);
  const found = await store.usage.versionHours({ project, platform: "ios", from: hour - 300, until: hour + 20 });
  return found.map(({ source, version, at, counts }) => [source, version, at - hour, counts[0]]);
}

function addKeys(origin: OriginProgram, project: string, ids: readonly string[]): Promise<void> {
  return origin.publish(project, () => ids.map((id) => keyEdit(id, { hash: hashCredential(`${project} ${id}`) })));
}

function refusedAt({ store, clock }: OriginProgram, project = "shop") {
  return store.usage.refusedQueries(project, hourNumber(clock.now) - 300);
}

async function post(origin: OriginProgram, token: string, body: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${origin.url}${usagePath}`, { method: "POST", headers, body })).status;
}

test("an edge's counts are stored as an edge's, and a report whose answer was lost adds nothing again", async () => {
  await using origin = await furnished();
  const { usage, now, edge } = edgeOf(origin, await origin.addToken("all"));
  const write = origin.store.usage.write.bind(origin.store.usage);
  origin.store.usage.write = async (change) => {
    await write(change);
    throw new DrawbridgeError("unavailable", "the answer was lost");
  };
  ask(usage, "shop", "2.3.0", now(), 3);
  ask(usage, "shop", "2.3.0", now() - hourMs);
  for (let i = 0; i < 3; i++) await edge.flush();
  origin.store.usage.write = write;
  ask(usage, "shop", "2.3.0", now());
  await edge.flush();
  await edge.stop();
  assert.deepEqual(await stored(origin), [
    ["edge", "2.3.0", -1, 1],
    ["edge", "2.3.0", 0, 4],
  ]);
});

test("an edge counts only for projects of its token, and for platforms and hours that there are", async () => {
  await using origin = await furnished();
  const { usage, now, edge } = edgeOf(origin, await origin.addToken("one", { projects: ["shop"] }));
  for (const project of ["shop", "other", "none"]) ask(usage, project, "2.3.0", now());
  usage.versions("shop", "nokia").count("1", key, 0, now());
  ask(usage, "shop", "2.4.0", now() + 2 * hourMs);
  ask(usage, "shop", "2.5.0", now() - 15 * 24 * hourMs);
  await edge.stop();
  assert.deepEqual([await stored(origin), await stored(origin, "other")], [[["edge", "2.3.0", 0, 1]], []]);
});

test("refused queries of an edge are stored once, for keys of its token, with an example that is safe to show", async () => {
  await using origin = await furnished();
  for (const project of ["shop", "other"]) await addKeys(origin, project, ["k_a"]);
  const { usage, now, edge } = edgeOf(origin, await origin.addToken("one", { projects: ["shop"] }));
  const refuse = (project: string, key: string, at: number, sent: string) =>
    usage.refusedQueries.count({ key: { project, key }, code: "invalid_version", sent }, at);
  for (const sent of ["2.5.0(beta)", "latest"]) refuse("shop", "k_a", now(), sent);
  refuse("other", "k_a", now(), "latest");
  refuse("shop", "k_none", now(), "latest");
  for (const hours of [-24, 2]) refuse("shop", "k_a", now() + hours * hourMs, "latest");
  await edge.stop();
  const code = "invalid_version";
  const hour = hourNumber(now());
  assert.deepEqual(await refusedAt(origin), [{ project: "shop", key: "k_a", code, hour, count: 2, example: "2.5.0(beta)" }]);
  assert.deepEqual(await refusedAt(origin, "other"), []);
  const hostile = { project: "shop", key: "k_a", code, hour: hour - 1, count: 1, example: `\u001b]0;\u202e${"x".repeat(9_000)}` };
  const report = { process: "p_hostile", number: 1, versions: [], refused: [hostile] };
  assert.equal(await post(origin, await origin.addToken("all"), JSON.stringify(report)), 204);
  const [shown] = (await refusedAt(origin)).filter((each) => each.hour === hour - 1);
  assert.equal(shown?.example, `\\u{1b}]0;\\u{202e}${"x".repeat(46)}…`);
});

test("more versions and refused queries than one report has are sent in several, whatever they are made of", async () => {
  await using origin = await furnished();
  const { usage, now, edge } = edgeOf(origin, await origin.addToken("all"));
  for (let i = 0; i < 500; i++) ask(usage, "shop", `1.${i}.0-${"a".repeat(50)}`, now());
  const keys = Array.from({ length: 250 }, (_, i) => `k_${i}`);
  await addKeys(origin, "shop", keys);
  for (const each of keys)
    usage.refusedQueries.count({ key: { project: "shop", key: each }, code: "invalid_version", sent: "😀".repeat(64) }, now());
  await edge.stop();
  assert.deepEqual([(await stored(origin)).length, (await refusedAt(origin)).length, logged], [500, 250, []]);
});

test("an edge behind another has its counts passed on, within the projects of both tokens", async () => {
  await using origin = await furnished();
  const token = await origin.addToken("all");
  const middle = edgeOf(origin, token);
  const scope = { projects: ["shop"], name: "", has: ({ project }: { readonly project: string }) => project === "shop" };
  const hour = hourNumber(origin.clock.now);
  const versions = ["shop", "other"].map((project) => {
    return { project, platform: "ios", version: "2.3.0", hour, counts: [1, 0, 0, 0] as const };
  });
  for (const project of ["shop", "other"]) await addKeys(origin, project, ["k_a"]);
  const refused = ["shop", "other"].map((project) => {
    return { project, key: "k_a", code: "unknown_platform" as const, hour, count: 1, example: "nokia" };
  });
  for (let i = 0; i < 2; i++) await middle.edge.forward({ process: "p_behind", number: 1, versions, refused }, "t_behind", scope);
  assert.deepEqual([await stored(origin), await stored(origin, "other")], [[["edge", "2.3.0", 0, 1]], []]);
  assert.deepEqual([await refusedAt(origin), await refusedAt(origin, "other")], [refused.slice(0, 1), []]);
  await origin.revoke("all");
  await assert.rejects(
    middle.edge.forward({ process: "p_behind", number: 2, versions, refused }, "t_behind", scope),
    /answers 401/,
  );
  await middle.edge.stop();
});

test("counts wait for an origin that is away or refuses the token, and are dropped for one that takes none", async () => {
  await using origin = await furnished();
  await using older = await OriginProgram.start();
  const away = edgeOf(origin, await origin.addToken("all"), "p_away", "http://127.0.0.1:1");
  ask(away.usage, "shop", "2.3.0", away.now());
  await away.edge.stop();
  const refused = edgeOf(origin, "dbe_wrong");
  ask(refused.usage, "shop", "2.3.0", refused.now());
  await refused.edge.flush();
  await refused.edge.stop();
  const old = edgeOf(origin, await older.addToken("all"), "p_old", older.url);
  ask(old.usage, "shop", "2.3.0", old.now());
  await old.edge.stop();
  assert.deepEqual([await stored(origin), await stored(older), logged], [[], [], []]);
});

test("a report is refused unless it has the form of one, and is one of the token's first 1 000 processes", async () => {
  await using origin = await furnished();
  const token = await origin.addToken("all");
  const version = { project: "shop", platform: "ios", version: "2.3.0", hour: 1, counts: [1, 0, 0, 0] };
  const queries = { project: "shop", key: "k_a", code: "invalid_version", hour: 1, count: 1, example: "2.5.0(beta)" };
  const report = { process: "p_edge", number: 1, versions: [version], refused: [queries] };
  assert.notEqual(readUsageReport(JSON.stringify({ ...report, newer: 1 })), null);
  const wrong = [
    "",
    "null",
    "[]",
    { ...report, process: "p" },
    { ...report, process: "p edge" },
    { ...report, number: -1 },
    { ...report, versions: {} },
    { ...report, versions: Array(201).fill(version) },
    { ...report, refused: undefined },
    { ...report, refused: Array(101).fill(queries) },
    ...[null, { project: "" }, { key: "k a" }, { code: "unknown_instance" }, { hour: -1 }, { count: 1e11 }, { example: 2 }].map(
      (part) => ({ ...report, refused: [part && { ...queries, ...part }] }),
    ),
    ...[{ version: "2.3" }, { project: "SHOP" }, { platform: "" }, { hour: 0.5 }, { counts: [1, 0, 0] }].map((part) => ({
      ...report,
      versions: [{ ...version, ...part }],
    })),
    ...[-1, 1e11].map((count) => ({ ...report, versions: [{ ...version, counts: [1, 0, 0, count] }] })),
  ];
  for (const body of wrong) {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    assert.equal(readUsageReport(text), null, text);
  }
  assert.equal(await post(origin, token, "{}"), 400);
  assert.equal(await post(origin, token, " ".repeat(longestUsageReport + 1)), 413);
  assert.equal(await post(origin, "dbe_wrong", JSON.stringify(report)), 401);
  for (let i = 0; i < 1_000; i++)
    assert.equal(
      await post(origin, token, JSON.stringify({ ...report, process: `p_${i}`.padEnd(6, "x"), versions: [], refused: [] })),
      204,
    );
  assert.equal(await post(origin, token, JSON.stringify(report)), 429);
});
