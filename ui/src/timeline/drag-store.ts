/** Current drag, kept outside React state, so that a drag redraws only its ghost. */
import { useSyncExternalStore } from "react";
import type { Drag } from "./drag.ts";

export class DragStore {
  #drag: Drag | null = null;
  readonly #watchers = new Set<() => void>();

  readonly read = (): Drag | null => this.#drag;

  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  };

  set(drag: Drag | null): void {
    const before = this.#drag;
    if (before === drag) return;
    if (
      before &&
      drag &&
      before.start === drag.start &&
      before.end === drag.end &&
      before.edge === drag.edge &&
      before.isByKeys === drag.isByKeys
    )
      return;
    this.#drag = drag;
    for (const changed of [...this.#watchers]) changed();
  }
}

export function useDrag(store: DragStore): Drag | null {
  return useSyncExternalStore(store.watch, store.read);
}
