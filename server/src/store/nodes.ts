/** The nodes that share a store, by the engine's clock: theirs may differ. All methods throw `unavailable`. */
export interface Nodes {
  /** @param id random, for one process @param version of the program, for people */
  announce(id: string, version: string): Promise<void>;
  leave(id: string): Promise<void>;
  living(within: number): Promise<number>;
}

export interface StoreConnections {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
  /** Other nodes' commits are notified, and not only polled. */
  readonly isListening: boolean;
  /** A sentence for operators about hosts that endanger later changes. */
  readonly problem: string | null;
}
