import { checkName } from "../commit-rules.ts";
import type { Nodes } from "../nodes.ts";
import type { PostgresPool } from "./postgres-pool.ts";

export class PostgresNodes implements Nodes {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  async announce(id: string, version: string): Promise<void> {
    for (const text of [id, version]) checkName(text);
    await this.#pool.transaction(async (sql) => {
      await sql.run(nodes.announce, [id, version]);
      await sql.run(nodes.forget);
    });
  }

  async leave(id: string): Promise<void> {
    checkName(id);
    await this.#pool.transaction((sql) => sql.run(nodes.leave, [id]));
  }

  async living(within: number): Promise<number> {
    const found = await this.#pool.read((sql) => sql.one<{ count: number }>(nodes.living, [within]));
    return found?.count ?? 0;
  }
}

const nodes = {
  announce: `
    insert into nodes (id, version, heard_at) values ($1, $2, clock_timestamp())
    on conflict (id) do update set version = excluded.version, heard_at = excluded.heard_at`,
  forget: "delete from nodes where heard_at < clock_timestamp() - interval '1 day'",
  leave: "delete from nodes where id = $1",
  living: "select count(*) from nodes where heard_at > clock_timestamp() - $1::bigint * interval '1 millisecond'",
};
