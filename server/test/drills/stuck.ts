/** Six ways in which apps stay locked out while no change is possible: they open by `drawbridge open` or at their end, and close on time. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { Member } from "../cluster/member.ts";
import { freePort } from "../free-port.ts";
import { openPostgres } from "../postgres.ts";
import { EdgeProgram } from "../running-edge.ts";
import { createProject, type Program, startProgram } from "../running-program.ts";
import { SmallDisk } from "../small-disk.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import { until } from "../until.ts";
import type { Drill } from "./drill.ts";

/** A round is a case, beginning with one that the seed picks. */
export const rounds = 6;

export const run: Drill["run"] = async (rounds, random) => {
  const first = Math.floor(random() * stuckCases.length);
  let skipped = 0;
  for (let round = 0; round < rounds; round++) {
    const one = stuckCases[(first + round) % stuckCases.length];
    if (one?.skip) skipped++;
    else if (one) await runStuckCase(one);
  }
  return `${rounds - skipped} cases opened within 2 s of the command or at their planned end, and closed on time; ${skipped} skipped`;
};

export interface StuckCase {
  readonly name: string;
  readonly skip?: string | false;
  run(world: World): Promise<void>;
}

export async function runStuckCase({ name, run }: StuckCase): Promise<void> {
  await inTemporaryDirectory(async (directory) => {
    await using ends = new AsyncDisposableStack();
    await run({ directory, ends }).catch((error: unknown) => {
      throw new Error(`not true: ${name}`, { cause: error });
    });
  });
}

export interface World {
  readonly directory: string;
  /** Ends every process of the case. */
  readonly ends: AsyncDisposableStack;
}

export interface Answering {
  readonly url: string;
  readonly key: string;
  readonly data: string;
  readonly cli: Program["cli"];
}

export const holding = { for: "PT1H", overrun: "hold", whole_project: true };
export const forcing = { ios: { minimum: "2.0.0" } };

export const stuckCases: readonly StuckCase[] = [
  {
    name: "an edge whose origin was killed opens at the planned end of a maintenance started by hand",
    async run(world) {
      const brief = { for: "PT1H", whole_project: true };
      await opensByItself(await edgeAlone(world, await killableOrigin(world, { ios: {} }), brief));
    },
  },
  {
    name: "`open` opens an edge whose origin was killed during a maintenance that holds",
    async run(world) {
      await opensAndCloses(await edgeAlone(world, await killableOrigin(world)));
    },
  },
  {
    name: "`open` opens a node whose disk is full",
    skip: SmallDisk.unavailable,
    async run(world) {
      const disk = new SmallDisk(8_000_000);
      world.ends.defer(() => disk.close());
      const node = await startNode(world, forcing, {}, disk.directory);
      await startMaintenance(node, holding);
      disk.fill();
      assert.throws(() => writeFileSync(join(disk.directory, "more"), "x".repeat(10_000)), /ENOSPC/);
      await opensAndCloses(node);
    },
  },
  {
    name: "`open` opens a node whose PostgreSQL is frozen",
    async run(world) {
      const { node, postgres } = await nodeOnPostgres(world);
      postgres.freeze();
      await opensAndCloses(node);
    },
  },
  {
    name: "`open` opens a node that started again from its copy while PostgreSQL was down",
    async run(world) {
      const { node, postgres, env } = await nodeOnPostgres(world);
      await postgres.stop();
      await node.stop();
      const again = await startProgram({ directory: node.data, env: { ...env, DRAWBRIDGE_LISTEN: new URL(node.url).host } });
      world.ends.defer(() => again.stop());
      await opensAndCloses(node);
    },
  },
  {
    name: "an opening outlives `kill -9` of the process that obeys it, and ends on time",
    async run(world) {
      const origin = await killableOrigin(world);
      await startMaintenance(origin, holding);
      const { member } = origin;
      const { code, out, err } = await typeOpen(origin, "--for", "1h", "--json");
      assert.equal(code, 0, err);
      await member.kill();
      assert.ok(await member.start());
      assert.equal(await look(origin), "opened", "the first answer");
      const end = Date.parse(JSON.parse(out).opened_until);
      member.setClock(end - Date.now() - soon);
      await changesAt(origin, "opened", "closed", Date.now() + soon);
    },
  },
];

/** Seconds that apps may keep an answer. */
const ttl = 2;

export async function startNode(
  { directory, ends }: World,
  platforms: object,
  env: Readonly<Record<string, string>> = {},
  data = join(directory, "node"),
): Promise<Answering & Program> {
  const node = await startProgram({ directory: data, env });
  ends.defer(() => node.stop());
  return { ...node, url: node.urls.config, data, key: await createProject(node, contentWith(platforms), "shop") };
}

const contentWith = (platforms: object) => ({
  ttl: `PT${ttl}S`,
  stores: { apple: "https://apps.apple.com/app/id1" },
  platforms,
  instances: { "eu-1": { name: "Europe" } },
});

export async function startMaintenance({ admin }: Pick<Program, "admin">, request: object): Promise<void> {
  const started = await admin("POST", "/admin/v1/projects/shop/maintenance/start", request);
  assert.equal(started.status, 200, JSON.stringify(started.body));
}

async function nodeOnPostgres(world: World) {
  const postgres = await openPostgres();
  world.ends.defer(() => postgres.close());
  const env = { DRAWBRIDGE_DATABASE_URL: await postgres.database(), DRAWBRIDGE_ADMIN_TOKEN: `dba_${"x".repeat(40)}` };
  const node = await startNode(world, forcing, env);
  await startMaintenance(node, holding);
  return { node, postgres, env };
}

interface Origin extends Answering {
  readonly admin: Program["admin"];
  readonly edgeToken: string;
  readonly member: Member;
}

/** A node in a process of its own, which can be killed. */
export async function killableOrigin({ directory, ends }: World, platforms: object = forcing): Promise<Origin> {
  const data = join(directory, "origin");
  const port = await freePort();
  const env = { DRAWBRIDGE_LISTEN: `127.0.0.1:${port}` };
  const program = await startProgram({ directory: data, env });
  const key = await createProject(program, contentWith(platforms), "shop");
  const { token } = (await program.admin("POST", "/admin/v1/tokens", { kind: "edge", name: "edges" })).body;
  await program.stop();
  const member = new Member("origin", port, { DRAWBRIDGE_DATA: data });
  ends.defer(() => member.close());
  assert.ok(await member.start());
  return { admin: program.admin, cli: program.cli, url: program.urls.config, key, data, edgeToken: String(token), member };
}

interface Edge extends Answering {
  /** Milliseconds by which its clock is ahead. */
  readonly clock: { ahead: number };
}

export async function startEdgeOf(world: World, { key, cli, edgeToken: token, url }: Origin, choice: EdgeChoice = {}) {
  const { origin = url, name = "edge", env = {} } = choice;
  const [clock, directory] = [{ ahead: 0 }, join(world.directory, name)];
  const program = await EdgeProgram.start({ directory, origin, token, env, now: () => Date.now() + clock.ahead });
  world.ends.defer(() => program.stop());
  await until(
    () => program.running.status().revision,
    (revision) => revision !== null,
  );
  return { program, clock, url: program.url, key, data: directory, cli };
}

interface EdgeChoice {
  readonly origin?: string;
  readonly name?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** An edge in maintenance, whose origin was killed. */
async function edgeAlone(world: World, origin: Origin, request: object = holding): Promise<Edge> {
  const edge = await startEdgeOf(world, origin);
  await startMaintenance(origin, request);
  await closes(edge);
  await origin.member.kill();
  return edge;
}

/** The command, with the data directory as a person types it. */
export function typeOpen({ cli, data }: Answering, ...options: string[]) {
  return cli("open", "--project", "shop", "--data", data, "--reason", "origin is down", ...options);
}

const questions = [
  "/api/v1/config?platform=ios&current_version=1.0.0",
  "/api/v1/gate?platform=ios&current_version=1.0.0&instanceId=eu-1",
  "/api/v1/maintenance?instanceId=eu-1",
];

interface Answer {
  readonly reason: string | null;
  readonly isClosed: boolean;
  /** Seconds. */
  readonly maxAge: number;
}

function ask({ url, key }: Answering): Promise<Answer[]> {
  return Promise.all(
    questions.map(async (path) => {
      const response = await fetch(url + path, { headers: { "x-api-key": key, connection: "close" } });
      const body = (await response.json()) as Readonly<Record<string, unknown>>;
      assert.equal(response.status, 200, JSON.stringify(body));
      const isClosed =
        body.force_upgrade === true ||
        body.maintenance_active === true ||
        body.update === "forced" ||
        body.maintenance === "active" ||
        body.is_maintenance === true;
      const maxAge = Number(/max-age=(\d+)/.exec(response.headers.get("cache-control") ?? "")?.[1]);
      return { reason: response.headers.get("drawbridge-reason"), isClosed, maxAge };
    }),
  );
}

/** Asks all three endpoints. A forced update alone leaves the question about maintenance open. */
export async function look(answering: Answering): Promise<"opened" | "open" | "closed"> {
  const answers = await ask(answering);
  if (answers.every(({ reason }) => reason === "opened")) {
    assert.ok(answers.every(({ isClosed }) => !isClosed));
    return "opened";
  }
  return answers.some(({ isClosed }) => isClosed) ? "closed" : "open";
}

async function closes(answering: Answering): Promise<void> {
  await until(
    () => look(answering),
    (found) => found === "closed",
  );
}

/** Ms until an end to which a clock was moved. */
const soon = 2_000;
/** Ms between two looks. */
const interval = 50;
/** Ms between the change and the last look that may still find what was before it. */
const tolerance = 2_000;

/** Looks until the answers have changed, which must happen within two seconds of that instant. */
async function changesAt(answering: Answering, from: string, to: string, at: number): Promise<void> {
  using delays = measureDelays();
  for (;;) {
    const asked = Date.now();
    const answers = await ask(answering);
    if (answers.every((answer) => stateOf(answer) !== from)) break;
    // A printed instant has no milliseconds.
    const stale = answers.filter(
      (answer) => stateOf(answer) === from && asked < at && asked + answer.maxAge * 1_000 > at + 1_000,
    );
    assert.deepEqual(stale, [], "max-age lasts past the change");
    assert.ok(asked <= at + tolerance + delays.longest, `still ${from} ${asked - at} ms after the change`);
    await sleep(interval);
  }
  assert.ok(Date.now() >= at - tolerance, "too early");
  assert.equal(await look(answering), to);
}

/** Ms that a busy machine takes from this process, and so from the one that it watches. */
function measureDelays() {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  return {
    get longest() {
      return Math.max(0, delay.max / 1e6);
    },
    [Symbol.dispose]: () => void delay.disable(),
  };
}

function stateOf({ reason, isClosed }: Answer): string {
  return reason === "opened" ? "opened" : isClosed ? "closed" : "open";
}

/** Opens for five seconds, and follows the answers until the project is closed again. */
async function opensAndCloses(answering: Answering): Promise<void> {
  assert.equal(await look(answering), "closed");
  using delays = measureDelays();
  const { code, out, err } = await typeOpen(answering, "--for", "5s", "--json");
  assert.equal(code, 0, err);
  assert.equal(await look(answering), "opened", "the command returns once apps are let in");
  const ordered = Number(/"from":(\d+)/.exec(readFileSync(join(answering.data, "opened"), "utf8"))?.[1]);
  assert.ok(Date.now() <= ordered + tolerance + delays.longest, `open only ${Date.now() - ordered} ms after the order`);
  await changesAt(answering, "opened", "closed", Date.parse(JSON.parse(out).opened_until));
}

/** The edge knows the end of its maintenance, and needs no command. */
async function opensByItself(edge: Edge): Promise<void> {
  const { url, key, clock } = edge;
  const response = await fetch(`${url}/api/v1/maintenance?instanceId=eu-1`, { headers: { "x-api-key": key } });
  const { end_time: end } = (await response.json()) as { readonly end_time: string };
  clock.ahead = Date.parse(end) - Date.now() - soon;
  await changesAt(edge, "closed", "open", Date.now() + soon);
}
