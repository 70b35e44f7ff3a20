/** A store that opens while the program uses it: until then every method throws why. Its engine's optional parts always exist. */
import { DrawbridgeError, UnusableStore } from "drawbridge-rules/values/errors.ts";
import { storeClosed } from "./commit-rules.ts";
import type { StoreConnections } from "./nodes.ts";
import type { StoreKind } from "./open-store.ts";
import type { Store } from "./store.ts";

const none: StoreConnections = { total: 0, idle: 0, waiting: 0, isListening: false, problem: null };

export class DeferredStore {
  readonly store: Store;
  readonly #open: () => Promise<Store>;
  readonly #watches = new Map<() => void, (() => void) | null>();
  #opened: Store | null = null;
  #opening: Promise<void> | null = null;
  #problem: DrawbridgeError = new DrawbridgeError("unavailable", "The store is being opened; try again.");
  #isClosed = false;

  constructor(kind: StoreKind, open: () => Promise<Store>) {
    this.#open = open;
    this.store = this.#lateStore(kind);
  }

  /** Format, even of an unusable store; null means not opened. */
  get format(): number | null {
    return this.#opened?.format ?? (this.#problem instanceof UnusableStore ? this.#problem.format : null);
  }

  /** A second call waits for the first. @throws the error of opening */
  open(): Promise<void> {
    if (this.#opened !== null) return Promise.resolve();
    this.#opening ??= this.#openNow().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #openNow(): Promise<void> {
    if (this.#isClosed) throw storeClosed();
    try {
      const opened = await this.#open();
      if (this.#isClosed) {
        await opened.close();
        throw storeClosed();
      }
      this.#opened = opened;
    } catch (error) {
      if (error instanceof DrawbridgeError) this.#problem = error;
      throw error;
    }
    for (const ring of this.#watches.keys()) this.#watches.set(ring, this.#opened.watch(ring));
  }

  #found(): Store {
    if (this.#isClosed && this.#opened === null) throw storeClosed();
    if (this.#opened === null) throw this.#problem;
    return this.#opened;
  }

  async #close(): Promise<void> {
    this.#isClosed = true;
    this.#watches.clear();
    await this.#opened?.close();
  }

  #watch(ring: () => void): () => void {
    // One listener can watch twice.
    const own = () => ring();
    this.#watches.set(own, this.#opened?.watch(own) ?? null);
    return () => {
      this.#watches.get(own)?.();
      this.#watches.delete(own);
    };
  }

  #lateStore(kind: StoreKind): Store {
    const opened = () => this.#opened;
    const parts = {
      accounts: late(() => this.#found().accounts),
      lastUsed: late(() => this.#found().lastUsed),
      usage: late(() => this.#found().usage),
      outbox: late(() => this.#found().outbox),
      log: late(() => this.#found().log),
      get rebuilt() {
        return opened()?.rebuilt ?? 0;
      },
      watch: (ring: () => void) => this.#watch(ring),
      close: () => this.#close(),
    };
    const shared = {
      nodes: late(() => {
        const { nodes } = this.#found();
        if (nodes === undefined) throw new Error("expected a store that several nodes share");
        return nodes;
      }),
      get connections() {
        return opened()?.connections ?? none;
      },
      backup: undefined,
    };
    const alone = { nodes: undefined, connections: undefined, clock: undefined };
    const own = Object.defineProperties(
      parts,
      Object.getOwnPropertyDescriptors(kind === "postgresql" ? shared : alone),
    ) as Partial<Store>;
    const methods = late(() => this.#found());
    return new Proxy(methods, { get: (target, name) => Reflect.get(name in own ? own : target, name) });
  }
}

/** All methods of the object return promises. */
function late<T extends object>(found: () => T): T {
  return new Proxy({} as T, {
    get: (_, name) => {
      // Promise resolution reads this property.
      if (name === "then") return undefined;
      return async (...given: unknown[]) => {
        const target = found();
        return (Reflect.get(target, name, target) as (...all: unknown[]) => unknown).apply(target, given);
      };
    },
  });
}
