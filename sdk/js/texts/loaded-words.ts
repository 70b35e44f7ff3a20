/** Words that a page has loaded so far. */
import type { WordsByLanguage } from "./find-words.ts";

let loaded: WordsByLanguage = {};
let isLoading = false;
const listeners = new Set<() => void>();

export function readLoadedWords(): WordsByLanguage {
  return loaded;
}

export function followLoadedWords(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Loads the words of all languages once, unless the tag is an English one. Without them, the words are English. */
export function loadWords(tag: string): void {
  if (isLoading || /^en\b/i.test(tag)) return;
  isLoading = true;
  import("./gate-words.ts").then(
    ({ gateWords }) => {
      loaded = gateWords;
      for (const listener of listeners) listener();
    },
    // The connection was lost meanwhile: the next gate of the page tries again.
    () => {
      isLoading = false;
    },
  );
}
