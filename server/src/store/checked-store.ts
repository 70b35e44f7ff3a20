/** Refuses damaged values and a newer program's, and commits nothing on top of unread ones. */
import { currentSchema } from "drawbridge-rules/project/project-state.ts";
import { findDamage } from "drawbridge-rules/project/stored-shape.ts";
import { type DrawbridgeError, NeedsOperator, NotTransient } from "drawbridge-rules/values/errors.ts";
import { mapYielding } from "../base/yielding-work.ts";
import type { Change, Store } from "./store.ts";

type Checked = Pick<Store, "rows" | "project" | "rowsAt" | "commit" | "history" | "whole" | "changesAfter">;

export function checkedStore(store: Store): Store {
  const checked = checkedMethods(store);
  return new Proxy(store, {
    get(target, name) {
      if (Object.hasOwn(checked, name)) return Reflect.get(checked, name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

function checkedMethods(store: Store): Checked {
  /** After a current value of a newer program, nothing is committed in its epoch. */
  let newest: { readonly epoch: string; readonly schema: number } | null = null;
  const checkCurrent = async (values: readonly Change[]) => {
    const schema = newestForm(values);
    if (schema > currentSchema) newest = { epoch: (await store.head()).epoch, schema };
    await checkValues(values);
  };
  return {
    async rows(project) {
      const rows = await store.rows(project);
      await checkCurrent(rows);
      return rows;
    },
    async project(project) {
      const found = await store.project(project);
      await checkCurrent(found.rows);
      return found;
    },
    async rowsAt(project, revision) {
      const rows = await store.rowsAt(project, revision);
      await checkValues(rows);
      return rows;
    },
    async commit(input) {
      if (newest !== null && newest.epoch === (await store.head()).epoch) throw outgrown(newest.schema);
      newest = null;
      return store.commit(input);
    },
    async history(project, page) {
      const commits = await store.history(project, page);
      for (const { changes } of commits) {
        await checkValues(changes);
        await refuseDamagedValues(changes.map(({ before, ...change }) => ({ ...change, value: before })));
      }
      return commits;
    },
    async whole() {
      const whole = await store.whole();
      await checkCurrent(whole.rows);
      newest = null;
      return whole;
    },
    async changesAfter(revision, limit, known = revision) {
      const read = await store.changesAfter(revision, limit);
      if (read === null) return null;
      const commits = read.map((commit) => (commit.revision <= known ? { ...commit, changes: [] } : commit));
      const newer = commits.findIndex(({ changes }) => newestForm(changes) > currentSchema);
      // The next call meets it again.
      const followed = newer > 0 ? commits.slice(0, newer) : commits;
      for (const { changes } of followed) await checkCurrent(changes);
      return followed;
    },
  };
}

function newestForm(values: readonly Change[]): number {
  return values.reduce((most, { schema }) => Math.max(most, schema), 0);
}

async function checkValues(values: readonly Change[]): Promise<void> {
  const schema = newestForm(values);
  if (schema > currentSchema) throw outgrown(schema);
  await refuseDamagedValues(values);
}

function outgrown(schema: number): DrawbridgeError {
  return new NeedsOperator(
    `A newer Drawbridge has written to this store (form ${schema} of values; this one knows ${currentSchema}). Upgrade this node: until then it answers from memory and refuses changes.`,
  );
}

async function refuseDamagedValues(values: readonly Change[]): Promise<void> {
  const found = (await mapYielding(values, describeDamage)).find((damage) => damage !== null);
  if (found)
    throw new NotTransient(
      `The store is damaged: ${found}. Stop Drawbridge, keep a copy of its data, and restore a backup (/docs/backup).`,
    );
}

/** For people: `instance eu-1 of project acme is not valid JSON`; null means it is sound. */
export function describeDamage({ project, kind, id, schema, value }: Change): string | null {
  const how = findDamage({ kind, schema, value });
  if (how === null) return null;
  return `${`${printed(kind)} ${printed(id)}`.trim()}${project === "" ? "" : ` of project ${printed(project)}`} ${how}`;
}

function printed(name: string): string {
  // SQLite's types are as damaged as its values; names can be of any length.
  const text = String(name)
    .slice(0, 80)
    .replace(/[^\x20-\x7e]/g, "?");
  return String(name).length > 80 ? `${text}…` : text;
}
