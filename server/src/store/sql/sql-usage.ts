import { refusedQueryCodes } from "drawbridge-rules/impact/traffic.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { compareTexts } from "drawbridge-rules/values/text-order.ts";
import { checkName, isStorable } from "../input-rules.ts";
import type { RefusedQueries, UsageChange, UsageCount, VersionCount, VersionSpan, VersionSum } from "../usage.ts";
import { type Database, numbersIn, recordsIn, type Sql, textsIn } from "./sql.ts";
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
} from "./version-rows.ts";

/** Beside the log, since no decision depends on it. All methods throw `unavailable`. */
export class Usage {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Includes refusals. */
  counts(): Promise<UsageCount[]> {
    return this.#database.read((sql) => sql.all("select project, key, outcome, platform, version, hour, count from usage"));
  }

  /** Kept for 14 days. @throws invalid (hours of more than 15 days) */
  async versionHours(span: VersionSpan): Promise<VersionSum[]> {
    return this.#versions(byHour, span);
  }

  /** Kept for 400 days. The span is in days since 1970. @throws invalid (more than 401 days) */
  async versionDays(span: VersionSpan): Promise<VersionSum[]> {
    return this.#versions(byDay, span);
  }

  /** In no order. */
  refusedQueries(project: string, from: number): Promise<RefusedQueries[]> {
    const text = "select project, key, code, hour, count, example from refused_queries where project = $1 and hour >= $2";
    return this.#database.read((sql) => sql.all(text, [project, from]));
  }

  async refusedProjects(from: number, limit: number): Promise<string[]> {
    const text = `
      select project from refused_queries where hour >= $1 group by project order by sum(count) desc, project limit $2`;
    const found = await this.#database.read((sql) => sql.all<Pick<RefusedQueries, "project">>(text, [from, limit]));
    return found.map(({ project }) => project);
  }

  /**
   * Adds to the stored counts: nodes that share a store add up. Deletes counts of deleted keys and projects, and of hours before
   * `from`. All or nothing; nothing if the store already has that write.
   * @throws invalid (a name that cannot be stored)
   */
  async write(change: UsageChange): Promise<void> {
    const { counts, versions = [], refused = [], once, gone = [], goneProjects = [], from } = change;
    for (const count of counts) checkUsageCount(count);
    for (const version of versions) checkVersionCount(version);
    for (const queries of refused) checkRefusedQueries(queries);
    // Version rows are read, added to and written: two nodes would lose counts.
    const options = versions.length > 0 ? { lock: "version counts" } : {};
    await this.#database.transaction(async (sql) => {
      if (once && (await sql.run(writeNumber, [once.process, once.number, dayOf(once.hour)])) === 0) return;
      if (counts.length > 0) await sql.run(this.#addition("usage", usageKeys), [counts.map(usageRow)]);
      if (refused.length > 0) await sql.run(this.#addition("refused_queries", refusedKeys, "example"), [refused.map(refusedRow)]);
      for (const grain of versions.length > 0 ? [byHour, byDay] : []) await this.#addVersions(sql, grain, versions);
      await this.#forget(sql, gone, goneProjects);
      if (from !== undefined) await forgetBefore(sql, from);
    }, options);
  }

  /** Each row once and sorted, so that two nodes do not deadlock. */
  #addition(table: "usage" | "refused_queries", keys: readonly string[], ...stays: readonly string[]): string {
    const key = keys.map((column) => column.split(":")[0]).join(", ");
    const records = recordsIn(this.#database.dialect, "$1", [...keys, "count:bigint", ...stays]);
    const sums = ["cast(sum(count) as bigint)", ...stays.map((column) => `min(${column})`)].join(", ");
    return `
      insert into ${table} (${[key, "count", ...stays].join(", ")})
      select ${key}, ${sums} from ${records} as given group by ${key} order by ${key}
      on conflict (${key}) do update set count = ${table}.count + excluded.count`;
  }

  async #addVersions(sql: Sql, grain: VersionGrain, versions: readonly VersionCount[]): Promise<void> {
    const { dialect } = this.#database;
    const { table, column } = grain;
    const changes = rowChanges(grain, versions);
    const keys = [...changes.values()].map(({ key }) => key);
    const group = `${column}, project, platform, source`;
    const groupTypes = [`${column}:bigint`, "project", "platform", "source"];
    const stored = await sql.all<VersionRow>(
      `select ${column} as span, project, platform, source, version, counts from ${table}
       where (${group}, version) in ${recordsIn(dialect, "$1", [...groupTypes, "version"])}`,
      [keys.map((key) => [...groupOf(key), key.version])],
    );
    const sizes = await sql.all<VersionRowKey & { readonly rows: number }>(
      `select ${column} as span, project, platform, source, count(*) as rows from ${table}
       where (${group}) in ${recordsIn(dialect, "$1", groupTypes)} group by ${group}`,
      [keys.filter(({ version }) => version === "").map(groupOf)],
    );
    const rows = changedRows(changes, stored, new Map(sizes.map((each) => [rowName({ ...each, version: "" }), each.rows])));
    const columns = `${group}, version, counts`;
    await sql.run(
      `insert into ${table} (${columns})
       select ${columns} from ${recordsIn(dialect, "$1", [...groupTypes, "version", "counts"])} as given where true
       on conflict (${group}, version) do update set counts = excluded.counts`,
      [rows.map((row) => [...groupOf(row), row.version, row.counts])],
    );
  }

  async #forget(sql: Sql, gone: readonly Pick<UsageCount, "project" | "key">[], projects: readonly string[]): Promise<void> {
    const { dialect } = this.#database;
    const keys = recordsIn(dialect, "$1", ["project", "key"]);
    for (const table of gone.length > 0 ? ["usage", "refused_queries"] : [])
      await sql.run(`delete from ${table} where (project, key) in ${keys}`, [gone.map(({ project, key }) => [project, key])]);
    for (const { table } of projects.length > 0 ? [byHour, byDay] : [])
      await sql.run(`delete from ${table} where project in ${textsIn(dialect, "$1")}`, [projects]);
  }

  async #versions(grain: VersionGrain, span: VersionSpan): Promise<VersionSum[]> {
    const { table, column } = grain;
    const text = `
      select ${column} as span, project, platform, source, version, counts from ${table}
      where ${column} in ${numbersIn(this.#database.dialect, "$1")} and project = $2 and platform = $3
      order by ${column}, source, version`;
    const spans = spansOf(grain, span);
    const rows = await this.#database.read((sql) => sql.all<VersionRow>(text, [spans, span.project, span.platform]));
    return sumsOf(grain, rows, span);
  }
}

/** @throws invalid */
function checkUsageCount({ project, key, outcome, platform, version, hour, count }: UsageCount): void {
  for (const name of [project, key, outcome, platform, version]) checkName(name);
  if (![hour, count].every(Number.isSafeInteger)) throw new DrawbridgeError("invalid", "Expected whole numbers.");
}

/** @throws invalid */
function checkRefusedQueries({ project, key, code, hour, count, example }: RefusedQueries): void {
  for (const name of [project, key, example]) checkName(name);
  if (!refusedQueryCodes.includes(code) || ![hour, count].every(Number.isSafeInteger))
    throw new DrawbridgeError("invalid", "Expected the code of a refused query and whole numbers.");
}

const usageKeys = ["project", "key", "outcome", "platform", "version", "hour:bigint"];
const refusedKeys = ["project", "key", "code", "hour:bigint"];

function usageRow({ project, key, outcome, platform, version, hour, count }: UsageCount): unknown[] {
  return [project, key, outcome, platform, version, hour, count];
}

function refusedRow({ project, key, code, hour, count, example }: RefusedQueries): unknown[] {
  return [project, key, code, hour, count, example];
}

function groupOf({ span, project, platform, source }: VersionRowKey): unknown[] {
  return [span, project, platform, source];
}

const writeNumber = `
  insert into usage_writes (process, number, day) values ($1, $2, $3)
  on conflict (process) do update set number = excluded.number, day = excluded.day where excluded.number > usage_writes.number`;

async function forgetBefore(sql: Sql, from: number): Promise<void> {
  const { day, month } = firstKept(from);
  await sql.run("delete from usage where hour < $1", [from]);
  await sql.run("delete from refused_queries where hour < $1", [from]);
  await sql.run("delete from version_hours where day < $1", [day]);
  await sql.run("delete from version_days where month < $1", [month]);
  await sql.run("delete from usage_writes where day < $1", [day]);
}

/** Beside the log, since no decision depends on it. All methods throw `unavailable`. */
export class LastUsed {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Epoch ms by id, for ids with a recorded use. */
  async of(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const text = `select token, at from last_used where token in ${textsIn(this.#database.dialect, "$1")}`;
    // An id that cannot be stored has no row, and the engine might turn it into one that does.
    const known = ids.filter(isStorable);
    const found = await this.#database.read((sql) => sql.all<{ token: string; at: number }>(text, [known]));
    return new Map(found.map(({ token, at }) => [token, at]));
  }

  /** Epoch ms by id; null deletes. Never replaces a later time by an earlier one. @throws invalid (an id that cannot be stored) */
  async note(uses: ReadonlyMap<string, number | null>): Promise<void> {
    for (const id of uses.keys()) checkName(id);
    if (uses.size === 0) return;
    const { dialect } = this.#database;
    // A sorted order keeps two nodes with the same ids from a deadlock.
    const sorted = [...uses].sort(([a], [b]) => compareTexts(a, b));
    const later = `
      insert into last_used (token, at) select token, at from ${recordsIn(dialect, "$1", ["token", "at:bigint"])} as given where true
      on conflict (token) do update set at = excluded.at where excluded.at > last_used.at`;
    await this.#database.transaction(async (sql) => {
      await sql.run(later, [sorted.filter(([, at]) => at !== null)]);
      const gone = sorted.flatMap(([id, at]) => (at === null ? [id] : []));
      await sql.run(`delete from last_used where token in ${textsIn(dialect, "$1")}`, [gone]);
    });
  }
}
