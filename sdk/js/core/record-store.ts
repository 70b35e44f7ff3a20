/** The record's text in the app's storage. Errors and silence of the storage never reach the client. */
import type { GateStorage } from "./gate-options.ts";

export interface RecordStore {
  /** Synchronous if the storage is, so that the state is decided before the first screen is drawn. */
  load(found: (text: unknown) => void, done: () => void): void;
  /** @param print called with the present text when the new one is written, after everything before */
  save(print: (text: unknown) => string): void;
}

export function createRecordStore(
  storage: GateStorage | undefined,
  name: string,
  onError: (error: unknown) => void,
): RecordStore {
  // Nothing is written before the text is read: an earlier choice of the user must not be overwritten.
  let last: Promise<unknown> = Promise.resolve();
  return {
    load(found, done) {
      try {
        const text = storage?.get(name);
        if (typeof text === "object" && text !== null) {
          last = text.then(found).catch(onError);
          void last.then(done);
          return;
        }
        if (storage) found(text);
      } catch (error) {
        onError(error);
      }
      done();
    },
    save(print) {
      if (!storage) return;
      last = last
        .then(() => storage.get(name))
        .then((text) => storage.set(name, print(text)))
        .catch(onError);
    },
  };
}
