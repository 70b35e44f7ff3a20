/** Texts of read keys that this tab has seen, by id: the server keeps only their last characters. Never stored. */
import { useSyncExternalStore } from "react";

const known = new Map<string, string>();
const watchers = new Set<() => void>();

export function rememberKey(id: string, text: string): void {
  known.set(id, text);
  for (const changed of [...watchers]) changed();
}

/** Null means it was created in another tab, or before a reload. */
export function useKnownKey(id: string | undefined): string | null {
  return useSyncExternalStore(watch, () => (id === undefined ? null : (known.get(id) ?? null)));
}

function watch(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}
