import { checkRefusedQueries, checkUsageCount } from "../commit-rules.ts";
import type { RefusedQueries, Usage, UsageChange, UsageCount, VersionCount, VersionSpan, VersionSum } from "../usage.ts";
import {
  byDay,
  byHour,
  changedRows,
  checkVersionCount,
  dayOf,
  firstKept,
  rowChanges,
  rowName,
  spansOf,
  sumsOf,
  type VersionGrain,
  type VersionRow,
  type VersionRowKey,
} from "../version-rows.ts";
import type { PostgresPool, Statements } from "./postgres-pool.ts";

export class PostgresUsage implements Usage {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  counts(): Promise<UsageCount[]> {
    return this.#pool.snapshot((sql) => sql.all<UsageCount>(usage.all));
  }

  async versionHours(span: VersionSpan): Promise<VersionSum[]> {
    return this.#versions(byHour, span);
  }

  async versionDays(span: VersionSpan): Promise<VersionSum[]> {
    return this.#versions(byDay, span);
  }

  refusedQueries(project: string, from: number): Promise<RefusedQueries[]> {
    return this.#pool.snapshot((sql) => sql.all<RefusedQueries>(refusedStatements.ofProject, [project, from]));
  }

  async refusedProjects(from: number, limit: number): Promise<string[]> {
    const rows = await this.#pool.snapshot((sql) =>
      sql.all<{ readonly project: string }>(refusedStatements.projects, [from, limit]),
    );
    return rows.map(({ project }) => project);
  }

  async write({ counts, versions = [], refused = [], once, gone = [], goneProjects = [], from }: UsageChange): Promise<void> {
    for (const count of counts) checkUsageCount(count);
    for (const version of versions) checkVersionCount(version);
    for (const queries of refused) checkRefusedQueries(queries);
    const of = (part: (one: UsageCount) => unknown) => counts.map(part);
    const texts = [of((c) => c.project), of((c) => c.key), of((c) => c.outcome), of((c) => c.platform), of((c) => c.version)];
    await this.#pool.transaction(async (sql) => {
      if (once && (await sql.run(usage.number, [once.process, once.number, dayOf(once.hour)])) === 0) return;
      if (counts.length > 0) await sql.run(usage.add, [...texts, of((c) => c.hour), of((c) => c.count)]);
      if (versions.length > 0) {
        await sql.run(usage.alone);
        for (const grain of [byHour, byDay]) await addVersions(sql, grain, versions);
      }
      if (refused.length > 0) await addRefused(sql, refused);
      for (const table of gone.length > 0 ? ["usage", "refused_queries"] : [])
        await sql.run(forgetKeys(table), [gone.map(({ project }) => project), gone.map(({ key }) => key)]);
      for (const { table } of goneProjects.length > 0 ? [byHour, byDay] : [])
        await sql.run(`delete from ${table} where project = any ($1::text[])`, [goneProjects]);
      if (from !== undefined) await forgetBefore(sql, from);
    });
  }

  async #versions(grain: VersionGrain, span: VersionSpan): Promise<VersionSum[]> {
    const spans = spansOf(grain, span);
    const rows = await this.#pool.snapshot((sql) =>
      sql.all<VersionRow>(versionStatements(grain).ofPlatform, [spans, span.project, span.platform]),
    );
    return sumsOf(grain, rows, span);
  }
}

async function addVersions(sql: Statements, grain: VersionGrain, versions: readonly VersionCount[]): Promise<void> {
  const { find, size, put } = versionStatements(grain);
  const changes = rowChanges(grain, versions);
  const keys = [...changes.values()].map(({ key }) => key);
  const groups = keys.filter(({ version }) => version === "");
  const stored = await sql.all<VersionRow>(find, [...columns(keys), keys.map(({ version }) => version)]);
  const sizes = await sql.all<VersionRowKey & { readonly rows: number }>(size, columns(groups));
  const rows = changedRows(changes, stored, new Map(sizes.map((group) => [rowName({ ...group, version: "" }), group.rows])));
  await sql.run(put, [...columns(rows), rows.map(({ version }) => version), rows.map(({ counts }) => counts)]);
}

async function addRefused(sql: Statements, refused: readonly RefusedQueries[]): Promise<void> {
  const of = (part: (one: RefusedQueries) => unknown) => refused.map(part);
  const texts = [of((r) => r.project), of((r) => r.key), of((r) => r.code), of((r) => r.example)];
  await sql.run(refusedStatements.add, [...texts, of((r) => r.hour), of((r) => r.count)]);
}

function forgetKeys(table: string): string {
  const given = "unnest($1::text[], $2::text[]) as g (project, key)";
  return `delete from ${table} using ${given} where ${table}.project = g.project and ${table}.key = g.key`;
}

/** The columns of a group, each as a list. */
function columns(rows: readonly VersionRowKey[]): unknown[][] {
  return [
    rows.map(({ span }) => span),
    rows.map(({ project }) => project),
    rows.map(({ platform }) => platform),
    rows.map(({ source }) => source),
  ];
}

async function forgetBefore(sql: Statements, from: number): Promise<void> {
  const { day, month } = firstKept(from);
  await sql.run("delete from usage where hour < $1", [from]);
  await sql.run("delete from refused_queries where hour < $1", [from]);
  await sql.run("delete from version_hours where day < $1", [day]);
  await sql.run("delete from version_days where month < $1", [month]);
  await sql.run("delete from usage_writes where day < $1", [day]);
}

const usage = {
  all: "select project, key, outcome, platform, version, hour, count from usage",
  // Sorted, so that two nodes that write the same rows do not deadlock; each row once.
  add: `
    insert into usage (project, key, outcome, platform, version, hour, count)
    select project, key, outcome, platform, version, hour, sum(count)::bigint
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[])
      as given (project, key, outcome, platform, version, hour, count)
    group by project, key, outcome, platform, version, hour order by project, key, outcome, platform, version, hour
    on conflict (project, key, outcome, platform, version, hour) do update set count = usage.count + excluded.count`,
  number: `
    insert into usage_writes as had (process, number, day) values ($1, $2, $3)
    on conflict (process) do update set number = excluded.number, day = excluded.day where excluded.number > had.number`,
  // Rows are read, added to and written: two nodes that did so at the same time would lose counts.
  alone: "select pg_advisory_xact_lock(hashtextextended('drawbridge version counts ' || current_schema(), 0))",
};

const refusedStatements = {
  ofProject: "select project, key, code, hour, count, example from refused_queries where project = $1 and hour >= $2",
  projects: `
    select project from refused_queries where hour >= $1
    group by project order by sum(count) desc, project limit $2`,
  // Sorted and each row once, for the reasons of `usage.add`; the example of a row is the first of those given.
  add: `
    insert into refused_queries as had (project, key, code, hour, count, example)
    select project, key, code, hour, sum(count)::bigint, (array_agg(example order by position))[1]
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[]) with ordinality
      as given (project, key, code, example, hour, count, position)
    group by project, key, code, hour order by project, key, code, hour
    on conflict (project, key, code, hour) do update set count = had.count + excluded.count`,
};

function versionStatements({ table, column }: VersionGrain) {
  const row = `${column} as span, project, platform, source, version, counts`;
  const given = "unnest($1::bigint[], $2::text[], $3::text[], $4::text[]";
  return {
    ofPlatform: `
      select ${row} from ${table} where ${column} = any ($1::bigint[]) and project = $2 and platform = $3
      order by ${column}, source, version`,
    find: `
      select ${row} from ${table}
      join ${given}, $5::text[]) as given (${column}, project, platform, source, version)
        using (${column}, project, platform, source, version)`,
    size: `
      select ${column} as span, project, platform, source, count(*)::bigint as rows from ${table}
      join ${given}) as given (${column}, project, platform, source) using (${column}, project, platform, source)
      group by ${column}, project, platform, source`,
    put: `
      insert into ${table} (${column}, project, platform, source, version, counts)
      select * from ${given}, $5::text[], $6::text[])
      on conflict (${column}, project, platform, source, version) do update set counts = excluded.counts`,
  };
}
