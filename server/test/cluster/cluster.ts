/** Three nodes on one PostgreSQL and three edges, the third behind the first, with ways between them that can be cut. */
import { join } from "node:path";
import { freePort } from "../free-port.ts";
import { openPostgres, type Postgres } from "../postgres.ts";
import { config } from "../read-server.ts";
import { copyStore } from "./copy-store.ts";
import { CuttableProxy } from "./cuttable-proxy.ts";
import { type AdminAnswer, Member } from "./member.ts";
import type { Published } from "./published.ts";

export const project = "shop";
export const adminToken = "cluster-".padEnd(40, "x");
export const readKey = "a-key-that-apps-have-carried-for-years";
export const path = `${config}?platform=ios&current_version=1`;

export class Cluster {
  readonly postgres: Postgres;
  readonly nodes: readonly Member[];
  readonly databaseWays: readonly CuttableProxy[];
  edges: readonly Member[] = [];
  originWays: readonly CuttableProxy[] = [];
  readonly past: Published[] = [];
  /** Direct URL of the database, without a proxy. */
  readonly url: string;
  readonly #copies: Record<"new" | "same", string[]> = { new: [], same: [] };
  #replaced = 0;
  isDatabaseUp = true;

  private constructor(postgres: Postgres, url: string, databaseWays: readonly CuttableProxy[], nodes: readonly Member[]) {
    this.postgres = postgres;
    this.url = url;
    this.databaseWays = databaseWays;
    this.nodes = nodes;
  }

  static async open(directory: string, more: Readonly<Record<string, string>> = {}): Promise<Cluster> {
    endAtOnce();
    const postgres = await openPostgres({ durable: true });
    const url = await postgres.database();
    const ways = await Promise.all([0, 1, 2].map(() => CuttableProxy.open(postgres.port)));
    const nodes = await Promise.all(
      ways.map(async ({ port }, index) => {
        const through = Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href;
        const settings = {
          DRAWBRIDGE_DATA: join(directory, `node-${index}`),
          DRAWBRIDGE_DATABASE_URL: through,
          DRAWBRIDGE_ADMIN_TOKEN: adminToken,
          ...more,
        };
        return new Member(`node ${index}`, await freePort(), settings);
      }),
    );
    const cluster = new Cluster(postgres, url, ways, nodes);
    try {
      await Promise.all(nodes.map((node) => node.start()));
      await cluster.#prepare();
      await cluster.#openEdges(directory);
      return cluster;
    } catch (error) {
      await cluster.close();
      throw error;
    }
  }

  get members(): readonly Member[] {
    return [...this.nodes, ...this.edges];
  }

  async admin(node: number, ...asked: Parameters<Member["admin"]>): Promise<AdminAnswer | null> {
    return (await this.nodes[node]?.admin(...asked).catch(() => null)) ?? null;
  }

  async killDatabase(): Promise<void> {
    this.isDatabaseUp = false;
    await this.postgres.kill();
  }

  /** Keeps its connections and answers nothing, until it is started or killed. */
  freezeDatabase(): void {
    if (!this.isDatabaseUp) return;
    this.isDatabaseUp = false;
    this.postgres.freeze();
  }

  async startDatabase(): Promise<void> {
    this.postgres.thaw();
    await this.postgres.start();
    this.isDatabaseUp = true;
  }

  /** Keeps a copy for `putBack`. @param epoch a new one, as of a backup, or the same, as of a standby */
  async keep(epoch: "new" | "same"): Promise<void> {
    const to = await this.postgres.database();
    await copyStore(this.url, to, epoch);
    this.#copies[epoch].push(to);
  }

  /** Replaces the database by the oldest copy, while all members keep running: a restore, or a failover that loses commits. */
  async putBack(epoch: "new" | "same"): Promise<void> {
    const copy = this.#copies[epoch].shift();
    if (copy === undefined) return;
    await this.putInPlace(copy);
    // Copies of a database that was replaced on purpose have another history.
    if (epoch === "new") this.#copies.same = [];
  }

  /** Replaces the database with that one, like a failover; returns the URL of the previous one. */
  async putInPlace(copy: string): Promise<string> {
    const [live, other] = [nameOf(this.url), nameOf(copy)];
    const gone = `replaced_${++this.#replaced}`;
    const ask = (sql: string) => this.postgres.run(this.postgres.url, sql);
    await ask(`alter database ${live} allow_connections false`);
    await ask(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${live}'`);
    await ask(`alter database ${live} rename to ${gone}`);
    await ask(`alter database ${gone} allow_connections true`);
    const replaced = Object.assign(new URL(this.url), { pathname: `/${gone}` }).href;
    this.past.push(await this.#publishedIn(replaced));
    await ask(`alter database ${other} rename to ${live}`);
    return replaced;
  }

  /** For each epoch, the current one last. */
  async published(): Promise<Published[]> {
    return [...this.past, await this.#publishedIn(this.url)];
  }

  async #publishedIn(url: string): Promise<Published> {
    const [head] = await this.postgres.run(url, "select epoch from head");
    const sql =
      "select revision, value from changes where project = $1 and kind = 'project' and value is not null order by revision";
    const found = await this.postgres.run(url, sql, [project]);
    const texts = found.map(({ revision, value }) => ({
      revision: Number(revision),
      text: String(JSON.parse(String(value)).messages.default.en),
    }));
    return { epoch: String(head?.epoch), texts };
  }

  async #prepare(): Promise<void> {
    await this.#must("PUT", `projects/${project}/manifest`, manifest("n0"), { "if-none-match": "*" });
    await this.#must("POST", `projects/${project}/keys/import`, { name: "app", value: readKey });
  }

  async #openEdges(directory: string): Promise<void> {
    const { token } = await this.#must("POST", "tokens", { kind: "edge", name: "edges" });
    // The third edge follows the first: a chain of two.
    const ports = [this.nodes[0]?.port ?? 0, this.nodes[1]?.port ?? 0, await freePort()];
    const first = ports[2] ?? 0;
    this.originWays = await Promise.all([ports[0], ports[1], first].map((port) => CuttableProxy.open(port ?? 0)));
    this.edges = await Promise.all(
      this.originWays.map(async ({ port }, index) => {
        const settings = {
          DRAWBRIDGE_DATA: join(directory, `edge-${index}`),
          DRAWBRIDGE_EDGE_ORIGIN: `http://127.0.0.1:${port}`,
          DRAWBRIDGE_EDGE_TOKEN: String(token),
        };
        return new Member(`edge ${index}`, index === 0 ? first : await freePort(), settings);
      }),
    );
    await Promise.all(this.edges.map((edge) => edge.start()));
  }

  async #must(method: string, path: string, body: object, headers: object = {}): Promise<AdminAnswer["body"]> {
    const answer = await this.admin(0, method, path, body, headers);
    if (answer === null || answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.body;
  }

  async close(): Promise<void> {
    await Promise.all(this.members.map((member) => member.close()));
    for (const way of [...this.databaseWays, ...this.originWays]) way.close();
    await this.postgres.close();
  }
}

export function manifest(text: string): Readonly<Record<string, unknown>> & { readonly project: string } {
  return { apiVersion: "drawbridge/v1", project, messages: { default: { en: text } }, platforms: { ios: {} } };
}

/** Node 26.10 sometimes busy-waits for closed handles after many children: exiting again within the exit event skips that. */
export function endAtOnce(): void {
  process.once("exit", (code) => process.exit(code));
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}
