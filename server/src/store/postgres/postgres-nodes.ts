import { checkName } from "../commit-rules.ts";
import type { Nodes, SharingNode } from "../nodes.ts";
import type { PostgresPool } from "./postgres-pool.ts";

export class PostgresNodes implements Nodes {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  async announce({ id, version, schema }: SharingNode): Promise<void> {
    for (const text of [id, version]) checkName(text);
    await this.#pool.transaction(async (sql) => {
      await sql.run(nodes.announce, [id, version, schema]);
      await sql.run(nodes.forget);
    });
  }

  async leave(id: string): Promise<void> {
    checkName(id);
    await this.#pool.transaction((sql) => sql.run(nodes.leave, [id]));
  }

  async living(within: number): Promise<SharingNode[]> {
    return this.#pool.snapshot((sql) => sql.all<SharingNode>(nodes.living, [within]));
  }
}

const nodes = {
  announce: `
    insert into nodes (id, version, schema, heard_at) values ($1, $2, $3, clock_timestamp())
    on conflict (id) do update set version = excluded.version, schema = excluded.schema, heard_at = excluded.heard_at`,
  forget: "delete from nodes where heard_at < clock_timestamp() - interval '1 day'",
  leave: "delete from nodes where id = $1",
  living: `
    select id, version, schema from nodes where heard_at > clock_timestamp() - $1::bigint * interval '1 millisecond' order by id`,
};
