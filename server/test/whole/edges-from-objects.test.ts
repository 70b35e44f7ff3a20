/** Edges of an installation that shipped to an object store, and then lost its server and its database. */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Status } from "drawbridge-rules/wire/status.ts";
import { freeAddress } from "../free-port.ts";
import { flipBit } from "../memory-objects.ts";
import { EdgeProgram, quick, readBytes } from "../running-edge.ts";
import { createProject, metricsToken, startWatched, type WatchedProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";

const newDirectory = temporaryDirectories();
const objects = newDirectory();
const env = {
  DRAWBRIDGE_OBJECTS: pathToFileURL(objects).href,
  DRAWBRIDGE_OBJECTS_KEY: Buffer.alloc(32, 7).toString("base64"),
  DRAWBRIDGE_METRICS_TOKEN: metricsToken,
};
const question = "/api/v1/config?platform=ios&current_version=2.1";
const questions = [
  question,
  `${question}&lang=de`,
  "/api/v1/config?platform=ios&current_version=1.0&lang=it",
  "/api/v1/config?platform=android&current_version=9",
  "/api/v1/config?platform=tv&current_version=1",
  "/api/v1/maintenance?instanceId=eu-1&lang=de",
  "/api/v1/maintenance?instanceId=nowhere",
];
/** By question, at the last commit of the origin. */
const answers = new Map<string, string>();
const edges: EdgeProgram[] = [];
let origin: WatchedProgram;
let [key, token, revision] = ["", "", 0];

before(async () => {
  mkdirSync(objects);
  origin = await startWatched({ env: { ...env, DRAWBRIDGE_LISTEN: await freeAddress() } });
  token = String((await origin.admin("POST", "/admin/v1/tokens", { kind: "edge", name: "edges" })).body.token);
  key = await createProject(origin, {
    messages: { upgrade: { en: "Upgrade {current_version}", de: "Bitte aktualisieren" }, maintenance: { en: "Down" } },
    platforms: { ios: { minimum: "2.0.0", recommended: "3.1", store: "none" }, android: { store: "none" } },
    instances: { "eu-1": { name: { en: "Europe", de: "Europa" } } },
  });
  await shipped();
  const { status } = await origin.admin(
    "PATCH",
    "/admin/v1/projects/acme/platforms/ios",
    { minimum: "2.2" },
    { "if-match": "*" },
  );
  assert.equal(status, 200);
  revision = await shipped();
  for (const target of questions) answers.set(target, await readBytes(origin.urls.config, target, key));
  await origin.stop();
});
after(() => Promise.all(edges.map((edge) => edge.stop())));

async function statusOf(url: string): Promise<Status> {
  return (await (await fetch(`${url}/status`, { headers: { authorization: `Bearer ${metricsToken}` } })).json()) as Status;
}

async function shipped(): Promise<number> {
  const status = () => statusOf(origin.urls.admin);
  const found = await until(status, ({ objects, revision }) => objects?.revision === revision);
  return Number(found.revision);
}

async function started(): Promise<EdgeProgram> {
  const follows = { origin: origin.urls.edge, token, env };
  const edge = await EdgeProgram.start({ directory: newDirectory(), ...follows, timing: { ...quick, pollEvery: 50 } });
  edges.push(edge);
  return edge;
}

async function answersAsBefore({ url }: EdgeProgram): Promise<void> {
  await until(async () => (await fetch(`${url}/readyz`)).ok);
  for (const [target, expected] of answers) assert.equal(await readBytes(url, target, key), expected, target);
}

/** Cuts or changes the newest object whose name is like that. Returns its repair. */
function damage(name: RegExp, change: (bytes: Buffer) => Buffer): () => void {
  const folder = join(objects, "public");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => name.test(file));
  const path = join(folder, files.sort().at(-1) ?? assert.fail(`no ${name}`));
  const whole = readFileSync(path);
  writeFileSync(path, change(Buffer.from(whole)));
  return () => writeFileSync(path, whole);
}

const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);

test("a new edge answers every question as the origin did at its last commit, names a torn head, and forgets it", async () => {
  const edge = await started();
  await answersAsBefore(edge);
  const { objects, ...status } = await statusOf(edge.url);
  assert.equal(status.revision, revision);
  assert.deepEqual(objects, { place: env.DRAWBRIDGE_OBJECTS, revision, behind: 0, problem: null });
  assert.deepEqual([edge.running.status().state, edge.running.follower.replicas], ["interrupted", 1]);
  const repair = damage(/^head$/, half);
  const problem = async () => (await statusOf(edge.url)).objects?.problem ?? "";
  await until(problem, (text) => /public\/head cannot be decrypted/.test(text));
  await answersAsBefore(edge);
  repair();
  await until(problem, (text) => text === "");
});

test("with one flipped bit in the snapshot, a new edge has nothing to answer from, says so, and starts when it is repaired", async () => {
  const repair = damage(/snapshot-.*\d$/, (bytes) => flipBit(bytes, bytes.length >> 1));
  const edge = await started();
  assert.match(
    edge.running.banner.join("\n"),
    /once a replica has arrived from http:.* or file:.*: it has nothing to answer from yet/,
  );
  await until(async () => /snapshot-.*cannot be decrypted/.test((await statusOf(edge.url)).objects?.problem ?? ""));
  const refused = await readBytes(edge.url, question, key);
  assert.match(refused, /503[\s\S]*nothing to answer from: neither its origin nor the object store/);
  assert.equal((await fetch(`${edge.url}/readyz`)).status, 503);
  const logged = () => edge.logged.map(({ text, fields }) => `${text} ${(fields as { reason: string }).reason}`).join("\n");
  await until(logged, (text) => /has no replica to answer from.*cannot be reached/.test(text));
  assert.match(logged(), /The object store cannot be used.*cannot be decrypted/);
  repair();
  await answersAsBefore(edge);
});
