import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { LogMismatch } from "../store/commit-rules.ts";
import type { CommitInput, Store } from "../store/store.ts";
import type { LogFollower } from "./log-follower.ts";

export interface NoteServices {
  readonly store: Store;
  readonly follower: Pick<LogFollower, "committed" | "end" | "follow">;
  readonly now: () => number;
}

interface HistoryNote {
  readonly project: string;
  readonly newId: () => string;
  readonly text: string;
  /** Checked before each attempt: another node may have added the same note. */
  readonly isThere?: () => Promise<boolean>;
}

const maxAttempts = 20;

/** Does nothing for a project without rows: only the log still has it. @throws unavailable, conflict */
export async function addHistoryNote({ store, follower, now }: NoteServices, note: HistoryNote): Promise<void> {
  const { project, newId, text, isThere } = note;
  for (let attempt = 1; ; attempt++) {
    const revision = await store.projectRevision(project);
    const rows = await store.rows(project);
    const row = rows.find(({ kind }) => kind === "project") ?? rows[0];
    if (row === undefined || (await isThere?.())) return;
    const { kind, id, schema, value } = row;
    const input: CommitInput = {
      id: newId(),
      at: now(),
      actor: "system",
      reason: text,
      overridden: [],
      changes: [{ project, kind, id, schema, value }],
      expect: [{ project, revision }],
      follows: follower.end(),
    };
    try {
      const head = await store.commit(input);
      await follower.committed(input.changes, head, input);
      return;
    } catch (error) {
      const isRetried = error instanceof DrawbridgeError && error.code === "conflict" && attempt < maxAttempts;
      if (!isRetried) throw error;
      if (error instanceof LogMismatch) await follower.follow();
    }
  }
}
