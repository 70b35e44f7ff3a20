/** Three regions: the server in the first, the object store beside the second, edges in all, and slow relays between. Each thing burns once. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { manifest, project, readKey } from "../cluster/cluster.ts";
import { CuttableProxy } from "../cluster/cuttable-proxy.ts";
import { Member } from "../cluster/member.ts";
import { freePort } from "../free-port.ts";
import { S3StandIn } from "../objects/s3-stand-in.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import { until } from "../until.ts";
import type { Drill } from "./drill.ts";

export const rounds = 1;

export const run: Drill["run"] = async (rounds) => {
  const lines: string[] = [];
  for (let round = 0; round < rounds; round++) lines.push(...(await inTemporaryDirectory(burnEach)));
  return `\n  ${lines.join("\n  ")}\n`;
};

const adminToken = "regions-".padEnd(40, "x");
const path = "/api/v1/config?platform=ios&current_version=1";
/** Milliseconds each way between the first region and the others. */
const near = 40;
const far = 75;

/** Everything, and the ways between: `DRAWBRIDGE_OBJECTS` and the address of the server go through relays. */
class World implements AsyncDisposable {
  readonly #directory: string;
  readonly objects: S3StandIn;
  readonly #port: number;
  readonly #objectsPort: number;
  readonly ways: Readonly<Record<"nearServer" | "farServer" | "nearObjects" | "farObjects", CuttableProxy>>;
  server: Member;
  edges: Readonly<Record<"first" | "near" | "far", Member>> | null = null;
  readonly #others: Member[] = [];
  #text = 0;
  #token = "";

  static async open(directory: string): Promise<World> {
    const objects = await S3StandIn.start();
    const port = await freePort();
    const objectsPort = Number(new URL(objects.env.AWS_ENDPOINT_URL ?? "").port);
    const ways = {
      nearServer: await CuttableProxy.open(port, near),
      farServer: await CuttableProxy.open(port, far),
      nearObjects: await CuttableProxy.open(objectsPort, near),
      farObjects: await CuttableProxy.open(objectsPort, far),
    };
    const world = new World(directory, objects, port, objectsPort, ways);
    await world.#prepare();
    return world;
  }

  private constructor(directory: string, objects: S3StandIn, port: number, objectsPort: number, ways: World["ways"]) {
    this.#directory = directory;
    this.objects = objects;
    this.#port = port;
    this.#objectsPort = objectsPort;
    this.ways = ways;
    this.server = this.#member("server", port, ways.nearObjects.port);
  }

  /** The machine that takes the place of the server: it stands beside the object store, and its directory is empty. */
  async replaceServer(): Promise<Member> {
    this.server = this.#member("second", await freePort(), this.#objectsPort);
    assert.ok(await this.server.start());
    return this.server;
  }

  async newEdge(name: string, server: CuttableProxy, objects: number): Promise<Member> {
    const edge = await this.#edge(name, server.port, objects);
    await edge.start();
    return edge;
  }

  /** Publishes the next text; null means it was not acknowledged. */
  async publish(): Promise<number | null> {
    const text = ++this.#text;
    const patch = { messages: { default: { en: `n${text}` } } };
    const answer = await this.server.admin("PATCH", `projects/${project}`, patch, { "if-match": "*" }).catch(() => null);
    return answer?.status === 200 ? text : null;
  }

  get published(): number {
    return this.#text;
  }

  async problem(): Promise<string | null> {
    return (await this.server.admin("GET", "status")).body.objects.problem;
  }

  async #prepare(): Promise<void> {
    assert.ok(await this.server.start());
    const created = await this.server.admin("PUT", `projects/${project}/manifest`, manifest("n0"), { "if-none-match": "*" });
    assert.equal(created.status, 201);
    await this.server.admin("POST", `projects/${project}/keys/import`, { name: "app", value: readKey });
    this.#token = (await this.server.admin("POST", "tokens", { kind: "edge", name: "edges" })).body.token;
    this.edges = {
      first: await this.#edge("first", this.#port, this.ways.nearObjects.port),
      near: await this.#edge("near", this.ways.nearServer.port, this.#objectsPort),
      far: await this.#edge("far", this.ways.farServer.port, this.ways.farObjects.port),
    };
    await Promise.all(Object.values(this.edges).map((edge) => edge.start()));
    await until(() => Object.values(this.edges ?? {}).every(({ isServing }) => isServing));
  }

  async #edge(name: string, server: number, objects: number): Promise<Member> {
    const member = this.#member(name, await freePort(), objects, {
      DRAWBRIDGE_EDGE_ORIGIN: `http://127.0.0.1:${server}`,
      DRAWBRIDGE_EDGE_TOKEN: this.#token,
    });
    this.#others.push(member);
    return member;
  }

  #member(name: string, port: number, objects: number, more: Readonly<Record<string, string>> = {}): Member {
    const member = new Member(name, port, {
      DRAWBRIDGE_DATA: join(this.#directory, name),
      DRAWBRIDGE_ADMIN_TOKEN: adminToken,
      DRAWBRIDGE_OBJECTS: this.objects.url,
      AWS_ENDPOINT_URL: `http://127.0.0.1:${objects}`,
      ...more,
    });
    this.#others.push(member);
    return member;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#others.map((member) => member.close()));
    for (const way of Object.values(this.ways)) way.close();
    await this.objects[Symbol.asyncDispose]();
  }
}

/** Apps of one region: they ask an edge one time after the other. */
class Apps {
  readonly #member: Member;
  readonly failures: string[] = [];
  reads = 0;
  #text = "";
  #isOver = false;
  readonly #done: Promise<void>;

  constructor(member: Member) {
    this.#member = member;
    this.#done = this.#ask();
  }

  /** Milliseconds until that text, or a later one, is what apps get. */
  async sees(text: number, since = performance.now()): Promise<number> {
    await until(() => Number(this.#text.slice(1)) >= text);
    return performance.now() - since;
  }

  get text(): number {
    return Number(this.#text.slice(1));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#done;
  }

  async #ask(): Promise<void> {
    while (!this.#isOver) {
      const { status, body } = await this.#member.read(path, readKey).catch((error) => ({ status: 0, body: String(error) }));
      this.reads++;
      if (status === 200) this.#text = /"n(\d+)"/.exec(body)?.[0]?.slice(1, -1) ?? this.#text;
      else this.failures.push(`${this.#member.name}: ${status} ${body}`);
      await sleep(10);
    }
  }
}

async function burnEach(directory: string): Promise<string[]> {
  await using world = await World.open(directory);
  const { edges, ways, objects } = world;
  assert.ok(edges);
  const [first, near, far] = [new Apps(edges.first), new Apps(edges.near), new Apps(edges.far)];
  const lines: string[] = [];
  const say = (text: string) => void lines.push(text);
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

  const whole: number[][] = [[], [], []];
  for (let round = 0; round < 20; round++) {
    const text = await world.publish();
    assert.ok(text);
    const since = performance.now();
    const seen = await Promise.all([first, near, far].map((apps) => apps.sees(text, since)));
    seen.forEach((ms, index) => void whole[index]?.push(ms));
  }
  const median = (list: readonly number[] = []) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0;
  say(`nothing burns: apps get a change after ${whole.map((list) => `${median(list).toFixed(0)} ms`).join(", ")} (median of 20)`);

  ways.farServer.cut();
  const through: number[] = [];
  for (let round = 0; round < 5; round++) {
    const text = await world.publish();
    assert.ok(text);
    through.push(await far.sees(text));
  }
  say(`the far region is cut off from the server: its apps get a change from the object store after ${seconds(median(through))}`);
  const fresh = await world.newEdge("fresh", ways.farServer, ways.farObjects.port);
  await until(() => fresh.isServing);
  say("a new edge there, with an empty directory, is ready from the object store");
  ways.farServer.mend();

  let since = performance.now();
  objects.fault = () => "403 AccessDenied";
  await until(
    () => world.problem(),
    (problem) => problem !== null,
  );
  const named = performance.now() - since;
  const text = await world.publish();
  assert.ok(text, "a change is accepted without the object store");
  await Promise.all([first, near, far].map((apps) => apps.sees(text)));
  objects.fault = () => null;
  since = performance.now();
  await until(
    () => world.problem(),
    (problem) => problem === null,
  );
  say(
    `the object store refuses: named after ${seconds(named)}, gone ${seconds(performance.now() - since)} after it accepts again`,
  );
  assert.ok(named < 10_000 && performance.now() - since < 10_000);

  await world.server.kill();
  since = performance.now();
  assert.ok(await world.server.start());
  await until(() => world.publish());
  say(`the server is killed and started again on its disk: changes are accepted after ${seconds(performance.now() - since)}`);
  await Promise.all([first, near, far].map((apps) => apps.sees(world.published)));

  let acknowledged = world.published;
  const end = performance.now() + 6_000;
  const acknowledgedAt = new Map<number, number>();
  while (performance.now() < end) {
    const done = await world.publish();
    if (done === null) continue;
    acknowledged = done;
    acknowledgedAt.set(done, performance.now());
    await sleep(50);
  }
  await first.stop();
  const burned = performance.now();
  await Promise.all([world.server.kill(), edges.first.kill()]);
  rmSync(world.server.data, { recursive: true, force: true });
  for (const way of [ways.nearServer, ways.farServer]) way.cut();
  // The written steps: a machine with the setting and an empty directory, and then the name of the server leads to it.
  const second = await world.replaceServer();
  for (const way of [ways.nearServer, ways.farServer]) {
    way.lead(second.port);
    way.mend();
  }
  const restored = await until(
    () => config(second),
    (value) => value !== null,
  );
  const firstLost = [...acknowledgedAt].find(([value]) => value > Number(restored))?.[1] ?? burned;
  await until(() => world.publish());
  const back = performance.now() - burned;
  const both = await Promise.all([near, far].map((apps) => apps.sees(world.published)));
  say(
    `the region of the server burns with its disk: changes are accepted elsewhere after ${seconds(back)}, ` +
      `${acknowledged - Number(restored)} of ${acknowledgedAt.size} changes of the last six seconds are lost, the oldest ${seconds(burned - firstLost)} old; ` +
      `apps of the other regions get the next change ${both.map(seconds).join(", ")} later`,
  );
  assert.ok(burned - firstLost <= 5_000, "at most five seconds are lost");

  await near.stop();
  await far.stop();
  const failures = [first, near, far].flatMap((apps) => apps.failures);
  assert.deepEqual(failures, []);
  say(`${first.reads + near.reads + far.reads} reads where nothing burned: none failed`);
  return lines;
}

async function config(member: Member): Promise<number | null> {
  const { status, body } = await member.read(path, readKey).catch(() => ({ status: 0, body: "" }));
  const text = /"n(\d+)"/.exec(body)?.[1];
  return status === 200 && text !== undefined ? Number(text) : null;
}
