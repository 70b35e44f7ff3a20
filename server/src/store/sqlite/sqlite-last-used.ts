import type { DatabaseSync } from "node:sqlite";
import { checkName } from "../commit-rules.ts";
import type { LastUsed } from "../last-used.ts";
import type { Access } from "./sqlite-accounts.ts";

export class SqliteLastUsed implements LastUsed {
  readonly #access: Access;
  readonly #sql: ReturnType<typeof prepare>;

  constructor(db: DatabaseSync, access: Access) {
    this.#access = access;
    this.#sql = prepare(db);
  }

  async of(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.#access.use(() => {
      const found = this.#sql.of.all(JSON.stringify(ids)) as unknown as { token: string; at: number }[];
      return new Map(found.map(({ token, at }) => [token, at]));
    });
  }

  async note(uses: ReadonlyMap<string, number | null>): Promise<void> {
    for (const id of uses.keys()) checkName(id);
    if (uses.size === 0) return;
    await this.#access.use(() =>
      this.#access.transaction(() => {
        for (const [id, at] of uses) {
          if (at === null) this.#sql.forget.run(id);
          else this.#sql.note.run(id, at);
        }
      }),
    );
  }
}

function prepare(db: DatabaseSync) {
  return {
    of: db.prepare("select token, at from last_used where token in (select value from json_each(?))"),
    note: db.prepare("insert into last_used (token, at) values (?, ?) on conflict do update set at = max(at, excluded.at)"),
    forget: db.prepare("delete from last_used where token = ?"),
  };
}
