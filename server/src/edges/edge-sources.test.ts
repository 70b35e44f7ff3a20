/** An edge with two sources, its origin and an object store, that come and go, lag and lose commits in any order. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { forAllAsync } from "../../test/for-all.ts";
import "../../test/fixed-seed.ts";
import { goodRows } from "../../test/lying-origin.ts";
import { MemoryObjects } from "../../test/memory-objects.ts";
import { quick } from "../../test/running-edge.ts";
import { ShippedLog } from "../../test/shipped-log.ts";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { until } from "../../test/until.ts";
import type { CredentialIndex } from "../log/credential-index.ts";
import { ObjectFollower } from "../objects/object-follower.ts";
import { ObjectReader } from "../objects/object-reader.ts";
import { CurrentRows } from "../replicas/current-rows.ts";
import { commitHeader, edgeScope, readPosition } from "../replicas/edge-protocol.ts";
import { Replica } from "../replicas/replica.ts";
import type { Change, Head, LoggedCommit, Row } from "../store/store.ts";
import { EdgeFollower, type EdgeReader } from "./edge-follower.ts";
import { EdgeHub } from "./edge-hub.ts";

const newDirectory = temporaryDirectories();
const pollEvery = 15;

/** Values by row, as one text. */
function printState(rows: Iterable<Pick<Row, "kind" | "id" | "value">>): string {
  return JSON.stringify([...rows].map(({ kind, id, value }) => [kind, id, value]).sort());
}

/** A store, of which the object store has a part, and the nodes of its origin another. */
class Installation {
  readonly shipped = new ShippedLog(new MemoryObjects());
  /** Each state that ever was, by epoch and revision. */
  readonly states = new Map<string, string>();
  #shippedRevision = 0;
  /** Rows of the node that the origin is. */
  readonly #rows = new CurrentRows();
  #hub = this.#newHub();
  #isUp = true;
  readonly #server = createServer((req, res) => {
    if (!this.#isUp) return req.socket.destroy();
    if (req.url !== "/edge/v1/stream") return res.writeHead(204).end();
    res.writeHead(200, { "content-type": "text/event-stream" });
    const position = readPosition(String(req.headers["last-event-id"]));
    const commit = (req.headers[commitHeader] as string | undefined) ?? null;
    void this.#hub.follow({ res, token: "t", scope: edgeScope(null), position, commit }, null, 0, () => {});
  });

  async start(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const { revision: _, ...project } = goodRows()[0] as Row;
    this.#record(this.shipped.commit(project));
    await this.ship(true);
    this.moveOrigin(1);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get head(): Head {
    return { epoch: this.shipped.epoch, revision: this.shipped.revision };
  }

  commit(id: number): void {
    const { revision } = this.shipped;
    const value = revision % 5 === 0 ? null : JSON.stringify({ text: `${this.shipped.epoch} ${revision}` });
    this.#record(this.shipped.commit({ project: "acme", kind: "instance", id: `i${id % 3}`, schema: 1, value }));
  }

  async ship(isWhole: boolean): Promise<void> {
    await this.shipped.ship(isWhole);
    this.#shippedRevision = this.shipped.revision;
  }

  /** The origin goes down, or comes up with a node that has everything up to that revision. */
  setUp(isUp: boolean, revision = this.shipped.revision): void {
    this.#isUp = isUp;
    this.#server.closeAllConnections();
    this.moveOrigin(Math.max(1, revision));
  }

  moveOrigin(revision: number): void {
    this.#hub.close();
    this.#hub = this.#newHub();
    const [head, last] = [{ epoch: this.shipped.epoch, revision }, this.shipped.commits[revision - 1] ?? null];
    this.#rows.load(this.rowsAt(revision), head, last);
    this.#hub.load(this.#rows.rows(), head, last);
  }

  /** Edges that follow get the commits that its node lacked. */
  catchUp(): void {
    const { epoch, commits } = this.shipped;
    for (const commit of commits.slice(this.#hub.head?.revision ?? 0)) {
      const head = { epoch, revision: commit.revision };
      this.#rows.apply(commit.changes, head, commit);
      this.#hub.apply(commit.changes, head, commit);
    }
  }

  /** A disk burns: what was not shipped is lost, and the store begins another epoch. */
  async restore(): Promise<void> {
    const { shipped } = this;
    shipped.commits.length = this.#shippedRevision;
    const rows = this.rowsAt(this.#shippedRevision);
    shipped.rows.clear();
    for (const row of rows) shipped.rows.set(`${row.project} ${row.kind} ${row.id}`, row);
    shipped.renew(`e${shipped.left.length + 2}`);
    this.states.set(`${shipped.epoch}.${shipped.revision}`, printState(rows));
    await this.ship(true);
  }

  rowsAt(revision: number): Row[] {
    const current = new CurrentRows();
    current.load([], { epoch: "e", revision: 0 }, null);
    for (const commit of this.shipped.commits.slice(0, revision))
      current.apply(commit.changes, { epoch: "e", revision: commit.revision }, commit);
    return current.rows();
  }

  async stop(): Promise<void> {
    this.#hub.close();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  #record({ revision }: LoggedCommit): void {
    this.states.set(`${this.shipped.epoch}.${revision}`, printState(this.shipped.rows.values()));
  }

  #newHub(): EdgeHub {
    const tokens = { load: () => {}, apply: () => {}, isActive: () => true } as unknown as CredentialIndex<"token">;
    const source = {
      whole: async () => {
        const head = this.#hub.head as Head;
        return { head, last: this.shipped.commits[head.revision - 1] ?? null, rows: this.rowsAt(head.revision) };
      },
      changesAfter: async (revision: number, limit: number) => {
        const { commits } = this.shipped;
        return revision > commits.length ? null : commits.slice(revision, revision + limit);
      },
      commitAt: async (revision: number) => this.shipped.commits[revision - 1] ?? null,
    };
    return new EdgeHub({ source, digests: this.#rows.digests, tokens, now: Date.now });
  }
}

/** An edge whose every state is compared with what the store had at that position. */
class Edge implements EdgeReader {
  readonly #installation: Installation;
  readonly #directory = newDirectory();
  readonly #rows = new Map<string, Pick<Row, "kind" | "id" | "value">>();
  /** Position of the last state. */
  head: Head | null = null;
  follower: EdgeFollower;
  objects: ObjectFollower;
  /** The first mistake. */
  mistake: string | null = null;

  constructor(installation: Installation) {
    this.#installation = installation;
    [this.follower, this.objects] = this.#create();
    this.follower.start();
  }

  load(rows: readonly Row[], head: Head): void {
    this.#rows.clear();
    for (const row of rows) this.#rows.set(`${row.kind} ${row.id}`, row);
    this.#check(head);
  }

  apply(changes: readonly Change[], head: Head): void {
    for (const { kind, id, value } of changes) {
      if (value === null) this.#rows.delete(`${kind} ${id}`);
      else this.#rows.set(`${kind} ${id}`, { kind, id, value });
    }
    this.#check(head);
  }

  rerouted(): void {}

  async restart(): Promise<void> {
    await this.follower.stop();
    [this.follower, this.objects] = this.#create();
    this.follower.start();
  }

  #check(head: Head): void {
    const { states } = this.#installation;
    const [position, was] = [`${head.epoch}.${head.revision}`, this.head];
    if (was?.epoch === head.epoch && head.revision < was.revision)
      this.mistake ??= `went back from ${was.revision} to ${position}`;
    if (states.get(position) !== printState(this.#rows.values())) this.mistake ??= `has other rows at ${position}`;
    this.head = head;
  }

  #create(): [EdgeFollower, ObjectFollower] {
    const { url: origin, shipped } = this.#installation;
    const common = { log: { error: () => {} }, now: Date.now };
    const reader = new ObjectReader({ log: shipped.log, now: Date.now });
    const objects = new ObjectFollower({ ...common, reader, random: Math.random, close: () => {}, pollEvery });
    const [directory, checkedAt] = [this.#directory, () => null];
    const replica = new Replica({ ...common, directory, source: origin, checkedAt, saveAfter: 5 });
    const services = { ...common, replica, objects, origin, reader: this, token: "t", version: "1", followers: () => 0 };
    return [new EdgeFollower({ ...services, timing: quick }), objects];
  }
}

type Step = readonly [what: (typeof steps)[number], n: number];
const steps = [
  "commit",
  "commit",
  "ship",
  "ship all",
  "up",
  "up, behind",
  "down",
  "catch up",
  "fault",
  "restart",
  "restore",
  "wait",
] as const;

async function run(list: readonly Step[]): Promise<void> {
  const installation = new Installation();
  await installation.start();
  const edge = new Edge(installation);
  const { objects } = installation.shipped;
  try {
    for (const [what, n] of list) {
      objects.before = () => {};
      if (what === "commit") installation.commit(n);
      else if (what === "ship") await installation.ship(false);
      else if (what === "ship all") await installation.ship(true);
      else if (what === "up") installation.setUp(true);
      else if (what === "up, behind") installation.setUp(true, installation.head.revision - (n % 4));
      else if (what === "down") installation.setUp(false);
      else if (what === "catch up") installation.catchUp();
      else if (what === "fault")
        objects.before = (operation) => {
          if (operation === "get") throw new Error("403");
        };
      else if (what === "restart") await edge.restart();
      else if (what === "restore") {
        installation.setUp(false);
        await installation.restore();
      }
      await sleep(n % 40);
    }
    // Either source alone leads to the last state that it has.
    objects.before = () => {};
    installation.setUp(false);
    await installation.ship(false);
    const end = JSON.stringify(installation.head);
    await until(() => edge.mistake !== null || JSON.stringify(edge.head) === end);
    installation.commit(0);
    installation.setUp(true);
    await until(() => edge.mistake !== null || edge.head?.revision === installation.head.revision);
    assert.equal(edge.mistake, null);
  } finally {
    await edge.follower.stop();
    await installation.stop();
  }
}

test("an edge with two sources never goes back within an epoch, has the rows of its position, and gets to the end by either", async () => {
  const step = fc.tuple(fc.constantFrom(...steps), fc.nat(999));
  await forAllAsync([fc.array(step, { minLength: 5, maxLength: 25 })], Number(process.env.RUNS ?? 12), run);
});

test("an edge that followed the object store returns to its origin without a full replica", async () => {
  const installation = new Installation();
  await installation.start();
  installation.setUp(false);
  const edge = new Edge(installation);
  after(async () => {
    await edge.follower.stop();
    await installation.stop();
  });
  await until(() => edge.head?.revision === 1);
  assert.deepEqual([edge.follower.replicas, edge.follower.status().state], [1, "interrupted"]);
  for (let i = 0; i < 3; i++) installation.commit(i);
  await installation.ship(false);
  await until(() => edge.head?.revision === 4);
  installation.commit(4);
  installation.setUp(true);
  await until(() => edge.follower.status().state === "following" && edge.head?.revision === 5);
  assert.deepEqual([edge.follower.replicas, edge.follower.commits, edge.mistake], [1, 4, null]);
  assert.equal(edge.follower.differences, 0);
});
