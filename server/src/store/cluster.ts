import { randomBytes } from "node:crypto";
import { checkedStore } from "./checked-store.ts";
import type { Nodes, StoreConnections } from "./nodes.ts";
import type { Store } from "./store.ts";

interface ClusterOptions {
  readonly version: string;
  /** Milliseconds between two heartbeats, and after the last one until the node counts as gone. */
  readonly heartbeat?: number;
  readonly patience?: number;
}

export class Cluster {
  readonly store: Store;
  /** Nodes that share the store, with this one; null means not shared, or away. */
  living: number | null = null;
  readonly #store: Store;
  readonly #nodes: Nodes | null;
  readonly #id = randomBytes(8).toString("hex");
  readonly #version: string;
  readonly #heartbeat: number;
  readonly #timeout: number;
  #timer: NodeJS.Timeout | null = null;
  #isLeft = false;
  #announcing: Promise<void> = Promise.resolve();

  constructor(store: Store, { version, heartbeat = 10_000, patience: timeout = 30_000 }: ClusterOptions) {
    this.#store = store;
    this.#nodes = store.nodes ?? null;
    this.#version = version;
    this.#heartbeat = heartbeat;
    this.#timeout = timeout;
    this.store = checkedStore(store);
  }

  get connections(): StoreConnections | null {
    return this.#store.connections ?? null;
  }

  /** Call before reading anything. @throws unavailable */
  async join(): Promise<void> {
    if (!this.#nodes) return;
    await this.#announce(this.#nodes);
    this.#timer ??= setInterval(() => this.#beat(), this.#heartbeat).unref();
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
    this.living = await nodes.living(this.#timeout);
  }
}
