/** The server keeps only the last characters of keys, so this tab remembers their texts, in memory alone. */
import { useWatched, Watched } from "../elements/watched.ts";

const known = new Watched<ReadonlyMap<string, string>>(new Map());

export function rememberKey(id: string, text: string): void {
  known.set(new Map([...known.read(), [id, text]]));
}

export function useKnownKey(id: string | undefined): string | null {
  return useWatched(known).get(id ?? "") ?? null;
}
