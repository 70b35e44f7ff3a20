import type { DatabaseSync } from "node:sqlite";
import { checkRefusedQueries, checkUsageCount } from "../commit-rules.ts";
import type {
  RefusedQueries,
  Usage,
  UsageChange,
  UsageCount,
  VersionCount,
  VersionSpan,
  VersionSum,
  WriteNumber,
} from "../usage.ts";
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
} from "../version-rows.ts";
import type { Access } from "./sqlite-accounts.ts";

export class SqliteUsage implements Usage {
  readonly #access: Access;
  readonly #sql: ReturnType<typeof prepare>;

  constructor(db: DatabaseSync, access: Access) {
    this.#access = access;
    this.#sql = prepare(db);
  }

  async counts(): Promise<UsageCount[]> {
    return this.#access.use(() => this.#sql.all.all().map((row) => ({ ...row }) as unknown as UsageCount));
  }

  async versionHours(span: VersionSpan): Promise<VersionSum[]> {
    return this.#versions(byHour, span);
  }

  async versionDays(span: VersionSpan): Promise<VersionSum[]> {
    return this.#versions(byDay, span);
  }

  async refusedQueries(project: string, from: number): Promise<RefusedQueries[]> {
    return this.#access.use(() =>
      this.#sql.refused.ofProject.all(project, from).map((row) => ({ ...row }) as unknown as RefusedQueries),
    );
  }

  async refusedProjects(from: number, limit: number): Promise<string[]> {
    return this.#access.use(() => this.#sql.refused.projects.all(from, limit).map((row) => String(row.project)));
  }

  async write({ counts, versions = [], refused = [], once, gone = [], goneProjects = [], from }: UsageChange): Promise<void> {
    for (const count of counts) checkUsageCount(count);
    for (const version of versions) checkVersionCount(version);
    for (const queries of refused) checkRefusedQueries(queries);
    await this.#access.use(() =>
      this.#access.transaction(() => {
        if (once && !this.#isNew(once)) return;
        for (const { project, key, outcome, platform, version, hour, count } of counts)
          this.#sql.add.run(project, key, outcome, platform, version, hour, count);
        for (const grain of [byHour, byDay]) this.#addVersions(grain, versions);
        for (const { project, key, code, hour, count, example } of refused)
          this.#sql.refused.add.run(project, key, code, hour, count, example);
        for (const { project, key } of gone) for (const { forget } of [this.#sql, this.#sql.refused]) forget.run(project, key);
        for (const project of goneProjects) for (const { forget } of this.#sql.versions.values()) forget.run(project);
        if (from !== undefined) this.#forgetBefore(from);
      }),
    );
  }

  #versions(grain: VersionGrain, span: VersionSpan): Promise<VersionSum[]> {
    const spans = spansOf(grain, span);
    return this.#access.use(() => {
      const { ofPlatform } = this.#statements(grain);
      const rows = spans.flatMap((each) => ofPlatform.all(each, span.project, span.platform));
      return sumsOf(grain, rows as unknown as VersionRow[], span);
    });
  }

  #isNew({ process, number, hour }: WriteNumber): boolean {
    return this.#sql.number.run(process, number, dayOf(hour)).changes > 0;
  }

  #addVersions(grain: VersionGrain, versions: readonly VersionCount[]): void {
    const { find, size, put } = this.#statements(grain);
    const changes = rowChanges(grain, versions);
    const keys = [...changes.values()].map(({ key }) => key);
    const stored = keys.flatMap((key) => {
      const found = find.get(key.span, key.project, key.platform, key.source, key.version);
      return found ? [{ ...key, counts: String(found.counts) }] : [];
    });
    const groups = keys.filter(({ version }) => version === "");
    const sizes = groups.map((key) => {
      const { rows } = size.get(key.span, key.project, key.platform, key.source) as unknown as { readonly rows: number };
      return [rowName(key), rows] as const;
    });
    for (const { span, project, platform, source, version, counts } of changedRows(changes, stored, new Map(sizes)))
      put.run(span, project, platform, source, version, counts);
  }

  #forgetBefore(from: number): void {
    const { day, month } = firstKept(from);
    for (const { forgetBefore } of [this.#sql, this.#sql.refused]) forgetBefore.run(from);
    this.#statements(byHour).forgetBefore.run(day);
    this.#statements(byDay).forgetBefore.run(month);
    this.#sql.forgetNumbers.run(day);
  }

  #statements({ table }: VersionGrain): ReturnType<typeof prepareVersions> {
    return this.#sql.versions.get(table) as ReturnType<typeof prepareVersions>;
  }
}

function prepare(db: DatabaseSync) {
  return {
    all: db.prepare("select project, key, outcome, platform, version, hour, count from usage"),
    add: db.prepare(
      `insert into usage (project, key, outcome, platform, version, hour, count) values (?, ?, ?, ?, ?, ?, ?)
       on conflict do update set count = count + excluded.count`,
    ),
    forget: db.prepare("delete from usage where project = ? and key = ?"),
    forgetBefore: db.prepare("delete from usage where hour < ?"),
    number: db.prepare(
      `insert into usage_writes (process, number, day) values (?, ?, ?)
       on conflict do update set number = excluded.number, day = excluded.day where excluded.number > number`,
    ),
    forgetNumbers: db.prepare("delete from usage_writes where day < ?"),
    refused: prepareRefused(db),
    versions: new Map([byHour, byDay].map((grain) => [grain.table, prepareVersions(db, grain)])),
  };
}

function prepareRefused(db: DatabaseSync) {
  return {
    ofProject: db.prepare("select project, key, code, hour, count, example from refused_queries where project = ? and hour >= ?"),
    projects: db.prepare(
      `select project from refused_queries where hour >= ? group by project order by sum(count) desc, project limit ?`,
    ),
    add: db.prepare(
      `insert into refused_queries (project, key, code, hour, count, example) values (?, ?, ?, ?, ?, ?)
       on conflict do update set count = count + excluded.count`,
    ),
    forget: db.prepare("delete from refused_queries where project = ? and key = ?"),
    forgetBefore: db.prepare("delete from refused_queries where hour < ?"),
  };
}

function prepareVersions(db: DatabaseSync, { table, column }: VersionGrain) {
  const group = `${column} = ? and project = ? and platform = ?`;
  return {
    ofPlatform: db.prepare(
      `select ${column} as span, project, platform, source, version, counts from ${table} where ${group} order by source, version`,
    ),
    find: db.prepare(`select counts from ${table} where ${group} and source = ? and version = ?`),
    size: db.prepare(`select count(*) as rows from ${table} where ${group} and source = ?`),
    put: db.prepare(
      `insert into ${table} (${column}, project, platform, source, version, counts) values (?, ?, ?, ?, ?, ?)
       on conflict do update set counts = excluded.counts`,
    ),
    forget: db.prepare(`delete from ${table} where project = ?`),
    forgetBefore: db.prepare(`delete from ${table} where ${column} < ?`),
  };
}
