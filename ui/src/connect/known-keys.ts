/** Texts of read keys that this tab has seen, by id: the server keeps only their last characters. Never stored. */
import { useWatched, Watched } from "../elements/watched.ts";

const known = new Watched<ReadonlyMap<string, string>>(new Map());

export function rememberKey(id: string, text: string): void {
  known.set(new Map([...known.read(), [id, text]]));
}

/** Null means it was created in another tab, or before a reload. */
export function useKnownKey(id: string | undefined): string | null {
  return useWatched(known).get(id ?? "") ?? null;
}
