/** A writer replaces only the head that it has read or written itself. */
import { ContentRefusal } from "../replicas/row-fields.ts";
import { type LogHead, NewerFormat } from "./log-head.ts";
import type { ObjectLog } from "./object-log.ts";

export class HeadPosition {
  readonly #log: ObjectLog;
  readonly #limit: () => AbortSignal;
  /** The tag is null if nothing is in its place. */
  #known: { readonly head: LogHead; readonly tag: string | null } | null = null;
  isStale = true;
  /** Why no segment can follow the head. */
  broken: string | null = null;

  /** @param limit ends a request in time */
  constructor(log: ObjectLog, limit: () => AbortSignal) {
    this.#log = log;
    this.#limit = limit;
  }

  get head(): LogHead | null {
    return this.#known?.head ?? null;
  }

  /** Returns whether there is another head than the known one. @throws ContentRefusal, ObjectStoreError */
  async read(): Promise<boolean> {
    let found: Awaited<ReturnType<ObjectLog["head"]>>;
    try {
      found = await this.#log.head(this.#limit());
    } catch (error) {
      // A head never seen here can be another installation's, or have another key.
      if (!(error instanceof ContentRefusal) || error instanceof NewerFormat || this.#known === null) throw error;
      this.#known = { head: this.#known.head, tag: await this.#log.headTag(this.#limit()) };
      this.broken = `${error.message}: everything is shipped again.`;
      return false;
    }
    this.isStale = false;
    if (found === null) {
      if (this.#known === null) return false;
      this.#known = { head: this.#known.head, tag: null };
      this.broken = `${this.#log.place}/head is gone: everything is shipped again.`;
      return false;
    }
    const isOther = found.tag !== this.#known?.tag;
    if (isOther) this.broken = null;
    this.#known = found;
    return isOther;
  }

  /** Returns false if another writer was first. @throws ObjectStoreError */
  async put(head: LogHead): Promise<boolean> {
    const tag = await this.#log.putHead(head, this.#known?.tag ?? null, this.#limit());
    this.isStale = tag === null;
    if (tag === null) return false;
    this.#known = { head, tag };
    this.broken = null;
    return true;
  }
}
