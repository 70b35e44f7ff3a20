import { compareTexts } from "drawbridge-rules/values/text-order.ts";
import { checkName, isStorable } from "../commit-rules.ts";
import type { LastUsed } from "../last-used.ts";
import type { PostgresPool } from "./postgres-pool.ts";

export class PostgresLastUsed implements LastUsed {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  async of(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    // An id that cannot be stored has no row, and the driver might turn it into one that does.
    const values = [ids.filter(isStorable)];
    const found = await this.#pool.snapshot((sql) => sql.all<{ token: string; at: number }>(lastUsed.of, values));
    return new Map(found.map(({ token, at }) => [token, at]));
  }

  async note(uses: ReadonlyMap<string, number | null>): Promise<void> {
    for (const id of uses.keys()) checkName(id);
    if (uses.size === 0) return;
    // Sorted, so that two nodes that record the same ids do not deadlock.
    const sorted = [...uses].sort(([a], [b]) => compareTexts(a, b));
    const noted = sorted.filter(([, at]) => at !== null);
    const gone = sorted.filter(([, at]) => at === null).map(([id]) => id);
    await this.#pool.transaction(async (sql) => {
      await sql.run(lastUsed.note, [noted.map(([id]) => id), noted.map(([, at]) => at)]);
      await sql.run(lastUsed.forget, [gone]);
    });
  }
}

const lastUsed = {
  of: "select token, at from last_used where token = any ($1::text[])",
  note: `
    insert into last_used (token, at) select * from unnest($1::text[], $2::bigint[])
    on conflict (token) do update set at = greatest(last_used.at, excluded.at)`,
  forget: "delete from last_used where token = any ($1::text[])",
};
