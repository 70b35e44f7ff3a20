import { randomBytes } from "node:crypto";
import { checkedStore } from "./checked-store.ts";
import type { Nodes, StoreConnections } from "./nodes.ts";
import type { Store } from "./store.ts";

/** Milliseconds between two heartbeats, and after the last one until the node counts as gone. */
const heartbeat = 10_000;
const patience = 30_000;

export class Cluster {
  readonly store: Store;
  /** Nodes that share the store, with this one; null means not shared, or away. */
  living: number | null = null;
  readonly #store: Store;
  readonly #nodes: Nodes | null;
  readonly #id = randomBytes(8).toString("hex");
  readonly #version: string;
  #timer: NodeJS.Timeout | null = null;
  #isLeft = false;
  #announcing: Promise<void> = Promise.resolve();

  constructor(store: Store, version: string) {
    this.#store = store;
    this.#nodes = store.nodes ?? null;
    this.#version = version;
    this.store = checkedStore(store);
  }

  get connections(): StoreConnections | null {
    return this.#store.connections ?? null;
  }

  /** Call before reading anything. @throws unavailable */
  async join(): Promise<void> {
    if (!this.#nodes) return;
    await this.#announce(this.#nodes);
    this.#timer ??= setInterval(() => this.#beat(), heartbeat).unref();
  }

  /** A store that is away does not prevent the stop. */
  async leave(): Promise<void> {
    if (!this.#nodes || this.#isLeft) return;
    this.#isLeft = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#announcing;
    await this.#nodes.leave(this.#id).catch(() => undefined);
  }

  #beat(): void {
    if (!this.#nodes) return;
    this.#announcing = this.#announce(this.#nodes).catch(() => {
      this.living = null;
    });
  }

  async #announce(nodes: Nodes): Promise<void> {
    await nodes.announce(this.#id, this.#version);
    this.living = await nodes.living(patience);
  }
}
