/** Two nodes on a PostgreSQL that streams to a standby. Every way between them can be cut or frozen. */
import { openPostgres, type Postgres } from "../postgres.ts";
import { as } from "../postgres-store.ts";
import { project } from "./cluster.ts";
import { CuttableProxy } from "./cuttable-proxy.ts";
import { WritingNodes } from "./writing-nodes.ts";

const parameters = "target_session_attrs=read-write&connect_timeout=5";
const databaseOf = (url: string) => new URL(url).pathname.slice(1);

export class Replicated {
  readonly nodes: WritingNodes;
  readonly primary: Postgres;
  readonly standby: Postgres;
  /** By node, and by host. */
  readonly ways: readonly (readonly CuttableProxy[])[];
  readonly replication: CuttableProxy;
  /** URL of the database on the primary, as the superuser. */
  readonly #url: string;

  private constructor(url: string, parts: Pick<Replicated, "primary" | "standby" | "replication" | "ways" | "nodes">) {
    this.#url = url;
    ({ primary: this.primary, standby: this.standby, replication: this.replication } = parts);
    ({ ways: this.ways, nodes: this.nodes } = parts);
  }

  /** @param pooled starts a pooler in front of a PostgreSQL, and returns its port */
  static async open(directory: string, pooled = async (port: number) => port): Promise<Replicated> {
    const primary = await openPostgres({ durable: true });
    const url = await primary.database();
    await primary.run(url, `create role clerk login password 'c'; alter database ${databaseOf(url)} owner to clerk`);
    const replication = await CuttableProxy.open(primary.port);
    const standby = await primary.replica(replication.port);
    const ports = await Promise.all([primary, standby].map(({ port }) => pooled(port)));
    const ways = await Promise.all([0, 1].map(() => Promise.all(ports.map((port) => CuttableProxy.open(port)))));
    const urls = ways.map((both) => {
      const places = both.map(({ port }) => `127.0.0.1:${port}`).join();
      return `${as(url, "clerk", "c").replace(/127[^/]+/, places)}?${parameters}`;
    });
    const nodes = await WritingNodes.open(directory, urls);
    return new Replicated(url, { primary, standby, replication, ways, nodes });
  }

  async textsIn(postgres: Postgres): Promise<string[]> {
    const sql = "select value from changes where project = $1 and kind = 'project' and value is not null order by revision";
    const url = this.#url.replace(`:${this.primary.port}/`, `:${postgres.port}/`);
    return (await postgres.run(url, sql, [project])).map(({ value }) => JSON.parse(String(value)).messages.default.en);
  }

  async close(): Promise<void> {
    await this.nodes.close();
    for (const way of [...this.ways.flat(), this.replication]) way.close();
    await this.standby.close();
    await this.primary.close();
  }
}
