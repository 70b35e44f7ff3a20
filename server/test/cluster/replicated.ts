/**
 * Two nodes on a PostgreSQL that streams to a standby, with both hosts in their URL, all in processes of their own. Every way
 * between them can be cut or frozen. Both nodes write all the time, and all acknowledged texts are recorded.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../free-port.ts";
import { openPostgres, type Postgres } from "../postgres.ts";
import { as } from "../postgres-store.ts";
import { config } from "../read-server.ts";
import { adminToken, endAtOnce, manifest, project, readKey } from "./cluster.ts";
import { CuttableProxy } from "./cuttable-proxy.ts";
import { Member } from "./member.ts";
import { Watcher } from "./watcher.ts";

export interface Source {
  readonly state: string;
  readonly problem: string | null;
  readonly lost: { readonly epoch: string; readonly after: number | null; readonly through: number } | null;
}

export interface Status {
  readonly epoch: string;
  readonly sources: readonly [Source];
}

const databaseOf = (url: string) => new URL(url).pathname.slice(1);

/** Milliseconds within which writes come back, however busy the machine: the drill prints how long it took. */
const patience = 120_000;

export class Replicated {
  readonly nodes: readonly Member[];
  readonly primary: Postgres;
  readonly standby: Postgres;
  /** By node, and by host. */
  readonly ways: readonly (readonly CuttableProxy[])[];
  readonly replication: CuttableProxy;
  readonly watcher: Watcher;
  /** Texts that a node acknowledged, in their order. */
  readonly acknowledged: string[] = [];
  /** Texts that were not acknowledged, and may have been committed. */
  readonly refusals: string[] = [];
  /** URL of the database on the primary, as the superuser. */
  readonly #url: string;
  #isOver = false;
  #loops: Promise<void>[] = [];
  #texts = 0;

  private constructor(url: string, parts: Pick<Replicated, "primary" | "standby" | "replication" | "ways" | "nodes">) {
    this.#url = url;
    ({ primary: this.primary, standby: this.standby, replication: this.replication } = parts);
    ({ ways: this.ways, nodes: this.nodes } = parts);
    this.watcher = new Watcher(this.nodes, path, readKey);
  }

  /**
   * With everything running, and both nodes writing.
   * @param directory for what the nodes keep on disk @param pooled starts a pooler in front of a PostgreSQL, and returns its port
   */
  static async open(directory: string, pooled = async (port: number) => port): Promise<Replicated> {
    endAtOnce();
    const primary = await openPostgres({ durable: true });
    const url = await primary.database();
    await primary.run(url, `create role clerk login password 'c'; alter database ${databaseOf(url)} owner to clerk`);
    const replication = await CuttableProxy.open(primary.port);
    const standby = await primary.replica(0, replication.port);
    const ports = await Promise.all([primary, standby].map(({ port }) => pooled(port)));
    const ways = await Promise.all([0, 1].map(() => Promise.all(ports.map((port) => CuttableProxy.open(port)))));
    const nodes = await Promise.all(
      ways.map(async (both, index) => {
        const places = both.map(({ port }) => `127.0.0.1:${port}`).join();
        const settings = {
          DRAWBRIDGE_DATA: join(directory, `node-${index}`),
          DRAWBRIDGE_DATABASE_URL: `${as(url, "clerk", "c").replace(/127[^/]+/, places)}?${parameters}`,
          DRAWBRIDGE_DATABASE_POLL: "PT0.5S",
          DRAWBRIDGE_ADMIN_TOKEN: adminToken,
        };
        return new Member(`node ${index}`, await freePort(), settings);
      }),
    );
    const replicated = new Replicated(url, { primary, standby, replication, ways, nodes });
    await Promise.all(nodes.map((node) => node.start()));
    await replicated.#prepare();
    replicated.watcher.start();
    replicated.#loops = nodes.map((node) => replicated.#write(node));
    await replicated.untilWritten();
    return replicated;
  }

  /** Resolves when each running node has acknowledged a change that was sent after this call. Returns the milliseconds. */
  async untilWritten(nodes = this.nodes): Promise<number> {
    const begun = performance.now();
    const since = this.#texts;
    const isDone = ({ name }: Member) =>
      this.acknowledged.some((text) => text.endsWith(name) && Number.parseInt(text.slice(1), 10) > since);
    while (!nodes.every(isDone)) {
      assert.ok(performance.now() - begun < patience, `no change is accepted: ${this.refusals.slice(-2).join("\n")}`);
      await sleep(20);
    }
    return performance.now() - begun;
  }

  async status({ port }: Member): Promise<Status> {
    const answer = await fetch(`http://127.0.0.1:${port}/admin/v1/status`, {
      headers: { authorization: `Bearer ${adminToken}` },
    });
    return (await answer.json()) as Status;
  }

  /** Resolves when no more changes are sent. */
  async stopWriting(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
  }

  /** Texts that were committed there, in their order. */
  async textsIn(postgres: Postgres): Promise<string[]> {
    const sql = "select value from changes where project = $1 and kind = 'project' and value is not null order by revision";
    const url = this.#url.replace(`:${this.primary.port}/`, `:${postgres.port}/`);
    return (await postgres.run(url, sql, [project])).map(({ value }) => JSON.parse(String(value)).messages.default.en);
  }

  async textOf(node: Member): Promise<string> {
    return JSON.parse((await node.read(path, readKey)).body).message;
  }

  async close(): Promise<void> {
    await this.stopWriting();
    await this.watcher.stop();
    await Promise.all(this.nodes.map((node) => node.close()));
    for (const way of [...this.ways.flat(), this.replication]) way.close();
    await this.standby.close();
    await this.primary.close();
  }

  async #prepare(): Promise<void> {
    const [node] = this.nodes as [Member];
    const headers = { "if-none-match": "*" };
    const made = [
      await this.#ask(node, "PUT", `projects/${project}/manifest`, manifest("n0"), headers),
      await this.#ask(node, "POST", `projects/${project}/keys/import`, { name: "app", value: readKey }),
    ];
    assert.deepEqual(
      made.map(({ status }) => status),
      [201, 201],
    );
    for (const one of this.nodes) while ((await one.read(path, readKey)).status !== 200) await sleep(10);
  }

  async #write(node: Member): Promise<void> {
    for (; !this.#isOver; await sleep(30)) {
      const text = `n${++this.#texts} of ${node.name}`;
      const answer = await this.#ask(node, "PATCH", `projects/${project}`, { messages: { default: { en: text } } }, ifAny).catch(
        (error: unknown) => ({ status: 0, body: String(error) }),
      );
      if (answer.status === 200) this.acknowledged.push(text);
      else this.refusals.push(`${text}: ${answer.status} ${answer.body}`);
    }
  }

  async #ask(node: Member, method: string, path: string, body: object, headers: object = {}) {
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const answer = await fetch(`http://127.0.0.1:${node.port}/admin/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, "content-type": type, connection: "close", ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.text() };
  }
}

const path = `${config}?platform=ios&current_version=1`;
const parameters = "target_session_attrs=read-write&connect_timeout=1";
const ifAny = { "if-match": "*" };
