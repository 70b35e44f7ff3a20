import type { DatabaseSync } from "node:sqlite";
import { checkUsageCount } from "../commit-rules.ts";
import type { Usage, UsageChange, UsageCount } from "../usage.ts";
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

  async write({ counts, gone = [], from }: UsageChange): Promise<void> {
    for (const count of counts) checkUsageCount(count);
    await this.#access.use(() =>
      this.#access.transaction(() => {
        for (const { project, key, outcome, platform, version, hour, count } of counts)
          this.#sql.add.run(project, key, outcome, platform, version, hour, count);
        for (const { project, key } of gone) this.#sql.forget.run(project, key);
        if (from !== undefined) this.#sql.forgetBefore.run(from);
      }),
    );
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
  };
}
