import { useSyncExternalStore } from "react";

export class Watched<Value> {
  #value: Value;
  readonly #watchers = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  readonly read = (): Value => this.#value;

  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  };

  set(value: Value): void {
    this.#value = value;
    for (const changed of [...this.#watchers]) changed();
  }
}

export function useWatched<Value>({ watch, read }: Pick<Watched<Value>, "watch" | "read">): Value {
  return useSyncExternalStore(watch, read);
}
