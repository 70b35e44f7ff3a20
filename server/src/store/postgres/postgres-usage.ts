import { checkUsageCount } from "../commit-rules.ts";
import type { Usage, UsageChange, UsageCount } from "../usage.ts";
import type { PostgresPool } from "./postgres-pool.ts";

export class PostgresUsage implements Usage {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  counts(): Promise<UsageCount[]> {
    return this.#pool.snapshot((sql) => sql.all<UsageCount>(usage.all));
  }

  async write({ counts, gone = [], from }: UsageChange): Promise<void> {
    for (const count of counts) checkUsageCount(count);
    const of = (part: (one: UsageCount) => unknown) => counts.map(part);
    const texts = [of((c) => c.project), of((c) => c.key), of((c) => c.outcome), of((c) => c.platform), of((c) => c.version)];
    await this.#pool.transaction(async (sql) => {
      if (counts.length > 0) await sql.run(usage.add, [...texts, of((c) => c.hour), of((c) => c.count)]);
      if (gone.length > 0) await sql.run(usage.forget, [gone.map(({ project }) => project), gone.map(({ key }) => key)]);
      if (from !== undefined) await sql.run(usage.forgetBefore, [from]);
    });
  }
}

const usage = {
  all: "select project, key, outcome, platform, version, hour, count from usage",
  // In one order, so that two nodes that write the same rows do not wait for each other; and a row once.
  add: `
    insert into usage (project, key, outcome, platform, version, hour, count)
    select project, key, outcome, platform, version, hour, sum(count)::bigint
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[])
      as given (project, key, outcome, platform, version, hour, count)
    group by project, key, outcome, platform, version, hour order by project, key, outcome, platform, version, hour
    on conflict (project, key, outcome, platform, version, hour) do update set count = usage.count + excluded.count`,
  forget:
    "delete from usage using unnest($1::text[], $2::text[]) as g (project, key) where usage.project = g.project and usage.key = g.key",
  forgetBefore: "delete from usage where hour < $1",
};
