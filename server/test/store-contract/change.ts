/** Commits to try a store with, short enough that a test shows only what it is about. */
import assert from "node:assert/strict";
import type { Kind } from "drawbridge-rules/project/kind.ts";
import { DrawbridgeError, type ErrorCode } from "drawbridge-rules/values/errors.ts";
import type { Change, Claim, CommitInput, Store } from "../../src/store/store.ts";

export type StoreFactory = () => Promise<Store>;

export type WithStore = (sentence: string, test: (store: Store) => Promise<void>) => void;

/** `project/id` becomes that value; null deletes it. */
export function change(name: string, value: unknown, kind: Kind = "instance"): Change {
  const [project = "", id = ""] = name.split("/");
  return { project, kind, id, schema: 1, value: value === null ? null : JSON.stringify(value) };
}

export function claimed(...texts: readonly string[]): Claim[] {
  return texts.map((text) => ({ text, project: "a", id: `of ${text}`, imported: text.length % 2 === 1 }));
}

export function commitOf(changes: readonly Change[], more: Partial<CommitInput> = {}): CommitInput {
  return { at: 1_000_000, actor: "ci", reason: "", overridden: [], expect: [], changes, ...more };
}

export async function failure(promise: Promise<unknown>): Promise<DrawbridgeError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof DrawbridgeError, `expected a DrawbridgeError, got ${String(error)}`);
  return error;
}

export async function failsWith(code: ErrorCode, promise: Promise<unknown>, sentence?: RegExp): Promise<void> {
  const error = await failure(promise);
  assert.equal(error.code, code, error.message);
  if (sentence) assert.match(error.message, sentence);
}

/** Everything that a failed commit must not have changed. */
export async function snapshot(store: Store) {
  return { head: await store.head(), rows: await store.rows(), a: await store.history("a", { limit: 200 }) };
}
