/** This process among those that share its store: it says that it lives, and what it writes all of them can read. */
import { randomBytes } from "node:crypto";
import { type ValueForms, valueForms } from "drawbridge-rules/project/value-form.ts";
import type { StoreConnections } from "./store/connections.ts";
import { FormedStore } from "./store/formed-store.ts";
import type { Nodes } from "./store/nodes.ts";
import { type CopiedRows, SoundRows } from "./store/sound-rows.ts";
import type { Store } from "./store/store.ts";

export interface ClusterOptions {
  /** Of the program, for people. */
  readonly version: string;
  readonly forms?: ValueForms;
  /** The node's copy, read only if a project of the store is damaged. */
  readonly kept?: () => CopiedRows | null;
  /** Milliseconds between two words of a node, and from the last one until it counts as gone. */
  readonly heartbeat?: number;
  readonly patience?: number;
}

/** The nodes that share the store, as it last said. */
export interface LivingNodes {
  /** This one with them. */
  readonly nodes: number;
  /** The newest form that all of them read. */
  readonly lowestSchema: number;
}

export class Cluster {
  /** The store to work with. */
  readonly store: Store;
  readonly #store: Store;
  readonly #nodes: Nodes | null;
  readonly #node: { readonly id: string; readonly version: string; readonly schema: number };
  readonly #heartbeat: number;
  readonly #patience: number;
  #timer: NodeJS.Timeout | null = null;
  #isLeft = false;
  #announcing: Promise<void> = Promise.resolve();
  #living: LivingNodes | null = null;

  constructor(store: Store, { version, forms = valueForms, heartbeat = 10_000, patience = 30_000, kept }: ClusterOptions) {
    this.#store = store;
    this.#nodes = store.nodes ?? null;
    this.#node = { id: randomBytes(8).toString("hex"), version, schema: forms.newest };
    this.#heartbeat = heartbeat;
    this.#patience = patience;
    const sound = new SoundRows({ kept, revisionOf: (project) => store.projectRevision(project) });
    this.store = new FormedStore(store, forms, () => this.lowestSchema(), sound);
  }

  /** Null: the store is reached without any. */
  get connections(): StoreConnections | null {
    return this.#store.connections ?? null;
  }

  /** As of the last word of this node; null: nobody shares the store, or it is away. */
  get living(): LivingNodes | null {
    return this.#living;
  }

  /** Before anything is read: from then on nobody writes what this process could not read. @throws unavailable */
  async join(): Promise<void> {
    if (!this.#nodes) return;
    await this.#announce(this.#nodes);
    this.#timer ??= setInterval(() => this.#beat(), this.#heartbeat).unref();
  }

  /** The newest form that every living node reads. @throws unavailable */
  async lowestSchema(): Promise<number> {
    // Nobody reads less than the first form.
    if (!this.#nodes || this.#node.schema === 1) return this.#node.schema;
    return (await this.#look(this.#nodes)).lowestSchema;
  }

  /** The others need not wait for it. That the store is away is no reason not to go. */
  async leave(): Promise<void> {
    if (!this.#nodes || this.#isLeft) return;
    this.#isLeft = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#announcing;
    await this.#nodes.leave(this.#node.id).catch(() => undefined);
  }

  /** A word that is lost is followed by another. */
  #beat(): void {
    if (!this.#nodes) return;
    this.#announcing = this.#announce(this.#nodes).catch(() => {
      this.#living = null;
    });
  }

  async #announce(nodes: Nodes): Promise<void> {
    await nodes.announce(this.#node);
    this.#living = await this.#look(nodes);
  }

  async #look(nodes: Nodes): Promise<LivingNodes> {
    const living = await nodes.living(this.#patience);
    const lowestSchema = living.reduce((least, { schema }) => Math.min(least, schema), this.#node.schema);
    return { nodes: living.length, lowestSchema };
  }
}
